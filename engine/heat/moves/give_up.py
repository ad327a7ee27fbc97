"""Give an upgrade back after a draft, in secret."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import without
from engine.heat.forecast import costs_only
from engine.heat.moves.move import Happening, Move, Notation, in_secret
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Word
from engine.kernel.seats import Seat


class GiveUp(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="give_up"):
    """Give this upgrade back."""

    card: Word


class GaveUp(CarEvent, frozen=True, kw_only=True):
    """The driver gave an upgrade back."""

    card: Word


def _settle(transaction: Transaction, seat: Seat, choice: GiveUp) -> None:
    transaction.emit(GaveUp(seat, card=choice.card))


def _gave_up(course: Course, state: State, event: GaveUp) -> State:
    car = state.cars[event.seat]
    state = replace(state, upgrades_out=(*state.upgrades_out, event.card))
    return with_car(state, event.seat, replace(car, upgrades=without(car.upgrades, (event.card,)), choice=None))


MOVE = Move(
    choice=GiveUp,
    phases=frozenset({"give_up"}),
    offers=lambda moment: Choices(tuple([GiveUp(card) for card in sorted(set(moment.car.upgrades))])),
    do=in_secret,
    settle=_settle,
    refuse=lambda case, choice: case.no("not_owned", card=choice.card[:40]),
    sentences={},
    explain=costs_only,
    notation=Notation("giveup", lambda choice: w.name(choice.card), lambda text: GiveUp(w.read_name(text))),
    menu=lambda choice, describe: f"give {describe(choice.card)} back",
    moved={},
    happenings=(
        Happening(
            event=GaveUp,
            fold=_gave_up,
            mask=None,
            written=lambda event, course: f"gives back {w.name(event.card)}",
            sentence=lambda event, who, course: f"{who} gives {event.card} back.",
        ),
    ),
    symbols=(),
    item=None,
)
