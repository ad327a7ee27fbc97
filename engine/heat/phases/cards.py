"""Phase 2: play as many cards as the gear says, face down. `Reveal` turns them over."""

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.moves.play import Play
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.kernel.chance import pick
from engine.kernel.seats import Seat


class PlayCards(Phase):
    name = "cards"
    number = 2
    cluttered = True

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        return True

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        choices = self.choices(bound, state, seat)
        choice = choices[pick(outcome, len(choices))]
        assert isinstance(choice, Play)
        return choice
