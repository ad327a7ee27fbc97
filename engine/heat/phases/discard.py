"""Phase 8: throw cards away."""

from collections.abc import Callable
from functools import cache, partial
from itertools import permutations
from typing import TYPE_CHECKING

from engine.heat.cards import HEAT
from engine.heat.choices import CardSets, Choice, Choices, Discard
from engine.heat.events import Discarded, HeatLost, Refreshed
from engine.heat.finish import is_turn_the_last
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.telling import Telling

if TYPE_CHECKING:
    from engine.heat.game import Heat


class DiscardCards(Phase):
    name = "discard"
    number = 8

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        car = state.cars[seat]
        if is_turn_the_last(game, state, seat, self.name):
            return False
        return not game.course.is_tunnel(car.at, car.lane) or bool(refreshers(game, car.play))

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        """Any cards that may go, and any of the refresh cards in play, in any order."""
        car = state.cars[seat]
        kept = game.kept(state.setup)
        cards = tuple([card for card in car.hand if card not in kept])
        if game.course.is_tunnel(car.at, car.lane):
            cards = ()
        most = game.effects(state.setup).discard_max
        most = len(cards) if most is None else min(most, len(cards))
        orders: tuple[tuple[str, ...], ...] = ((),)
        if again := refreshers(game, car.play):
            orders = tuple(dict.fromkeys(way for size in range(len(again) + 1) for way in permutations(again, size)))
        return Choices(sets=tuple([CardSets(_discard(order), cards, 0, most) for order in orders]))

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        return Discard(())

    def settle(self, telling: Telling, seats: tuple[int, ...]) -> None:
        for seat in seats:
            choice = telling.car(seat).choice
            if isinstance(choice, Discard):
                if choice.refresh:
                    telling.tell(Refreshed(seat, choice.refresh))
                telling.tell(Discarded(seat, choice.cards))
            if telling.game.effects(telling.state.setup).lose_heat_per_lap:
                self._lose_heat(telling, seat)

    def _lose_heat(self, telling: Telling, seat: int) -> None:
        """Each completed lap but the last costs a Heat for good: of the engine, else hand, discard or draw pile."""
        car, course = telling.car(seat), telling.course
        laps = course.laps_done(car.at)
        if (
            laps < 1
            or laps <= course.laps_done(car.start)
            or is_turn_the_last(telling.game, telling.state, seat, self.name)
        ):
            return
        if car.engine:
            telling.tell(HeatLost(seat, "engine"))
            return
        for place, cards in (("hand", car.hand), ("discard", car.discard), ("draw", car.draw)):
            if HEAT in cards:
                telling.tell(HeatLost(seat, place))
                return


def refreshers(game: "Heat", play: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in play that may go back on top of the draw pile."""
    return tuple([card for card in play if "refresh" in game.cards[card].symbols])


@cache
def _discard(refresh: tuple[str, ...]) -> Callable[[tuple[str, ...]], Discard]:
    return Discard if not refresh else partial(Discard, refresh=refresh)
