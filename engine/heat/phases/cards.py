"""Phase 2: play as many cards as the gear says, face down."""

from engine.heat.bound import Bound
from engine.heat.choices import CardSets, Choice, Choices, Play
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.kernel.chance import pick


class PlayCards(Phase):
    name = "cards"
    number = 2
    cluttered = True

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        return True

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        """Any cards but Heat. A cluttered hand has one way: every playable card, filled up with Heat."""
        car = state.cars[seat]
        playable = tuple([card for card in car.hand if card not in bound.heats])
        missing = car.gear - len(playable)
        if missing > 0:
            heat = tuple([card for card in car.hand if card in bound.heats])[:missing]
            return Choices((Play(tuple(sorted(playable + heat))),))
        return Choices(sets=(CardSets(Play, playable, car.gear, car.gear),))

    def stand_in(self, bound: Bound, state: State, seat: int, outcome: int) -> Choice:
        choices = self.choices(bound, state, seat)
        choice = choices[pick(outcome, len(choices))]
        assert isinstance(choice, Play)
        return choice
