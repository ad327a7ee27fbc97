"""Phase 5: React. A driver uses the open items in any order, and leaves the rest."""

from collections.abc import Callable

from engine.heat import choices as c
from engine.heat import events as e
from engine.heat.bound import Bound
from engine.heat.cards import HEAT
from engine.heat.choices import CardSets, Choice, Choices, Pass
from engine.heat.items import USES, Moment, card_items, cooldowns, gear_items, kept_sets, moment_of
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.heat.using import USED


class React(Phase):
    name = "react"
    number = 5

    def begin(self, transaction: Transaction, seat: int) -> None:
        car = transaction.car(seat)
        items = gear_items(car.gear, transaction.rules.boost_gears)
        for card in car.play:
            if symbols := transaction.cards[card].symbols:
                items += card_items(symbols, card)
        if items:
            transaction.emit(e.ReactBegan(seat, items))

    def asks(self, bound: Bound, state: State, seat: int) -> bool:
        """Never by what is in a hand: who has cooldown is asked, Heat or no Heat."""
        car = state.cars[seat]
        if bound.owns_direct_play(car.stock):
            return True
        if not car.items and bound.roads(state.weather, state.tokens).plain:
            return False
        moment = moment_of(bound, state, seat)
        return any(USES[kind].visible(moment) for kind in self._kinds(moment))

    @staticmethod
    def _kinds(moment: Moment) -> set[str]:
        kinds = {item.kind for item in moment.car.items}
        if not moment.roads.plain:
            kinds.add("cooldown")
        return kinds

    def choices(self, bound: Bound, state: State, seat: int) -> Choices:
        moment = moment_of(bound, state, seat)
        kinds = self._kinds(moment)
        found: list[Choice] = []
        for kind, use in USES.items():
            if kind in kinds:
                found += use.ways(moment)
        if bound.direct:
            found += self._direct_plays(moment)
        if "heat" in kinds:
            found += kept_sets(moment)
        if not any(USES[kind].mandatory for kind in kinds):
            found.append(Pass())
        return Choices(tuple(found), self._salvages(moment) if "salvage" in kinds else ())

    @staticmethod
    def _salvages(moment: Moment) -> tuple[CardSets, ...]:
        discard = tuple(sorted(moment.car.discard))
        return tuple(
            [
                CardSets(_salvage(item.source), discard, 0, min(item.amount, len(discard)))
                for item in dict.fromkeys(moment.items("salvage"))
            ]
        )

    @staticmethod
    def _direct_plays(moment: Moment) -> list[Choice]:
        cards = moment.bound.cards
        heat_anywhere = moment.car.engine or HEAT in moment.hand
        return [
            c.DirectPlay(card, worth)
            for card in dict.fromkeys(moment.hand)
            if card in moment.bound.direct and (heat_anywhere or "heat" not in cards[card].symbols)
            for worth in cards[card].worth
        ]

    def answer(self, transaction: Transaction, seat: int, choice: Choice) -> bool:
        if isinstance(choice, Pass):
            transaction.emit(e.Passed(seat, self.name))
            return True
        USED[type(choice)](transaction, seat, choice)
        return False

    def stand_in(self, bound: Bound, state: State, seat: int, outcome: int) -> Choice:
        """What must be done, in card order; the most cooldown that is free, sooner if Heat is short; nothing else."""
        moment = moment_of(bound, state, seat)
        cooling = cooldowns(moment)
        if kept := kept_sets(moment):
            return cooling[-1] if cooling else kept[0]
        if musts := (*moment.items("heat"), *moment.items("scrap")):
            first = min(musts, key=lambda item: item.source)
            return c.PayHeat(first.source) if first.kind == "heat" else c.Scrap(first.source)
        return cooling[-1] if cooling else Pass()


def _salvage(source: str) -> Callable[[tuple[str, ...]], c.Salvage]:
    return lambda cards: c.Salvage(source, cards)
