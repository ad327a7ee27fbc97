"""How many rounds the finish is away: one table a race, for every place, gear and store of Heat.

A lone driver is imagined whose hand can usually serve the speed that is wanted, and now and then only the next best.
The table is filled from the finish backwards. It is a measure for comparing places, not a promise.
"""

from functools import lru_cache

from engine.heat.course import Course
from engine.heat.moves.boost import BOOST_COST
from engine.heat.moves.gear import gears_in_reach, shift_cost
from engine.heat.roads import Roads

SPEEDS = {1: range(1, 5), 2: range(3, 8), 3: range(5, 11), 4: range(7, 14)}
"""The speeds that a usual hand offers in each gear."""

SERVED = 0.6
"""How likely the hand serves one wanted speed."""

COOLED = {1: 2}
"""How much Heat a low gear usually finds in the hand to cool."""

BOOSTS = (1, 2, 3, 4)
OVERSHOOT = 0.12
"""What each space beyond the finish is worth: who is further ahead ranks better."""

GRID = 20
"""Places behind the start line that are in the table."""

BEYOND = 24


class Pace:
    """Rounds to go by place, gear and Heat in the engine."""

    def __init__(self, course: Course, roads: Roads, goal: int, heat: int, boost_gears: tuple[int, ...]) -> None:
        self.goal = goal
        self.heat = heat
        self._course = course
        self._roads = roads
        places = GRID + goal + BEYOND
        self._rounds = [[[0.0] * (heat + 1) for _ in range(places)] for _ in range(5)]
        for at in range(goal, goal + BEYOND):
            for gear in range(1, 5):
                self._rounds[gear][GRID + at] = [(goal - at) * OVERSHOOT] * (heat + 1)
        for at in range(goal - 1, -GRID - 1, -1):
            self._fill(at, boost_gears)

    def rounds(self, at: int, gear: int, engine: int) -> float:
        """How many rounds are still to go from here, with fractions."""
        if at >= self.goal:
            return (self.goal - at) * OVERSHOOT
        place = max(0, GRID + at)
        return self._rounds[gear][place][min(engine, self.heat)]

    def _fill(self, at: int, boost_gears: tuple[int, ...]) -> None:
        heat = self.heat
        flooded = self._course.is_flooded(at, 1)
        by_gear = {
            gear: [self._drive(at, gear, engine, gear in boost_gears) for engine in range(heat + 1)]
            for gear in range(1, 5)
        }
        for gear in range(1, 5):
            row = self._rounds[gear][GRID + at]
            for engine in range(heat + 1):
                row[engine] = 1 + min(
                    by_gear[to][engine - cost]
                    for to in gears_in_reach(gear)
                    if (cost := shift_cost(gear, to, flooded)) <= engine
                )

    def _drive(self, at: int, gear: int, engine: int, boosts: bool) -> float:
        """Rounds to go after a round in this gear: the best speed if the hand serves it, else the next best."""
        cool = min(self._cooled(at, gear), (self.heat - engine + 1) // 2)
        ways = []
        for speed in SPEEDS[gear]:
            best = self._after(at, speed, gear, engine + cool)
            if boosts and engine + cool >= BOOST_COST:
                boosted = sum([self._after(at, speed + more, gear, engine + cool - BOOST_COST) for more in BOOSTS])
                best = min(best, boosted / len(BOOSTS))
            ways.append(best)
        ways.sort()
        total, left = 0.0, 1.0
        for way in ways[:-1]:
            total += left * SERVED * way
            left *= 1 - SERVED
        return total + left * ways[-1]

    def _cooled(self, at: int, gear: int) -> int:
        """How much Heat a round in this gear brings back, where the weather allows it."""
        space = self._course.space(at)
        if self._roads.no_cooldown[space]:
            return 0
        more: int = self._roads.cooldown[space]
        return COOLED.get(gear, 0) + more

    def _after(self, at: int, speed: int, gear: int, engine: int) -> float:
        owed = 0
        for line in self._course.lines(at, at + speed, self.goal):
            owed += max(0, speed - self._roads.limit(line))
            if owed > engine:
                return self.rounds(line + 1, 1, 0) + FROM_THE_CORNER + SPIN_OUT
        return self.rounds(at + speed, gear, engine - owed)


SPIN_OUT = 0.7
"""What each Stress of a spin-out costs, in rounds, beside the place and the Heat."""


FROM_THE_CORNER = 0.7
"""What it takes to come from before a corner to behind it: the places before are not yet in the table."""


@lru_cache(maxsize=32)
def pace(course: Course, roads: Roads, goal: int, heat: int, boost_gears: tuple[int, ...]) -> Pace:
    """The table of a race, made once."""
    return Pace(course, roads, goal, heat, boost_gears)
