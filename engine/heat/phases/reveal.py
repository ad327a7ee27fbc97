"""Phase 3: cards turn over, each + flips, values are chosen, the car moves. Legends drive here."""

from typing import TYPE_CHECKING

from engine.heat.choices import Choice, Choices, Play, Value
from engine.heat.events import Cluttered, Revealed, Valued
from engine.heat.legends import drive
from engine.heat.phases.phase import Phase
from engine.heat.state import Car, State
from engine.heat.telling import Telling

if TYPE_CHECKING:
    from engine.heat.game import Heat


def open_value(game: "Heat", car: Car) -> str | None:
    """The first card in play, in card order, whose value its driver has still to choose."""
    for card, worth in zip(car.play, car.worth, strict=True):
        if not worth and len(game.cards[card].worth) > 1:
            return card
    return None


class Reveal(Phase):
    name = "reveal"
    number = 3
    legends = True

    def begin(self, telling: Telling, seat: int) -> None:
        car = telling.car(seat)
        if car.legend:
            drive(telling, seat)
            return
        assert isinstance(car.choice, Play), "cards are played before they are revealed"
        cards = telling.cards
        down = car.choice.cards
        if telling.game.playable(down) < car.gear:
            telling.tell(Cluttered(seat, down))
            return
        faces = [cards[card] for card in down]
        telling.tell(Revealed(seat, down, tuple([face.worth[0] if len(face.worth) == 1 else 0 for face in faces])))
        for _ in range(sum([face.symbols.get("plus", 0) for face in faces if face.symbols])):
            telling.flip(seat)

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        return open_value(game, state.cars[seat]) is not None

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        card = open_value(game, state.cars[seat])
        assert card is not None, "values are asked for while one is open"
        return Choices(tuple([Value(card, worth) for worth in game.cards[card].worth]))

    def answer(self, telling: Telling, seat: int, choice: Choice) -> bool:
        assert isinstance(choice, Value)
        telling.tell(Valued(seat, choice.card, choice.worth))
        return not self.asks(telling.game, telling.state, seat)

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        """The lowest value."""
        choice = self.choices(game, state, seat)[0]
        assert isinstance(choice, Value)
        return choice

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            car = telling.car(seat)
            if not car.cluttered:
                telling.move(seat, "cards", car.speed)
