"""Take an upgrade from the market, in a draft before the race."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import without
from engine.heat.forecast import costs_only
from engine.heat.moves.move import Happening, Move, Notation
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Word
from engine.kernel.seats import Seat


class Pick(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="pick"):
    """Take this upgrade from the market."""

    card: Word


class Picked(CarEvent, frozen=True, kw_only=True):
    """The driver took an upgrade from the market."""

    card: Word


def _do(transaction: Transaction, seat: Seat, choice: Pick) -> bool:
    transaction.emit(Picked(seat, card=choice.card))
    return True


def _picked(course: Course, state: State, event: Picked) -> State:
    car = state.cars[event.seat]
    state = replace(state, market=without(state.market, (event.card,)))
    return with_car(state, event.seat, replace(car, upgrades=(*car.upgrades, event.card), asked=False))


MOVE = Move(
    choice=Pick,
    phases=frozenset({"draft", "snake_draft"}),
    offers=lambda moment: Choices(tuple([Pick(card) for card in sorted(set(moment.position.market))])),
    do=_do,
    settle=None,
    refuse=lambda case, choice: case.no("not_in_market", card=choice.card[:40]),
    sentences={},
    explain=costs_only,
    notation=Notation("pick", lambda choice: w.name(choice.card), lambda text: Pick(w.read_name(text))),
    menu=lambda choice, describe: f"take {describe(choice.card)}",
    moved={},
    happenings=(
        Happening(
            event=Picked,
            fold=_picked,
            mask=None,
            written=lambda event, course: f"picks {w.name(event.card)}",
            sentence=lambda event, who, course: f"{who} takes {event.card}.",
        ),
    ),
    symbols=(),
    item=None,
)
