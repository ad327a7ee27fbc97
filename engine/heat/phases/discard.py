"""Phase 8: throw cards away."""

from collections.abc import Callable
from functools import cache, partial
from itertools import permutations

from engine.heat.bound import Bound
from engine.heat.cards import HEAT
from engine.heat.choices import CardSets, Choice, Choices, Discard
from engine.heat.events import Discarded, HeatLost, Refreshed
from engine.heat.finish import is_turn_the_last
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.transaction import Transaction


class DiscardCards(Phase):
    name = "discard"
    number = 8

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        car = state.cars[seat]
        if is_turn_the_last(bound, state, seat, self.name):
            return False
        return not bound.course.is_tunnel(car.at, car.lane) or bool(refreshers(bound, car.play))

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        """Any cards that may go, and any of the refresh cards in play, in any order."""
        car = state.cars[seat]
        kept = bound.kept(state.setup)
        cards = tuple([card for card in car.hand if card not in kept])
        if bound.course.is_tunnel(car.at, car.lane):
            cards = ()
        most = bound.effects(state.setup).discard_max
        most = len(cards) if most is None else min(most, len(cards))
        orders: tuple[tuple[str, ...], ...] = ((),)
        if again := refreshers(bound, car.play):
            orders = tuple(dict.fromkeys(way for size in range(len(again) + 1) for way in permutations(again, size)))
        return Choices(sets=tuple([CardSets(_discard(order), cards, 0, most) for order in orders]))

    def stand_in(self, bound: Bound, state: State, seat: int, outcome: int) -> Choice:
        return Discard(())

    def settle(self, transaction: Transaction, seats: tuple[int, ...]) -> None:
        for seat in seats:
            choice = transaction.car(seat).choice
            if isinstance(choice, Discard):
                if choice.refresh:
                    transaction.emit(Refreshed(seat, choice.refresh))
                transaction.emit(Discarded(seat, choice.cards))
            if transaction.bound.effects(transaction.state.setup).lose_heat_per_lap:
                self._lose_heat(transaction, seat)

    def _lose_heat(self, transaction: Transaction, seat: int) -> None:
        """Each completed lap but the last costs a Heat for good: of the engine, else hand, discard or draw pile."""
        car, course = transaction.car(seat), transaction.course
        laps = course.laps_done(car.at)
        if (
            laps < 1
            or laps <= course.laps_done(car.start)
            or is_turn_the_last(transaction.bound, transaction.state, seat, self.name)
        ):
            return
        if car.engine:
            transaction.emit(HeatLost(seat, "engine"))
            return
        for place, cards in (("hand", car.hand), ("discard", car.discard), ("draw", car.draw)):
            if HEAT in cards:
                transaction.emit(HeatLost(seat, place))
                return


def refreshers(bound: Bound, play: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in play that may go back on top of the draw pile."""
    return tuple([card for card in play if "refresh" in bound.cards[card].symbols])


@cache
def _discard(refresh: tuple[str, ...]) -> Callable[[tuple[str, ...]], Discard]:
    return Discard if not refresh else partial(Discard, refresh=refresh)
