"""Shift gears: the first choice of a round."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import pay
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation, in_secret
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Gear(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="gear"):
    """Drive this round in a gear."""

    gear: Number


class Shifted(CarEvent, frozen=True, kw_only=True):
    """The driver drives in this gear, and paid so much Heat for shifting."""

    gear: Number
    heat: Number = 0


LOWEST, HIGHEST = 1, 4
FARTHEST = 2
"""A shift goes at most two gears up or down."""


def shift_cost(gear: int, to: int, flooded: bool) -> int:
    """The Heat that a shift costs: 1 for two gears, and 1 more for any downshift out of water."""
    return (abs(to - gear) == FARTHEST) + (flooded and to < gear)


def gears_in_reach(gear: int) -> range:
    return range(max(LOWEST, gear - FARTHEST), min(HIGHEST, gear + FARTHEST) + 1)


def gears_offered(gear: int, engine: int, playable: int, flooded: bool) -> tuple[int, ...]:
    """The gears that can be paid and served by the hand; for a cluttered hand, all that cost nothing."""
    costs = {to: shift_cost(gear, to, flooded) for to in gears_in_reach(gear)}
    served = tuple([to for to, cost in costs.items() if cost <= engine and to <= playable])
    return served or tuple([to for to, cost in costs.items() if not cost])


@lru_cache(maxsize=4096)
def _shifts(gear: int, engine: int, playable: int, flooded: bool) -> Choices:
    return Choices(tuple([Gear(to) for to in gears_offered(gear, engine, playable, flooded)]))


def _offers(moment: Moment) -> Choices:
    car = moment.car
    return _shifts(car.gear, car.engine, moment.bound.playable(moment.hand), moment.flooded)


def _settle(transaction: Transaction, seat: Seat, choice: Gear) -> None:
    car = transaction.car(seat)
    flooded = transaction.course.is_flooded(car.at, car.lane)
    transaction.emit(Shifted(seat, gear=choice.gear, heat=shift_cost(car.gear, choice.gear, flooded)))


def _shifted(course: Course, state: State, event: Shifted) -> State:
    car = state.cars[event.seat]
    car = replace(pay(car, event.heat), gear=event.gear, choice=None)
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: Gear) -> Refusal | None:
    gear, to, engine = case.car.gear, choice.gear, case.car.engine
    if not LOWEST <= to <= HIGHEST:
        return case.no("no_such_gear", gear=to)
    if abs(to - gear) > FARTHEST:
        return case.no("shift_too_far", gear=gear, to=to)
    flooded = case.moment.flooded
    heat = shift_cost(gear, to, flooded)
    playable = case.bound.playable(case.mine.hand)
    if heat > engine:
        return case.no("shift_unpaid", gear=gear, to=to, heat=heat, engine=engine)
    if gears_offered(gear, engine, playable, flooded)[0] > playable:
        return case.no("gear_cluttered")
    return case.no("gear_unserved", to=to, playable=playable)


def _explain(now: Forecast, choice: Gear) -> Explanation:
    car = now.car
    dry = shift_cost(car.gear, choice.gear, flooded=False)
    wet = shift_cost(car.gear, choice.gear, now.bound.course.is_flooded(car.at, car.lane)) - dry
    terms = tuple(term for term in (Term("two_gears", dry), Term("flooded", wet)) if term.amount)
    return Explanation(choice=choice, heat=terms)


def _sentence(event: Shifted, who: str, course: Course) -> str:
    return f"{who} is in gear {event.gear}" + (f", paying {event.heat} Heat." if event.heat else ".")


MOVE = Move(
    choice=Gear,
    phases=frozenset({"gears"}),
    offers=_offers,
    do=in_secret,
    settle=_settle,
    refuse=_refuse,
    sentences={
        "no_such_gear": "There are four gears; {gear} is none of them.",
        "shift_too_far": "From gear {gear} you cannot reach gear {to}; a shift goes two gears at most.",
        "shift_unpaid": "Shifting from gear {gear} to gear {to} costs {heat} Heat, and your engine holds {engine}.",
        "gear_unserved": "Gear {to} needs {to} cards, and your hand has {playable} that can be played.",
        "gear_cluttered": "Your hand is cluttered, so only a gear that costs nothing can be chosen.",
    },
    explain=_explain,
    notation=Notation("gear", lambda choice: str(choice.gear), lambda text: Gear(w.whole()(text))),
    menu=lambda choice, describe: f"gear {choice.gear}",
    moved={},
    happenings=(
        Happening(
            event=Shifted,
            fold=_shifted,
            mask=None,
            written=lambda event, course: f"gear {event.gear}{w.pays(event.heat)}",
            sentence=_sentence,
        ),
    ),
    symbols=(),
    item=None,
)
