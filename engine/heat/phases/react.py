"""Phase 5: React. A driver uses the open items in any order, and leaves the rest."""

from collections.abc import Sequence
from typing import Any

from engine.heat.bound import Bound
from engine.heat.choices import Choice, Choices
from engine.heat.events import ReactBegan
from engine.heat.items import card_items, gear_items
from engine.heat.moment import Moment, moment_of
from engine.heat.moves import cool
from engine.heat.moves.forgo import kept_sets
from engine.heat.moves.move import Move
from engine.heat.moves.pass_ import Pass
from engine.heat.phases.phase import Phase, joined
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class React(Phase):
    name = "react"
    number = 5

    def __init__(self, moves: Sequence[Move[Any]]) -> None:
        super().__init__(moves)
        self._ways = tuple((move.item.kind if move.item else None, move.offers) for move in self.moves)
        self._visible = {move.item.kind: move.item.visible for move in self.moves if move.item}
        self._musts = {move.item.kind: move.item.must for move in self.moves if move.item and move.item.must}

    def begin(self, transaction: Transaction, seat: Seat) -> None:
        car = transaction.car(seat)
        items = gear_items(car.gear, transaction.rules.boost_gears)
        for card in car.play:
            if symbols := transaction.cards[card].symbols:
                items += card_items(symbols, card, transaction.bound.vocabulary.items)
        if items:
            transaction.emit(ReactBegan(seat, items=items))

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        """By public facts only: a driver with cooldown is asked also where the hand holds no Heat, or the question
        would tell the others that it does."""
        car = state.cars[seat]
        if bound.owns_direct_play(car.stock):
            return True
        if not car.items and bound.roads(state.weather, state.tokens).plain:
            return False
        moment = moment_of(bound, state, seat)
        return any(self._visible[kind](moment) for kind in self._kinds(moment))

    @staticmethod
    def _kinds(moment: Moment) -> set[str]:
        kinds = {item.kind for item in moment.car.items}
        if not moment.roads.plain:
            kinds.add("cooldown")
        return kinds

    def choices(self, bound: Bound, state: State, seat: Seat) -> Choices:
        moment = moment_of(bound, state, seat)
        kinds = self._kinds(moment)
        return joined(moment, [offers for kind, offers in self._ways if kind is None or kind in kinds])

    def stand_in(self, bound: Bound, state: State, seat: Seat, outcome: int) -> Choice:
        """What must be done, in card order; the most cooldown that is free, sooner if Heat is short; nothing else."""
        moment = moment_of(bound, state, seat)
        cooling = cool.offers(moment).others
        most = cooling[-1] if cooling else None
        if kept := kept_sets(moment):
            return most if isinstance(most, cool.Cool) else kept[0]
        musts = [item for kind in self._musts for item in moment.items(kind)]
        if musts:
            first = min(musts, key=lambda item: item.source)
            return self._musts[first.kind](first.source)
        return most if isinstance(most, cool.Cool) else Pass()
