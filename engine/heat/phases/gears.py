"""Phase 1: shift gears. Also where a driver takes a mulligan, or retires."""

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.moves.gear import Gear, gears_offered, shift_cost
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class ShiftGears(Phase):
    name = "gears"
    number = 1
    cluttered = True

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        return True

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        """Keep the gear if the hand can serve it, else the nearest: the lower of two, a free one before a paid one."""
        car = state.cars[seat]
        flooded = bound.course.is_flooded(car.at, car.lane)
        offered = gears_offered(car.gear, car.engine, bound.playable(car.hand), flooded)
        return Gear(min(offered, key=lambda to: (shift_cost(car.gear, to, flooded) > 0, abs(to - car.gear), to)))

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        """A driver who retires leaves before anything else is applied."""
        for seat in seats:
            if isinstance(transaction.car(seat).choice, LeaveRace):
                self.settle_choice(transaction, seat)
        super().settle(transaction, seats)
