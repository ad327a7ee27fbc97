"""Phase 1: shift gears. Also where a driver takes a mulligan, or retires."""

from engine.heat.bound import Bound
from engine.heat.choices import Choice, Choices, Gear, LeaveRace, Mulligan
from engine.heat.events import Mulliganed, Retired, Shifted
from engine.heat.phases.phase import Phase
from engine.heat.state import Car, State
from engine.heat.transaction import Transaction

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


class ShiftGears(Phase):
    name = "gears"
    number = 1
    cluttered = True

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        return True

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        car = state.cars[seat]
        others: list[Choice] = [
            Gear(to)
            for to in gears_offered(
                car.gear, car.engine, bound.playable(car.hand), bound.course.is_flooded(car.at, car.lane)
            )
        ]
        if self.may_mulligan(state, car):
            others.append(Mulligan())
        if self.may_retire(bound, state):
            others.append(LeaveRace())
        return Choices(tuple(others))

    @staticmethod
    def may_mulligan(state: State, car: Car) -> bool:
        return state.setup.mulligan and state.round == 1 and not car.mulliganed and car.engine > 0

    @staticmethod
    def may_retire(bound: Bound, state: State) -> bool:
        return bound.content.rules.retire == "any_round" or any(car.status == "home" for car in state.cars)

    def answer(self, transaction: Transaction, seat: int, choice: Choice) -> bool:
        if not isinstance(choice, Mulligan):
            return super().answer(transaction, seat, choice)
        car = transaction.car(seat)
        transaction.emit(Mulliganed(seat, *transaction.seat_shuffle(seat, car.hand + car.draw)))
        return False

    def stand_in(self, bound: Bound, state: State, seat: int, outcome: int) -> Choice:
        """Keep the gear if the hand can serve it, else the nearest: the lower of two, a free one before a paid one."""
        car = state.cars[seat]
        flooded = bound.course.is_flooded(car.at, car.lane)
        offered = gears_offered(car.gear, car.engine, bound.playable(car.hand), flooded)
        return Gear(min(offered, key=lambda to: (shift_cost(car.gear, to, flooded) > 0, abs(to - car.gear), to)))

    def settle(self, transaction: Transaction, seats: tuple[int, ...]) -> None:
        """Who retires leaves before anything else is applied."""
        chosen = {seat: transaction.car(seat).choice for seat in seats}
        for seat, choice in chosen.items():
            if isinstance(choice, LeaveRace):
                transaction.emit(Retired(seat))
        for seat, choice in chosen.items():
            if isinstance(choice, Gear):
                car = transaction.car(seat)
                flooded = transaction.course.is_flooded(car.at, car.lane)
                transaction.emit(Shifted(seat, choice.gear, shift_cost(car.gear, choice.gear, flooded)))
