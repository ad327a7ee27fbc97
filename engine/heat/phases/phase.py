"""What a phase is: when it asks, what it offers, what an answer does, and what follows when all have answered."""

from engine.heat.bound import Bound
from engine.heat.choices import NONE, Choice, Choices, Pass
from engine.heat.events import Chosen
from engine.heat.state import Car, State
from engine.heat.transaction import Transaction


class Phase:
    """One of the nine phases, as the walk knows it. One instance a phase; it keeps nothing."""

    name: str
    number: int
    legends = False
    """Whether Legends take part."""
    cluttered = False
    """Whether a driver whose hand turned out to be cluttered takes part."""

    def includes(self, car: Car) -> bool:
        """Whether the phase concerns this car at all."""
        return car.status == "racing" and (self.cluttered or not car.cluttered) and (self.legends or not car.legend)

    def open(self, transaction: Transaction) -> None:
        """What happens before the first of a stage that begins with this phase."""

    def begin(self, transaction: Transaction, seat: int) -> None:
        """What happens before the driver is asked."""

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        """Whether the driver is asked, on grounds that everybody can see."""
        return False

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        """What the driver may choose."""
        return NONE

    def answer(self, transaction: Transaction, seat: int, choice: Choice) -> bool:
        """Carry the choice out. True when the driver is done with the phase."""
        transaction.emit(Chosen(seat, choice))
        return True

    def stand_in(self, bound: Bound, state: State, seat: int, outcome: int) -> Choice:
        """What a stand-in chooses next, with one outcome of chance for the whole phase."""
        return Pass()

    def settle(self, transaction: Transaction, seats: tuple[int, ...]) -> None:
        """What follows once these seats have answered: all of a stage that is done together, else one."""
