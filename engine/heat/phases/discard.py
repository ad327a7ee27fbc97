"""Phase 8: throw cards away."""

from typing import TYPE_CHECKING

from engine.heat.choices import Choice, Choices, Discard
from engine.heat.events import Discarded
from engine.heat.finish import is_turn_the_last
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.telling import Telling

if TYPE_CHECKING:
    from engine.heat.game import Heat

KEPT_KINDS = frozenset({"heat", "stress"})
"""What cannot be thrown away."""


class DiscardCards(Phase):
    name = "discard"
    number = 8

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        car = state.cars[seat]
        return not game.course.is_tunnel(car.at, car.lane) and not is_turn_the_last(game, state, seat, self.name)

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        cards = tuple([card for card in state.cars[seat].hand if card not in game.kept])
        return Choices(make=Discard, cards=cards, least=0, most=len(cards))

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        return Discard(())

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            choice = telling.car(seat).choice
            if isinstance(choice, Discard):
                telling.tell(Discarded(seat, choice.cards))
