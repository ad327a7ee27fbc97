"""Phase 5: React. A driver uses the open items in any order, and leaves the rest."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.heat import choices as c
from engine.heat import events as e
from engine.heat.cards import HEAT
from engine.heat.choices import CardSets, Choice, Choices, Pass
from engine.heat.items import USES, Scene, card_items, cooldowns, gear_items, kept_sets, scene_of
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.heat.telling import Telling
from engine.heat.using import USED

if TYPE_CHECKING:
    from engine.heat.game import Heat


class React(Phase):
    name = "react"
    number = 5

    def begin(self, telling: Telling, seat: int) -> None:
        car = telling.car(seat)
        items = gear_items(car.gear, telling.rules.boost_gears)
        for card in car.play:
            if symbols := telling.cards[card].symbols:
                items += card_items(symbols, card)
        if items:
            telling.tell(e.ReactBegan(seat, items))

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        """Never by what is in a hand: who has cooldown is asked, Heat or no Heat."""
        car = state.cars[seat]
        if game.owns_direct_play(car.stock):
            return True
        if not car.items and game.roads(state.weather, state.tokens).plain:
            return False
        scene = scene_of(game, state, seat)
        return any(USES[kind].visible(scene) for kind in self._kinds(scene))

    @staticmethod
    def _kinds(scene: Scene) -> set[str]:
        kinds = {item.kind for item in scene.car.items}
        if not scene.roads.plain:
            kinds.add("cooldown")
        return kinds

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        scene = scene_of(game, state, seat)
        kinds = self._kinds(scene)
        found: list[Choice] = []
        for kind, use in USES.items():
            if kind in kinds:
                found += use.ways(scene)
        if game.direct:
            found += self._direct_plays(scene)
        if "heat" in kinds:
            found += kept_sets(scene)
        if not any(USES[kind].mandatory for kind in kinds):
            found.append(Pass())
        return Choices(tuple(found), self._salvages(scene) if "salvage" in kinds else ())

    @staticmethod
    def _salvages(scene: Scene) -> tuple[CardSets, ...]:
        discard = tuple(sorted(scene.car.discard))
        return tuple(
            [
                CardSets(_salvage(item.source), discard, 0, min(item.amount, len(discard)))
                for item in dict.fromkeys(scene.items("salvage"))
            ]
        )

    @staticmethod
    def _direct_plays(scene: Scene) -> list[Choice]:
        cards = scene.game.cards
        heat_anywhere = scene.car.engine or HEAT in scene.hand
        return [
            c.DirectPlay(card, worth)
            for card in dict.fromkeys(scene.hand)
            if card in scene.game.direct and (heat_anywhere or "heat" not in cards[card].symbols)
            for worth in cards[card].worth
        ]

    def answer(self, telling: Telling, seat: int, choice: Choice) -> bool:
        if isinstance(choice, Pass):
            telling.tell(e.Passed(seat, self.name))
            return True
        USED[type(choice)](telling, seat, choice)
        return False

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        """What must be done, in card order; the most cooldown that is free, sooner if Heat is short; nothing else."""
        scene = scene_of(game, state, seat)
        cooling = cooldowns(scene)
        if kept := kept_sets(scene):
            return cooling[-1] if cooling else kept[0]
        if musts := (*scene.items("heat"), *scene.items("scrap")):
            first = min(musts, key=lambda item: item.source)
            return c.PayHeat(first.source) if first.kind == "heat" else c.Scrap(first.source)
        return cooling[-1] if cooling else Pass()


def _salvage(source: str) -> Callable[[tuple[str, ...]], c.Salvage]:
    return lambda cards: c.Salvage(source, cards)
