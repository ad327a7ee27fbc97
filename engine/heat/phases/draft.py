"""Before the first round: upgrades are drafted. One phase a way to take them, and what each draft is made of."""

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.events import MarketClosed, MarketDealt
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pick import Pick, Picked
from engine.heat.phases.phase import Phase
from engine.heat.rules import PhaseName
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat, by_seat

SPARE = 3
"""A market holds so many cards more than are taken from it."""

DRAFTED = 3


def grid_order(transaction: Transaction) -> tuple[Seat, ...]:
    """The drivers with a deck, from pole backwards."""
    rank = transaction.course.rank
    drivers = [seat for seat, car in by_seat(transaction.state.cars) if not car.legend and car.status == "racing"]
    return tuple(sorted(drivers, key=lambda seat: rank(transaction.car(seat))))


def deal_market(transaction: Transaction, order: tuple[Seat, ...], count: int) -> None:
    """Lay upgrades open. When the pile runs out, what no driver took is shuffled in again."""
    state = transaction.state
    pile = state.upgrade_pile
    if len(pile) >= count:
        transaction.emit(MarketDealt(order=order, cards=pile[:count]))
        return
    again, n = transaction.table_shuffle((*state.upgrades_out, *state.market))
    pile = (*pile, *again)
    transaction.emit(MarketDealt(order=order, cards=pile[:count], pile=pile, n=n))


class Draft(Phase):
    """Each driver takes one: from the back of the grid in odd rounds, from the front in even ones."""

    name: PhaseName = "draft"
    number = 0

    def open(self, transaction: Transaction) -> None:
        grid = grid_order(transaction)
        deal_market(transaction, self.order(grid, transaction.opening_stage), self.size(len(grid)))

    @staticmethod
    def order(grid: tuple[Seat, ...], stage: int) -> tuple[Seat, ...]:
        return grid if stage % 2 else grid[::-1]

    @staticmethod
    def size(drivers: int) -> int:
        return drivers + SPARE

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        return bool(state.market)

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        """The first card."""
        choice = self.choices(bound, state, seat)[0]
        assert isinstance(choice, Pick)
        return choice


class SnakeDraft(Draft):
    """Through the order once and back, from a market twice as large."""

    name = "snake_draft"

    @staticmethod
    def order(grid: tuple[Seat, ...], stage: int) -> tuple[Seat, ...]:
        once = Draft.order(grid, stage)
        return once + once[::-1]

    @staticmethod
    def size(drivers: int) -> int:
        return 2 * drivers + SPARE


class RandomDraft(Phase):
    """Each driver is given three."""

    name = "random_draft"
    number = 0

    def settle(self, transaction: Transaction, seats: tuple[Seat, ...]) -> None:
        grid = grid_order(transaction)
        deal_market(transaction, grid, DRAFTED * len(grid))
        for seat in grid:
            for card in transaction.state.market[:DRAFTED]:
                transaction.emit(Picked(seat, card=card))


class GiveUpOne(Phase):
    """Who took four gives one back, in secret."""

    name = "give_up"
    number = 0

    def open(self, transaction: Transaction) -> None:
        transaction.emit(MarketClosed(order=grid_order(transaction)))

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        return len(state.cars[seat].upgrades) > DRAFTED

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        """The last in card order: it keeps the first."""
        choice = self.choices(bound, state, seat)[-1]
        assert isinstance(choice, GiveUp)
        return choice


class SwapOne(Phase):
    """The driver who drafted first may swap an owned upgrade for one that no driver took."""

    name = "swap"
    number = 0

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        return bool(seat == state.order[0] and state.market and state.cars[seat].upgrades)
