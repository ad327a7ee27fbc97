"""Phase 6: slip up behind another car."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from engine.heat.choices import Choice, Choices, Pass, Slipstream
from engine.heat.course import Placed
from engine.heat.events import Passed, Slipstreamed
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.telling import Telling

if TYPE_CHECKING:
    from engine.heat.game import Heat
    from engine.heat.state import Car
    from engine.heat.views import CarView, View

DISTANCE = 2


def has_partner(game: "Heat", cars: Sequence[Placed], mover: Placed) -> bool:
    """A car beside, or ahead within reach: any lane, laps ignored, cars in between irrelevant."""
    length = game.course.length
    reach = game.content.rules.slipstream_reach
    return any(car.status == "racing" and car is not mover and (car.at - mover.at) % length <= reach for car in cars)


def sums(game: "Heat", view: "State | View", car: "Car | CarView") -> list[int]:
    """The distances that cards and sector make possible: each bonus in full or not at all."""
    bonuses = [amount for card in car.play if (amount := game.cards[card].symbols.get("slipstream", 0))]
    bonuses += game.roads(view.weather, view.tokens).slipstream[game.course.space(car.at)]
    if not bonuses:
        return [DISTANCE]
    return sorted({DISTANCE + sum(some) for size in range(len(bonuses) + 1) for some in combinations(bonuses, size)})


def barred(game: "Heat", view: "State | View", car: "Car | CarView") -> str:
    """Why a car may not slipstream at all, as a code; empty if it may."""
    if car.at >= view.setup.laps * game.course.length:
        return "slipstream_home"
    if car.gear < game.effects(view.setup).slipstream_min_gear:
        return "slipstream_gear"
    if game.roads(view.weather, view.tokens).no_slipstream[game.course.space(car.at)]:
        return "slipstream_weather"
    return "" if has_partner(game, view.cars, car) else "slipstream_alone"


def obstacle(game: "Heat", view: "State | View", car: "Car | CarView", distance: int) -> str:
    """Why a distance cannot be slipstreamed, as a code; empty if it can.

    Neither the distance itself nor the place where the car would come to rest may lie beyond the last finish.
    """
    goal = view.setup.laps * game.course.length
    at, _ = game.course.landing(view.cars, car, distance, game.content.rules.blocked_space)
    if car.at + distance >= goal or at >= goal:
        return "slipstream_finish"
    return "" if at > car.at else "slipstream_blocked"


def distances(game: "Heat", state: State, seat: int) -> tuple[int, ...]:
    """Every distance that may be slipstreamed."""
    car = state.cars[seat]
    if barred(game, state, car):
        return ()
    return tuple([distance for distance in sums(game, state, car) if not obstacle(game, state, car, distance)])


class SlipstreamPhase(Phase):
    name = "slipstream"
    number = 6

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        return bool(distances(game, state, seat))

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        ways: list[Choice] = [Slipstream(distance) for distance in distances(game, state, seat)]
        return Choices((*ways, Pass()))

    def answer(self, telling: Telling, seat: int, choice: Choice) -> bool:
        if isinstance(choice, Slipstream):
            telling.tell(Slipstreamed(seat, choice.distance))
            telling.move(seat, "slipstream", choice.distance)
        else:
            telling.tell(Passed(seat, self.name))
        return True
