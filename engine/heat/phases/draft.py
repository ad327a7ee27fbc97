"""Before the first round: upgrades are drafted. One phase a way to take them, and what each draft is made of."""

from typing import TYPE_CHECKING

from engine.heat.choices import Choice, Choices, GiveUp, Pass, Pick, Swap
from engine.heat.events import GaveUp, MarketClosed, MarketDealt, Passed, Picked, Swapped
from engine.heat.phases.phase import Phase
from engine.heat.rules import Stage
from engine.heat.state import State
from engine.heat.telling import Telling
from engine.kernel.chance import shuffled

if TYPE_CHECKING:
    from engine.heat.game import Heat

SPARE = 3
"""A market holds so many cards more than are taken from it."""

DRAFTED = 3

_PICKS = Stage(("draft",))
_SNAKE = Stage(("snake_draft",))

DRAFTS: dict[str, tuple[Stage, ...]] = {
    "": (),
    "rounds": (_PICKS, _PICKS, _PICKS),
    "snake": (_SNAKE, _SNAKE, Stage(("give_up",), together=True)),
    "random": (Stage(("random_draft",), together=True),),
    "one": (_PICKS, Stage(("swap",))),
}
"""The stages of each way to draft, before round 1."""


def grid_order(telling: Telling) -> tuple[int, ...]:
    """The drivers with a deck, from pole backwards."""
    rank = telling.course.rank
    drivers = [seat for seat, car in enumerate(telling.state.cars) if not car.legend and car.status == "racing"]
    return tuple(sorted(drivers, key=lambda seat: rank(telling.car(seat))))


def deal_market(telling: Telling, order: tuple[int, ...], count: int) -> None:
    """Lay upgrades open. When the pile runs out, what nobody took is shuffled in again."""
    state = telling.state
    pile = state.upgrade_pile
    if len(pile) >= count:
        telling.tell(MarketDealt(order, pile[:count]))
        return
    outcome, n = telling.table_draw()
    pile = (*pile, *shuffled(outcome, sorted((*state.upgrades_out, *state.market))))
    telling.tell(MarketDealt(order, pile[:count], pile, n))


class Draft(Phase):
    """Each driver takes one: from the back of the grid in odd rounds, from the front in even ones."""

    name = "draft"
    number = 0

    def open(self, telling: Telling) -> None:
        grid = grid_order(telling)
        deal_market(telling, self.order(grid, telling.opening_stage), self.size(len(grid)))

    @staticmethod
    def order(grid: tuple[int, ...], stage: int) -> tuple[int, ...]:
        return grid if stage % 2 else grid[::-1]

    @staticmethod
    def size(drivers: int) -> int:
        return drivers + SPARE

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        return bool(state.market)

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        return Choices(tuple([Pick(card) for card in sorted(set(state.market))]))

    def answer(self, telling: Telling, seat: int, choice: Choice) -> bool:
        assert isinstance(choice, Pick)
        telling.tell(Picked(seat, choice.card))
        return True

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        """The first card."""
        choice = self.choices(game, state, seat)[0]
        assert isinstance(choice, Pick)
        return choice


class SnakeDraft(Draft):
    """Through the order once and back, from a market twice as large."""

    name = "snake_draft"

    @staticmethod
    def order(grid: tuple[int, ...], stage: int) -> tuple[int, ...]:
        once = Draft.order(grid, stage)
        return once + once[::-1]

    @staticmethod
    def size(drivers: int) -> int:
        return 2 * drivers + SPARE


class RandomDraft(Phase):
    """Everybody is given three."""

    name = "random_draft"
    number = 0

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        grid = grid_order(telling)
        deal_market(telling, grid, DRAFTED * len(grid))
        for seat in grid:
            for card in telling.state.market[:DRAFTED]:
                telling.tell(Picked(seat, card))


class GiveUpOne(Phase):
    """Who took four gives one back, in secret."""

    name = "give_up"
    number = 0

    def open(self, telling: Telling) -> None:
        telling.tell(MarketClosed(grid_order(telling)))

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        return len(state.cars[seat].upgrades) > DRAFTED

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        return Choices(tuple([GiveUp(card) for card in sorted(set(state.cars[seat].upgrades))]))

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        """The last in card order: it keeps the first."""
        choice = self.choices(game, state, seat)[-1]
        assert isinstance(choice, GiveUp)
        return choice

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            choice = telling.car(seat).choice
            if isinstance(choice, GiveUp):
                telling.tell(GaveUp(seat, choice.card))


class SwapOne(Phase):
    """Who drafted first may swap an owned upgrade for one that nobody took."""

    name = "swap"
    number = 0

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        return bool(seat == state.order[0] and state.market and state.cars[seat].upgrades)

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        owned, left = sorted(set(state.cars[seat].upgrades)), sorted(set(state.market))
        return Choices((*(Swap(give, take) for give in owned for take in left if give != take), Pass()))

    def answer(self, telling: Telling, seat: int, choice: Choice) -> bool:
        if isinstance(choice, Swap):
            telling.tell(Swapped(seat, choice.give, choice.take))
        else:
            telling.tell(Passed(seat, self.name))
        return True
