"""Phase 6: slip up behind another car."""

from collections.abc import Sequence
from itertools import combinations

from engine.heat.bound import Bound
from engine.heat.choices import Choice, Choices, Pass, Slipstream
from engine.heat.course import Placed
from engine.heat.events import Passed, Slipstreamed
from engine.heat.phases.phase import Phase
from engine.heat.state import Car, State
from engine.heat.transaction import Transaction
from engine.heat.views import CarView, View

DISTANCE = 2


def has_partner(bound: Bound, cars: Sequence[Placed], mover: Placed) -> bool:
    """A car beside, or ahead within reach: any lane, laps ignored, cars in between irrelevant."""
    length = bound.course.length
    reach = bound.content.rules.slipstream_reach
    return any(car.status == "racing" and car is not mover and (car.at - mover.at) % length <= reach for car in cars)


def sums(bound: Bound, view: State | View, car: Car | CarView) -> list[int]:
    """The distances that cards and sector make possible: each bonus in full or not at all."""
    bonuses = [amount for card in car.play if (amount := bound.cards[card].symbols.get("slipstream", 0))]
    bonuses += bound.roads(view.weather, view.tokens).slipstream[bound.course.space(car.at)]
    if not bonuses:
        return [DISTANCE]
    return sorted({DISTANCE + sum(some) for size in range(len(bonuses) + 1) for some in combinations(bonuses, size)})


def barred(bound: Bound, view: State | View, car: Car | CarView) -> str:
    """Why a car may not slipstream at all, as a code; empty if it may."""
    if car.at >= view.setup.laps * bound.course.length:
        return "slipstream_home"
    if car.gear < bound.effects(view.setup).slipstream_min_gear:
        return "slipstream_gear"
    if bound.roads(view.weather, view.tokens).no_slipstream[bound.course.space(car.at)]:
        return "slipstream_weather"
    return "" if has_partner(bound, view.cars, car) else "slipstream_alone"


def obstacle(bound: Bound, view: State | View, car: Car | CarView, distance: int) -> str:
    """Why a distance cannot be slipstreamed, as a code; empty if it can.

    Neither the distance itself nor the place where the car would come to rest may lie beyond the last finish.
    """
    goal = view.setup.laps * bound.course.length
    at, _ = bound.course.landing(view.cars, car, distance, bound.content.rules.blocked_space)
    if car.at + distance >= goal or at >= goal:
        return "slipstream_finish"
    return "" if at > car.at else "slipstream_blocked"


def distances(bound: Bound, state: State, seat: int) -> tuple[int, ...]:
    """Every distance that may be slipstreamed."""
    car = state.cars[seat]
    if barred(bound, state, car):
        return ()
    return tuple([distance for distance in sums(bound, state, car) if not obstacle(bound, state, car, distance)])


class SlipstreamPhase(Phase):
    name = "slipstream"
    number = 6

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        return bool(distances(bound, state, seat))

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        ways: list[Choice] = [Slipstream(distance) for distance in distances(bound, state, seat)]
        return Choices((*ways, Pass()))

    def answer(self, transaction: Transaction, seat: int, choice: Choice) -> bool:
        if isinstance(choice, Slipstream):
            transaction.emit(Slipstreamed(seat, choice.distance))
            transaction.move(seat, "slipstream", choice.distance)
        else:
            transaction.emit(Passed(seat, self.name))
        return True
