"""What a phase is: when it asks, what it offers, what an answer does, and what follows when all have answered."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from engine.heat.bound import Bound
from engine.heat.choices import CardSets, Choice, Choices
from engine.heat.moment import Moment
from engine.heat.moves.move import Move
from engine.heat.moves.pass_ import Pass
from engine.heat.rules import PhaseName
from engine.heat.state import Car, State
from engine.heat.transaction import Transaction
from engine.kernel.commands import Withdrawal
from engine.kernel.seats import Seat


class Phase:
    """One phase, as the walk knows it. One instance a phase and a list of moves; it keeps nothing of a race."""

    name: PhaseName
    number: int
    legends = False
    """Whether Legends take part."""
    cluttered = False
    """Whether a driver whose hand turned out to be cluttered takes part."""

    def __init__(self, moves: Sequence[Move[Any]]) -> None:
        self.moves = tuple(move for move in moves if self.name in move.phases)
        """The actions that answer its question, in the order in which they are offered."""
        self._offers: tuple[Callable[[Moment], Choices], ...] = tuple(move.offers for move in self.moves)
        self._does = {move.choice: move.do for move in self.moves}
        self._settles = {move.choice: move.settle for move in self.moves if move.settle is not None}

    def includes(self, car: Car) -> bool:
        """Whether the phase concerns this car at all."""
        return car.status == "racing" and (self.cluttered or not car.cluttered) and (self.legends or not car.legend)

    def open(self, transaction: Transaction) -> None:
        """What happens before the first of a stage that begins with this phase."""

    def begin(self, transaction: Transaction, seat: Seat) -> None:
        """What happens before the driver is asked."""

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        """Whether the driver is asked, by public facts only."""
        return False

    def choices(self, bound: Bound, state: State, seat: Seat) -> Choices:
        """What the driver may choose: what each action offers."""
        offers = self._offers
        car = state.cars[seat]
        moment = Moment(bound, state, seat, car, car.hand)
        if len(offers) == 1:
            return offers[0](moment)
        return joined(moment, offers)

    def answer(self, transaction: Transaction, seat: Seat, choice: Choice) -> bool:
        """Carry the choice out. True when the driver is done with the phase."""
        return self._does[type(choice)](transaction, seat, choice)

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        """What a stand-in chooses next, with one outcome of chance for the whole phase."""
        return Pass()

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        """What follows once these seats have answered: all of a stage that is done together, else one."""
        if self._settles:
            for seat in seats:
                self.settle_choice(transaction, seat)

    def settle_choice(self, transaction: Transaction, seat: Seat) -> None:
        """Carry out what the seat has chosen in secret."""
        choice = transaction.car(seat).choice
        settle = self._settles.get(type(choice))
        if settle is not None:
            settle(transaction, seat, choice)


Phases: TypeAlias = Mapping[PhaseName, Phase]


def joined(moment: Moment, offers: Sequence[Callable[[Moment], Choices]]) -> Choices:
    """What several actions offer, one after the other."""
    others: list[Choice | Withdrawal] = []
    sets: tuple[CardSets, ...] = ()
    for offer in offers:
        offered = offer(moment)
        others += offered.others
        sets += offered.sets
    return Choices(tuple(others), sets)
