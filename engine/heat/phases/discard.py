"""Phase 8: throw cards away."""

from engine.heat.bound import Bound
from engine.heat.cards import HEAT
from engine.heat.choices import Choice
from engine.heat.events import HeatLost, HeatPlace
from engine.heat.finish import is_turn_the_last
from engine.heat.moves.discard import Discard, refreshers
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class DiscardCards(Phase):
    name = "discard"
    number = 8

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        car = state.cars[seat]
        if is_turn_the_last(bound, state, seat, self.name):
            return False
        return not bound.course.is_tunnel(car.at, car.lane) or bool(refreshers(bound, car.play))

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        return Discard(())

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            self.settle_choice(transaction, seat)
            if transaction.bound.effects(transaction.state.setup).lose_heat_per_lap:
                self._lose_heat(transaction, seat)

    def _lose_heat(self, transaction: Transaction, seat: Seat) -> None:
        """Each completed lap but the last costs a Heat for good: of the engine, else hand, discard or draw pile."""
        car, course = transaction.car(seat), transaction.course
        laps = course.laps_done(car.at)
        if (
            laps < 1
            or laps <= course.laps_done(car.start)
            or is_turn_the_last(transaction.bound, transaction.state, seat, self.name)
        ):
            return
        if car.engine:
            transaction.emit(HeatLost(seat, place="engine"))
            return
        places: tuple[tuple[HeatPlace, tuple[str, ...]], ...]
        places = (("hand", car.hand), ("discard", car.discard), ("draw", car.draw))
        for place, cards in places:
            if HEAT in cards:
                transaction.emit(HeatLost(seat, place=place))
                return
