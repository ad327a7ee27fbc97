"""Phase 7: every corner line that was crossed is checked, in order, each payment and spin-out a step of its own."""

from collections.abc import Mapping

from engine.heat.cards import Card
from engine.heat.events import CornerTaken, Retired, SpunOut
from engine.heat.phases.phase import Phase
from engine.heat.press import draw_sponsors, gains, spend_sponsors
from engine.heat.telling import Telling

STRESS_OF_GEAR = {1: 1, 2: 1, 3: 2, 4: 2}
"""How much Stress a spin-out brings, by the gear of the turn."""


class CheckCorners(Phase):
    name = "corners"
    number = 7

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            car = telling.car(seat)
            safe = True
            for line in telling.course.lines(car.start, car.at, telling.goal):
                if safe := self._check(telling, seat, line):
                    continue
                break
            if telling.state.setup.season:
                if safe:
                    for why, count in gains(telling, seat):
                        draw_sponsors(telling, seat, why, count)
                elif telling.game.effects(telling.state.setup).spin_out_eliminates:
                    spend_sponsors(telling, seat)
                    telling.tell(Retired(seat))

    @staticmethod
    def _check(telling: Telling, seat: int, line: int) -> bool:
        """Pay at one line, or spin out. False when the car spun out: later lines are not checked."""
        car = telling.car(seat)
        roads = telling.roads
        limit = roads.limit(line) + limit_change(telling.cards, car.play)
        owed = max(0, car.speed - limit)
        overheat = roads.overheat(line) if owed else 0
        owed += overheat
        if owed <= car.engine:
            telling.tell(CornerTaken(seat, line, limit, car.speed, owed, overheat))
            return True
        at, lane = telling.course.back_before(telling.state.cars, car, line)
        stress = STRESS_OF_GEAR[car.gear]
        telling.tell(SpunOut(seat, line, limit, car.speed, car.engine, at, lane, stress))
        return False


def limit_change(cards: Mapping[str, Card], play: tuple[str, ...]) -> int:
    """By how much the cards in play change every corner's limit."""
    return sum([cards[card].symbols.get("adjust_limit", 0) for card in play if cards[card].symbols])
