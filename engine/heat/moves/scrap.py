"""Scrap: cards from the top of the draw pile are discarded, as many as a card in play says. It must be done."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.english import card_list
from engine.heat.events import CarEvent
from engine.heat.folds.common import drop_top, spend
from engine.heat.forecast import as_it_stands
from engine.heat.items import open_item
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Pile, Word
from engine.kernel.seats import Seat


class Scrap(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="scrap"):
    """Discard cards from the top of the draw pile, as many as a card in play says."""

    card: Word


class Scrapped(CarEvent, frozen=True, kw_only=True):
    """Cards from the top of the draw pile went to the discard pile, for a card in play."""

    card: Word
    cards: Pile[Word]
    done: bool = True
    """Whether the card has now scrapped as many as it must; False before a reshuffle on the way."""


def _do(transaction: Transaction, seat: Seat, choice: Scrap) -> bool:
    missing = open_item(transaction, seat, "scrap", choice.card).amount
    while missing > len(transaction.car(seat).draw) and transaction.car(seat).discard:
        if rest := transaction.car(seat).draw:
            transaction.emit(Scrapped(seat, card=choice.card, cards=rest, done=False))
            missing -= len(rest)
        transaction.reshuffle(seat)
    transaction.emit(Scrapped(seat, card=choice.card, cards=transaction.car(seat).draw[:missing]))
    return False


def _scrapped(course: Course, state: State, event: Scrapped) -> State:
    car = state.cars[event.seat]
    items = car.items
    if event.done:
        items = spend(items, next(item for item in items if item.kind == "scrap" and item.source == event.card))
    changes = drop_top(car, len(event.cards))
    car = replace(car, discard=car.discard + event.cards, items=items, asked=False, **changes)
    return with_car(state, event.seat, car)


def _written(event: Scrapped, course: Course) -> str:
    return f"{{scrap {w.cards(event.cards)}}} by {w.name(event.card)}" + ("" if event.done else " so far")


MOVE = Move(
    choice=Scrap,
    phases=frozenset({"react"}),
    offers=lambda moment: Choices(tuple([Scrap(source) for source in moment.sources("scrap")])),
    do=_do,
    settle=None,
    refuse=lambda case, choice: case.missing_item("scrap", choice.card),
    sentences={},
    explain=as_it_stands,
    notation=Notation("scrap", lambda choice: w.name(choice.card), lambda text: Scrap(w.read_name(text))),
    menu=lambda choice, describe: f"scrap for {describe(choice.card)}",
    moved={},
    happenings=(
        Happening(
            event=Scrapped,
            fold=_scrapped,
            mask=None,
            written=_written,
            sentence=lambda event, who, course: f"{who} scraps {card_list(event.cards)} for {event.card}.",
        ),
    ),
    symbols=(Symbol("scrap", "scraps {}"),),
    item=ItemUse(kind="scrap", visible=lambda moment: bool(moment.items("scrap")), must=Scrap, before_paying=False),
)
