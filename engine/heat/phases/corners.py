"""Phase 7: every corner line that was crossed is checked, in order, each payment and spin-out a step of its own."""

from collections.abc import Mapping

from engine.heat.cards import Card
from engine.heat.events import CornerTaken, Retired, SpunOut
from engine.heat.phases.phase import Phase
from engine.heat.press import draw_sponsors, gains, spend_sponsors
from engine.heat.transaction import Transaction

STRESS_OF_GEAR = {1: 1, 2: 1, 3: 2, 4: 2}
"""How much Stress a spin-out brings, by the gear of the turn."""


class CheckCorners(Phase):
    name = "corners"
    number = 7

    def settle(self, transaction: Transaction, seats: tuple[int, ...]) -> None:
        for seat in seats:
            car = transaction.car(seat)
            safe = True
            for line in transaction.course.lines(car.start, car.at, transaction.goal):
                if safe := self._check(transaction, seat, line):
                    continue
                break
            if transaction.state.setup.season:
                if safe:
                    for why, count in gains(transaction, seat):
                        draw_sponsors(transaction, seat, why, count)
                elif transaction.bound.effects(transaction.state.setup).spin_out_eliminates:
                    spend_sponsors(transaction, seat)
                    transaction.emit(Retired(seat))

    @staticmethod
    def _check(transaction: Transaction, seat: int, line: int) -> bool:
        """Pay at one line, or spin out. False when the car spun out: later lines are not checked."""
        car = transaction.car(seat)
        roads = transaction.roads
        limit = roads.limit(line) + limit_change(transaction.cards, car.play)
        owed = max(0, car.speed - limit)
        overheat = roads.overheat(line) if owed else 0
        owed += overheat
        if owed <= car.engine:
            transaction.emit(CornerTaken(seat, line, limit, car.speed, owed, overheat))
            return True
        at, lane = transaction.course.back_before(transaction.state.cars, car, line)
        stress = STRESS_OF_GEAR[car.gear]
        transaction.emit(SpunOut(seat, line, limit, car.speed, car.engine, at, lane, stress))
        return False


def limit_change(cards: Mapping[str, Card], play: tuple[str, ...]) -> int:
    """By how much the cards in play change every corner's limit."""
    return sum([cards[card].symbols.get("adjust_limit", 0) for card in play if cards[card].symbols])
