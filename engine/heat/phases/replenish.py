"""Phase 9: cards in play go to the discard pile, then all drivers draw to a full hand, in order."""

from engine.heat.events import Cleared
from engine.heat.finish import is_turn_the_last
from engine.heat.phases.phase import Phase
from engine.heat.press import spend_sponsors
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class Replenish(Phase):
    name = "replenish"
    number = 9
    cluttered = True

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            spend_sponsors(transaction, seat)
        if seats:
            transaction.emit(Cleared(seats=seats))
        for seat in seats:
            if not is_turn_the_last(transaction.bound, transaction.state, seat, self.name):
                transaction.fill_hand(seat)
