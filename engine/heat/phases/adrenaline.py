"""Phase 4: the last cars of the round's order are given adrenaline."""

from engine.heat.events import AdrenalineGiven
from engine.heat.phases.phase import Phase
from engine.heat.state import Item, State
from engine.heat.transaction import Transaction
from engine.heat.views import View
from engine.kernel.seats import Seat

ITEMS = (Item("adrenaline", 1, "adrenaline"), Item("cooldown", 1, "adrenaline"))
"""Two separate options of React: speed, and cooldown."""

CARS_FOR_TWO = 5
"""From so many cars on, the last two have adrenaline."""


def has_adrenaline(state: State | View, seat: Seat) -> bool:
    return seat in with_adrenaline(state)


def with_adrenaline(state: State | View) -> tuple[Seat, ...]:
    """By the order at the start of the round. Cars racing and home count, retired ones do not."""
    running = tuple([seat for seat in state.order if state.cars[seat].status == "racing"])
    if len(running) <= 1:
        return ()
    home = sum([car.status == "home" for car in state.cars])
    return running[-2:] if home + len(running) >= CARS_FOR_TWO else running[-1:]


class Adrenaline(Phase):
    name = "adrenaline"
    number = 4

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        if transaction.bound.effects(transaction.state.setup).no_adrenaline:
            return
        for seat in seats:
            if has_adrenaline(transaction.state, seat):
                transaction.emit(AdrenalineGiven(seat, items=ITEMS))
