"""Phase 7: every corner line that was crossed is checked, in order, each payment and spin-out a step of its own."""

from engine.heat.events import CornerTaken, SpunOut
from engine.heat.phases.phase import Phase
from engine.heat.telling import Telling

STRESS_OF_GEAR = {1: 1, 2: 1, 3: 2, 4: 2}
"""How much Stress a spin-out brings, by the gear of the turn."""


class CheckCorners(Phase):
    name = "corners"
    number = 7

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            car = telling.car(seat)
            for line in telling.course.lines(car.start, car.at, telling.goal):
                if not self._check(telling, seat, line):
                    break

    @staticmethod
    def _check(telling: Telling, seat: int, line: int) -> bool:
        """Pay at one line, or spin out. False when the car spun out: later lines are not checked."""
        car = telling.car(seat)
        limit = telling.course.corner(line).limit
        owed = max(0, car.speed - limit)
        if owed <= car.engine:
            telling.tell(CornerTaken(seat, line, limit, car.speed, owed))
            return True
        at, lane = telling.course.back_before(telling.state.cars, car, line)
        stress = STRESS_OF_GEAR[car.gear]
        telling.tell(SpunOut(seat, line, limit, car.speed, car.engine, at, lane, stress))
        return False
