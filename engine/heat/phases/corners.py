"""Phase 7: every corner line that was crossed is checked, in order, each payment and spin-out a step of its own."""

from engine.heat.corners import STRESS_OF_GEAR, corner_bill
from engine.heat.events import CornerTaken, SpunOut
from engine.heat.modifiers import limit_change
from engine.heat.moves.leave_race import Retired
from engine.heat.phases.phase import Phase
from engine.heat.press import draw_sponsors, gains, spend_sponsors
from engine.heat.transaction import Transaction
from engine.heat.units import Distance
from engine.kernel.seats import Seat


class CheckCorners(Phase):
    name = "corners"
    number = 7

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
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
    def _check(transaction: Transaction, seat: Seat, line: Distance) -> bool:
        """Pay at one line, or spin out. False when the car spun out: later lines are not checked."""
        car = transaction.car(seat)
        speed = car.speed
        limit, owed, overheat = corner_bill(transaction.roads, line, speed, limit_change(transaction.cards, car.play))
        if owed <= car.engine:
            transaction.emit(CornerTaken(seat, line=line, limit=limit, speed=speed, heat=owed, overheat=overheat))
            return True
        at, lane = transaction.course.back_before(transaction.state.cars, car, line)
        stress = STRESS_OF_GEAR[car.gear]
        transaction.emit(
            SpunOut(seat, line=line, limit=limit, speed=speed, heat=car.engine, at=at, lane=lane, stress=stress)
        )
        return False
