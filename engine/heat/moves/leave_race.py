"""Retire from the race."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.forecast import costs_only
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation, in_secret
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class LeaveRace(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="leave_race"):
    """Retire from the race."""


class Retired(CarEvent, frozen=True):
    """The car left the race."""


LEAVE = Choices((LeaveRace(),))


def _offers(moment: Moment) -> Choices:
    if moment.bound.content.rules.retire == "any_round" or any(car.status == "home" for car in moment.cars):
        return LEAVE
    return NONE


def _settle(transaction: Transaction, seat: Seat, choice: LeaveRace) -> None:
    transaction.emit(Retired(seat))


def _retired(course: Course, state: State, event: Retired) -> State:
    car = replace(state.cars[event.seat], status="retired", left=state.round, asked=False, choice=None)
    return with_car(state, event.seat, car)


MOVE = Move(
    choice=LeaveRace,
    phases=frozenset({"gears"}),
    offers=_offers,
    do=in_secret,
    settle=_settle,
    refuse=lambda case, choice: case.no("retire_early"),
    sentences={
        "retire_early": "You can retire once a car is home.",
    },
    explain=costs_only,
    notation=Notation("leave", None, lambda text: LeaveRace()),
    menu=lambda choice, describe: "retire from the race",
    moved={},
    happenings=(
        Happening(
            event=Retired,
            fold=_retired,
            mask=None,
            written=lambda event, course: "retired",
            sentence=lambda event, who, course: f"{who} retires.",
        ),
    ),
    symbols=(),
    item=None,
)
