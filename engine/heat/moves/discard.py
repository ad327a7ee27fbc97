"""Throw cards away, and put cards in play back on top of the draw pile where their symbol allows it."""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.bound import Bound
from engine.heat.case import Case
from engine.heat.choices import CardSets, Choice, Choices
from engine.heat.course import Course
from engine.heat.english import card_list
from engine.heat.events import CarEvent
from engine.heat.folds.common import out_of_play, without
from engine.heat.forecast import costs_only
from engine.heat.moment import Moment
from engine.heat.moves.move import Describe, Happening, Move, Notation, in_secret
from engine.heat.state import State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Pile, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Discard(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="discard"):
    """Throw these cards away; none is a choice too. `refresh` goes back on the draw pile, the last on top."""

    cards: Pile[Word]
    refresh: Pile[Word] = ()

    def in_card_order(self) -> "Discard":
        cards = tuple(sorted(self.cards))
        return self if cards == self.cards else Discard(cards, self.refresh)


class Discarded(CarEvent, frozen=True, kw_only=True):
    """The driver threw these cards away."""

    cards: Pile[Word]


class Refreshed(CarEvent, frozen=True, kw_only=True):
    """Cards in play went on top of the draw pile, the last one on top."""

    cards: Pile[Word]


REFRESH = Symbol("refresh", "can go back on the draw pile")

MOST_REFRESHED = 6
"""Every order of them is a choice, so their number is bounded: no driver drafts so many of the cards that ship."""

ON_TOP = "^"
"""Stands in the notation before the cards that go back on top of the draw pile."""


def refreshers(bound: Bound, play: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in play that may go back on top of the draw pile."""
    return tuple([card for card in play if REFRESH.name in bound.cards[card].symbols])[:MOST_REFRESHED]


@cache
def _make(refresh: tuple[str, ...]) -> Callable[[tuple[str, ...]], Discard]:
    return Discard if not refresh else partial(Discard, refresh=refresh)


def _offers(moment: Moment) -> Choices:
    """Any cards that may go, and any of the refresh cards in play, in any order."""
    bound, setup = moment.bound, moment.position.setup
    kept = bound.kept(setup)
    cards = tuple([card for card in moment.hand if card not in kept])
    if moment.in_tunnel:
        cards = ()
    most = bound.effects(setup).discard_max
    most = len(cards) if most is None else min(most, len(cards))
    orders: tuple[tuple[str, ...], ...] = ((),)
    if again := refreshers(bound, moment.car.play):
        orders = tuple(dict.fromkeys(way for size in range(len(again) + 1) for way in permutations(again, size)))
    return Choices(sets=tuple([CardSets(_make(order), cards, 0, most) for order in orders]))


def _settle(transaction: Transaction, seat: Seat, choice: Discard) -> None:
    if choice.refresh:
        transaction.emit(Refreshed(seat, cards=choice.refresh))
    transaction.emit(Discarded(seat, cards=choice.cards))


def _discarded(course: Course, state: State, event: Discarded) -> State:
    car = state.cars[event.seat]
    car = replace(car, hand=without(car.hand, event.cards), discard=car.discard + event.cards, choice=None)
    return with_car(state, event.seat, car)


def _refreshed(course: Course, state: State, event: Refreshed) -> State:
    car = state.cars[event.seat]
    play, worth = out_of_play(car, event.cards)
    top = event.cards[::-1]
    car = replace(car, play=play, worth=worth, draw=top + car.draw, top=top + car.top)
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: Discard) -> Refusal | None:
    if Counter(choice.refresh) - Counter(refreshers(case.bound, case.car.play)):
        return case.no("no_refresh")
    if (card := case.missing_card(choice.cards)) is not None:
        return case.no("not_in_hand", card=card[:40])
    if case.moment.in_tunnel:
        return case.no("discard_tunnel")
    if any(card in case.bound.kept(case.view.setup) for card in choice.cards):
        return case.no("card_kept")
    return case.no("discard_too_many", most=case.bound.effects(case.view.setup).discard_max or 0)


def _write(choice: Discard) -> str:
    return w.cards(choice.cards) + (ON_TOP + w.cards(choice.refresh) if choice.refresh else "")


def _read(text: str) -> Discard:
    if len(w.split(text, ON_TOP)) == 1:
        return Discard(w.read_cards(text))
    cards, again = w.both_sides(text, ON_TOP, f"cards{ON_TOP}cards")
    return Discard(w.read_cards(cards), w.read_cards(again))


def _menu(choice: Discard, describe: Describe) -> str:
    text = f"throw away {card_list(choice.cards)}"
    return f"{text}, put {card_list(choice.refresh)} back on the draw pile" if choice.refresh else text


def _sentence(event: Discarded, who: str, course: Course) -> str:
    return f"{who} throws away {card_list(event.cards)}." if event.cards else ""


MOVE = Move(
    choice=Discard,
    phases=frozenset({"discard"}),
    offers=_offers,
    do=in_secret,
    settle=_settle,
    refuse=_refuse,
    sentences={
        "no_refresh": "These cards cannot go back on top of your draw pile.",
        "discard_tunnel": "Nothing can be thrown away in a tunnel.",
        "discard_too_many": "In this race {most} card can be thrown away at most.",
        "card_kept": "These cards cannot be thrown away.",
    },
    explain=costs_only,
    notation=Notation("discard", _write, _read),
    menu=_menu,
    moved={},
    happenings=(
        Happening(
            event=Discarded,
            fold=_discarded,
            mask=None,
            written=lambda event, course: f"discarded {w.cards(event.cards)}",
            sentence=_sentence,
        ),
        Happening(
            event=Refreshed,
            fold=_refreshed,
            mask=None,
            written=lambda event, course: f"refreshed {w.cards(event.cards)}",
            sentence=lambda event, who, course: f"{who} puts {card_list(event.cards)} back on the draw pile.",
        ),
    ),
    symbols=(REFRESH,),
    item=None,
)
