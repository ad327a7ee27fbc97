"""Throw Stress of the hand away, by a card in play."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.cards import STRESS
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend, times, without
from engine.heat.forecast import as_it_stands
from engine.heat.items import open_items, sources_for
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Few, Number
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class ReduceStress(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="reduce_stress"):
    """Throw so much Stress from the hand away."""

    stress: Number


class StressReduced(CarEvent, frozen=True, kw_only=True):
    """Stress went from the hand to the discard pile."""

    stress: Number
    spent: Few[Item]


def _offers(moment: Moment) -> Choices:
    if moment.in_tunnel:
        return NONE
    most = min(moment.total("reduce_stress"), moment.hand.count(STRESS))
    return Choices(tuple([ReduceStress(stress) for stress in range(1, most + 1)]))


def _do(transaction: Transaction, seat: Seat, choice: ReduceStress) -> bool:
    spent = sources_for(open_items(transaction, seat, "reduce_stress"), choice.stress)
    transaction.emit(StressReduced(seat, stress=choice.stress, spent=spent))
    return False


def _stress_reduced(course: Course, state: State, event: StressReduced) -> State:
    car = state.cars[event.seat]
    stress = times(STRESS, event.stress)
    car = replace(
        car,
        hand=without(car.hand, stress),
        discard=car.discard + stress,
        items=spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: ReduceStress) -> Refusal | None:
    if case.moment.in_tunnel:
        return case.no("stress_tunnel")
    if refused := case.missing_items("reduce_stress"):
        return refused
    most = case.moment.total("reduce_stress")
    if not 1 <= choice.stress <= most:
        return case.no("too_little_reduction", most=most, stress=choice.stress)
    return case.no("too_little_stress", stress=choice.stress)


MOVE = Move(
    choice=ReduceStress,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "stress_tunnel": "Stress cannot be thrown away in a tunnel.",
        "too_little_reduction": "Your cards throw 1 to {most} Stress away, not {stress}.",
        "too_little_stress": "Your hand does not hold {stress} Stress.",
    },
    explain=as_it_stands,
    notation=Notation("reduce", lambda choice: str(choice.stress), lambda text: ReduceStress(w.whole()(text))),
    menu=lambda choice, describe: f"throw {choice.stress} Stress away",
    moved={},
    happenings=(
        Happening(
            event=StressReduced,
            fold=_stress_reduced,
            mask=None,
            written=lambda event, course: f"reduced {event.stress} by {w.items(event.spent)}",
            sentence=lambda event, who, course: f"{who} throws {event.stress} Stress away.",
        ),
    ),
    symbols=(Symbol("reduce_stress", "throws {} Stress away"),),
    item=ItemUse(
        kind="reduce_stress",
        visible=lambda moment: bool(moment.items("reduce_stress")) and not moment.in_tunnel,
        must=None,
        before_paying=False,
    ),
)
