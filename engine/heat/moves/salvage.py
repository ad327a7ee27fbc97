"""Salvage: cards of the discard pile are shuffled into the draw pile, by a card in play."""

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import CardSets, Choice, Choices
from engine.heat.course import Course
from engine.heat.english import card_list
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend, without
from engine.heat.forecast import as_it_stands
from engine.heat.items import open_item
from engine.heat.masking import CarMasked
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, ItemUse, Mask, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number, Pile, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Salvage(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="salvage"):
    """Shuffle these cards of the discard pile into the draw pile, by the symbol of a card in play."""

    card: Word
    cards: Pile[Word]

    def in_card_order(self) -> "Salvage":
        cards = tuple(sorted(self.cards))
        return self if cards == self.cards else Salvage(self.card, cards)


class Salvaged(CarEvent, frozen=True, kw_only=True):
    """Cards of the discard pile were shuffled into the draw pile, with outcome `n`, top first."""

    cards: Pile[Word]
    pile: Pile[Word]
    n: Number
    spent: Item


class SalvagedSeen(CarMasked, frozen=True, tag="salvaged", kw_only=True):
    """A driver shuffled cards of the discard pile into the draw pile."""

    cards: tuple[str, ...]
    spent: Item


def _offers(moment: Moment) -> Choices:
    discard = tuple(sorted(moment.car.discard))
    return Choices(
        sets=tuple(
            [
                CardSets(partial(Salvage, item.source), discard, 0, min(item.amount, len(discard)))
                for item in dict.fromkeys(moment.items("salvage"))
            ]
        )
    )


def _do(transaction: Transaction, seat: Seat, choice: Salvage) -> bool:
    spent = open_item(transaction, seat, "salvage", choice.card)
    pile, n = transaction.seat_shuffle(seat, (*transaction.car(seat).draw, *choice.cards))
    transaction.emit(Salvaged(seat, cards=choice.cards, pile=pile, n=n, spent=spent))
    return False


def _salvaged(course: Course, state: State, event: Salvaged) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        discard=without(car.discard, event.cards),
        draw=event.pile,
        top=(),
        drawn=event.n + 1,
        items=spend(car.items, event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: Salvage) -> Refusal | None:
    if refused := case.missing_item("salvage", choice.card):
        return refused
    most = max(item.amount for item in case.moment.items("salvage") if item.source == choice.card)
    if len(choice.cards) > most:
        return case.no("salvage_too_many", most=most)
    return case.no("not_in_discard")


def _read(text: str) -> Salvage:
    card, cards = w.both_sides(text, "=", "card=cards")
    return Salvage(w.read_name(card), w.read_cards(cards))


def _written(event: Salvaged | SalvagedSeen) -> str:
    return f"salvaged {w.cards(event.cards)} by {w.items((event.spent,))}"


MOVE = Move(
    choice=Salvage,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "salvage_too_many": "You can take {most} cards back at most.",
        "not_in_discard": "Your discard pile does not hold these cards.",
    },
    explain=as_it_stands,
    notation=Notation("salvage", lambda choice: f"{w.name(choice.card)}={w.cards(choice.cards)}", _read),
    menu=lambda choice, describe: f"take {card_list(choice.cards)} back into the draw pile, by {choice.card}",
    moved={},
    happenings=(
        Happening(
            event=Salvaged,
            fold=_salvaged,
            mask=Mask(
                form=SalvagedSeen,
                see=lambda event, seat: SalvagedSeen(event.seat, cards=event.cards, spent=event.spent),
                written=lambda event, course: f"{_written(event)} {{shuffle ?}}",
            ),
            written=lambda event, course: f"{_written(event)}{w.shuffled_anew(event.pile, event.n)}",
            sentence=lambda event, who, course: f"{who} takes {card_list(event.cards)} back into the draw pile.",
        ),
    ),
    symbols=(Symbol("salvage", "takes {} back"),),
    item=ItemUse(
        kind="salvage",
        visible=lambda moment: bool(moment.items("salvage") and moment.car.discard),
        must=None,
        before_paying=False,
    ),
)
