"""Phase 3: cards turn over, each + flips, values are chosen, the car moves. Legends drive here."""

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.legends import drive
from engine.heat.moves.play import Play, turn_over
from engine.heat.moves.value import Value, open_values
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class Reveal(Phase):
    name = "reveal"
    number = 3
    legends = True

    def begin(self, transaction: Transaction, seat: Seat) -> None:
        car = transaction.car(seat)
        if car.legend:
            drive(transaction, seat)
            return
        assert isinstance(car.choice, Play), "cards are played before they are revealed"
        turn_over(transaction, seat, car.choice)

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        car = state.cars[seat]
        return bool(open_values(bound.cards, car.play, car.worth))

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        """The lowest value."""
        choice = self.choices(bound, state, seat)[0]
        assert isinstance(choice, Value)
        return choice

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            car = transaction.car(seat)
            if not car.cluttered:
                transaction.move(seat, "cards", car.speed)
