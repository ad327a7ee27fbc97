"""Phase 3: cards turn over, each + flips, values are chosen, the car moves. Legends drive here."""

from engine.heat.bound import Bound
from engine.heat.choices import Choice, Choices, Play, Value
from engine.heat.events import Cluttered, Revealed, Valued
from engine.heat.legends import drive
from engine.heat.phases.phase import Phase
from engine.heat.state import Car, State
from engine.heat.transaction import Transaction


def open_value(bound: Bound, car: Car) -> str | None:
    """The first card in play, in card order, whose value its driver has still to choose."""
    for card, worth in zip(car.play, car.worth, strict=True):
        if not worth and len(bound.cards[card].worth) > 1:
            return card
    return None


class Reveal(Phase):
    name = "reveal"
    number = 3
    legends = True

    def begin(self, transaction: Transaction, seat: int) -> None:
        car = transaction.car(seat)
        if car.legend:
            drive(transaction, seat)
            return
        assert isinstance(car.choice, Play), "cards are played before they are revealed"
        cards = transaction.cards
        down = car.choice.cards
        if transaction.bound.playable(down) < car.gear:
            transaction.emit(Cluttered(seat, down))
            return
        faces = [cards[card] for card in down]
        transaction.emit(Revealed(seat, down, tuple([face.worth[0] if len(face.worth) == 1 else 0 for face in faces])))
        for _ in range(sum([face.symbols.get("plus", 0) for face in faces if face.symbols])):
            transaction.flip(seat)

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        return open_value(bound, state.cars[seat]) is not None

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        card = open_value(bound, state.cars[seat])
        assert card is not None, "values are asked for while one is open"
        return Choices(tuple([Value(card, worth) for worth in bound.cards[card].worth]))

    def answer(self, transaction: Transaction, seat: int, choice: Choice) -> bool:
        assert isinstance(choice, Value)
        transaction.emit(Valued(seat, choice.card, choice.worth))
        return not self.asks(transaction.bound, transaction.state, seat)

    def stand_in(self, bound: Bound, state: State, seat: int, outcome: int) -> Choice:
        """The lowest value."""
        choice = self.choices(bound, state, seat)[0]
        assert isinstance(choice, Value)
        return choice

    def settle(self, transaction: Transaction, seats: tuple[int, ...]) -> None:
        for seat in seats:
            car = transaction.car(seat)
            if not car.cluttered:
                transaction.move(seat, "cards", car.speed)
