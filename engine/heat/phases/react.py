"""Phase 5: React. A driver uses the open items in any order, and leaves the rest.

The items are data: where they come from is one place each (the gear, adrenaline, symbols on cards), and what can be
done with a kind of item is one row of `USES`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.heat.choices import Adrenaline, Boost, Choice, Choices, Cool, Pass
from engine.heat.events import AdrenalineUsed, Boosted, Cooled, Passed, ReactBegan
from engine.heat.phases.phase import Phase
from engine.heat.state import Car, Item, State
from engine.heat.telling import Telling

if TYPE_CHECKING:
    from engine.heat.game import Heat

GEAR_COOLDOWN = {1: 3, 2: 1}
BOOST_COST = 1

SOURCES_FIRST = ("gear", "adrenaline")
"""Cooldown of these sources is spent before that of cards."""


def total(items: tuple[Item, ...], kind: str) -> int:
    return sum([item.amount for item in items if item.kind == kind])


def sources_for(items: tuple[Item, ...], kind: str, amount: int) -> tuple[Item, ...]:
    """The sources that an amount spends: the free ones first, and no more of them than it takes."""
    able = sorted(
        (item for item in items if item.kind == kind),
        key=lambda item: SOURCES_FIRST.index(item.source) if item.source in SOURCES_FIRST else len(SOURCES_FIRST),
    )
    spent: list[Item] = []
    for item in able:
        if sum(taken.amount for taken in spent) >= amount:
            break
        spent.append(item)
    for item in tuple(spent):
        if sum(taken.amount for taken in spent) - item.amount >= amount:
            spent.remove(item)
    return tuple(spent)


class Use(Struct, frozen=True):
    """What can be done with a kind of item."""

    visible: Callable[[Car, tuple[Item, ...]], bool]
    """Whether it may be usable, as far as everybody can see."""
    choices: Callable[["Heat", Car], tuple[Choice, ...]]
    """The ways to use it."""
    mandatory: bool = False


def _cooldowns(game: "Heat", car: Car) -> tuple[Choice, ...]:
    most = min(total(car.items, "cooldown"), sum([card in game.heats for card in car.hand]))
    return tuple([Cool(heat) for heat in range(1, most + 1)])


def _boost(game: "Heat", car: Car) -> tuple[Choice, ...]:
    return (Boost(),) if car.engine >= BOOST_COST else ()


def _can_pay_boost(car: Car, items: tuple[Item, ...]) -> bool:
    return car.engine >= BOOST_COST


USES: dict[str, Use] = {
    "cooldown": Use(lambda car, items: True, _cooldowns),
    "boost": Use(_can_pay_boost, _boost),
    "adrenaline": Use(lambda car, items: True, lambda game, car: (Adrenaline(),)),
}
"""Every kind of item, in the order in which its choices are listed."""


def gear_items(gear: int, boost_gears: tuple[int, ...]) -> tuple[Item, ...]:
    """What the gear gives: cooldown in the low gears, and a boost where the rule set has one."""
    items: tuple[Item, ...] = ()
    if cooldown := GEAR_COOLDOWN.get(gear):
        items += (Item("cooldown", cooldown, "gear"),)
    if gear in boost_gears:
        items += (Item("boost", BOOST_COST, "gear"),)
    return items


class React(Phase):
    name = "react"
    number = 5

    def begin(self, telling: Telling, seat: int) -> None:
        car = telling.car(seat)
        items = gear_items(car.gear, telling.rules.boost_gears)
        for card in car.play:
            if symbols := telling.cards[card].symbols:
                items += tuple(Item(kind, amount, card) for kind, amount in symbols.items() if kind in USES)
        if items:
            telling.tell(ReactBegan(seat, items))

    def asks(self, game: "Heat", state: State, seat: int) -> bool:
        """Never by what is in a hand: who has cooldown is asked, Heat or no Heat."""
        car = state.cars[seat]
        return any(USES[item.kind].visible(car, car.items) for item in car.items)

    def choices(self, game: "Heat", state: State, seat: int) -> Choices:
        car = state.cars[seat]
        kinds = {item.kind for item in car.items}
        found: list[Choice] = []
        owed = False
        for kind, use in USES.items():
            if kind in kinds:
                ways = use.choices(game, car)
                found += ways
                owed |= use.mandatory and bool(ways)
        if not owed:
            found.append(Pass())
        return Choices(tuple(found))

    def answer(self, telling: Telling, seat: int, choice: Choice) -> bool:
        car = telling.car(seat)
        if isinstance(choice, Cool):
            telling.tell(Cooled(seat, choice.heat, sources_for(car.items, "cooldown", choice.heat)))
        elif isinstance(choice, Boost):
            (spent,) = (item for item in car.items if item.kind == "boost")
            telling.tell(Boosted(seat, BOOST_COST, spent))
            telling.move(seat, "boost", telling.flip(seat))
        elif isinstance(choice, Adrenaline):
            (spent,) = (item for item in car.items if item.kind == "adrenaline")
            telling.tell(AdrenalineUsed(seat, spent.amount, spent))
            telling.move(seat, "adrenaline", spent.amount)
        else:
            telling.tell(Passed(seat, self.name))
            return True
        return False

    def stand_in(self, game: "Heat", state: State, seat: int, outcome: int) -> Choice:
        """The most cooldown that is free, then nothing else."""
        cooldowns = _cooldowns(game, state.cars[seat])
        return cooldowns[-1] if cooldowns else Pass()
