"""Phase 9: cards in play go to the discard pile, then everybody draws to a full hand, in order."""

from engine.heat.events import Cleared
from engine.heat.finish import is_turn_the_last
from engine.heat.phases.phase import Phase
from engine.heat.press import spend_sponsors
from engine.heat.telling import Telling


class Replenish(Phase):
    name = "replenish"
    number = 9
    cluttered = True

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            spend_sponsors(telling, seat)
        if seats:
            telling.tell(Cleared(seats))
        for seat in seats:
            if not is_turn_the_last(telling.game, telling.state, seat, self.name):
                telling.fill_hand(seat)
