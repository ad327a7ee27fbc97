"""Phase 2: play as many cards as the gear says, face down."""

from typing import TYPE_CHECKING

from engine.heat.choices import CardSets, Choice, Choices, Play
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.kernel.chance import pick

if TYPE_CHECKING:
    from engine.heat.game import Heat


class PlayCards(Phase):
    name = "cards"
    number = 2
    cluttered = True

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        return True

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        """Any cards but Heat. A cluttered hand has one way: every playable card, filled up with Heat."""
        car = state.cars[seat]
        playable = tuple([card for card in car.hand if card not in game.heats])
        missing = car.gear - len(playable)
        if missing > 0:
            heat = tuple([card for card in car.hand if card in game.heats])[:missing]
            return Choices((Play(tuple(sorted(playable + heat))),))
        return Choices(sets=(CardSets(Play, playable, car.gear, car.gear),))

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        choices = self.choices(game, state, seat)
        choice = choices[pick(outcome, len(choices))]
        assert isinstance(choice, Play)
        return choice
