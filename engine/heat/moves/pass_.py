"""Leave the rest of a phase."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.forecast import as_it_stands
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation
from engine.heat.rules import PhaseName
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Pass(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Leave the rest of this phase."""


class Passed(CarEvent, frozen=True, kw_only=True):
    """The driver leaves the rest of the phase."""

    phase: PhaseName


ONLY_PASS = Choices((Pass(),))


def _offers(moment: Moment) -> Choices:
    """While nothing is open that must be used."""
    mandatory = moment.bound.vocabulary.mandatory
    for item in moment.car.items:
        if item.kind in mandatory:
            return NONE
    return ONLY_PASS


def _do(transaction: Transaction, seat: Seat, choice: Pass) -> bool:
    transaction.emit(Passed(seat, phase=transaction.state.phase))
    return True


def _passed(course: Course, state: State, event: Passed) -> State:
    return with_car(state, event.seat, replace(state.cars[event.seat], items=(), asked=False))


def _refuse(case: Case, choice: Pass) -> Refusal | None:
    return case.no("mandatory_first") if case.view.phase == "react" else None


MOVE = Move(
    choice=Pass,
    phases=frozenset({"react", "slipstream", "swap"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "mandatory_first": "Use first what must be used.",
    },
    explain=as_it_stands,
    notation=Notation("pass", None, lambda text: Pass()),
    menu=lambda choice, describe: "nothing (more)",
    moved={},
    happenings=(
        Happening(
            event=Passed,
            fold=_passed,
            mask=None,
            written=lambda event, course: f"passed {w.name(event.phase)}",
            sentence=None,
        ),
    ),
    symbols=(),
    item=None,
)
