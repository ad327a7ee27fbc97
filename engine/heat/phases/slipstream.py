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

DISTANCE = 2


def has_partner(game: "Heat", cars: Sequence[Placed], mover: Placed) -> bool:
    """A car beside, or ahead within reach: any lane, laps ignored, cars in between irrelevant."""
    length = game.course.length
    reach = game.content.rules.slipstream_reach
    return any(car.status == "racing" and car is not mover and (car.at - mover.at) % length <= reach for car in cars)


def sums(game: "Heat", play: tuple[str, ...]) -> list[int]:
    """The distances that the cards in play make possible: each bonus in full or not at all."""
    bonuses = [amount for card in play if (amount := game.cards[card].symbols.get("slipstream", 0))]
    return sorted({DISTANCE + sum(some) for size in range(len(bonuses) + 1) for some in combinations(bonuses, size)})


def obstacle(game: "Heat", cars: Sequence[Placed], mover: Placed, goal: int, distance: int) -> str:
    """Why a distance cannot be slipstreamed, as a code; empty if it can.

    Neither the distance itself nor the place where the car would come to rest may lie beyond the last finish.
    """
    if mover.at >= goal:
        return "slipstream_home"
    if not has_partner(game, cars, mover):
        return "slipstream_alone"
    at, _ = game.course.landing(cars, mover, distance, game.content.rules.blocked_space)
    if mover.at + distance >= goal or at >= goal:
        return "slipstream_finish"
    return "" if at > mover.at else "slipstream_blocked"


def distances(game: "Heat", state: State, seat: int) -> tuple[int, ...]:
    """Every distance that may be slipstreamed."""
    cars = state.cars
    mover = cars[seat]
    goal = state.setup.laps * game.course.length
    if mover.at >= goal or not has_partner(game, cars, mover):
        return ()
    return tuple([distance for distance in sums(game, mover.play) if not obstacle(game, cars, mover, goal, distance)])


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
