"""Cars laid out for React: what the tests of symbols share."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Ruleset
from engine.heat.cards import Card
from engine.heat.state import Item
from tests.engine.heat.kit import Table, box, car, game

BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])

LAST = (Item("adrenaline", 1, "adrenaline"), Item("cooldown", 1, "adrenaline"))
HOT = "heat heat heat heat 1 2 3"
DARK = {"tunnel": [{"space": space, "lane": lane} for space in (14, 15) for lane in (1, 2)]}
GAS = Card("gas", "upgrade", (4,), {"direct_play": 1, "heat": 2, "cooldown": 1})
ROCKET = Card("rocket", "upgrade", (1,), {"direct_play": 1, "plus": 1})
LOADED = Card(
    "loaded",
    "upgrade",
    (1,),
    {"heat": 1, "cooldown": 1, "super_cool": 1, "draft": 1, "reduce_stress": 1, "salvage": 1, "scrap": 1}
    | {"accelerate": 1, "slipstream": 1, "refresh": 1, "adjust_limit": 1},
)


def reacting(
    play: str, *others: Any, rules: Ruleset = STANDARD, extra: Iterable[Card] = (), on: Any = None, **rest: Any
) -> Table:
    """React in 3rd gear with these cards in play; each counts its least, if it was not said otherwise."""
    race = game(rules, on=on, cards=box(*extra))
    worth = tuple(race.cards[card].worth[0] for card in play.split())
    driver: dict[str, Any] = {"at": 14, "start": 13, "gear": 3, "play": play, "worth": worth} | rest
    return Table(race, car(**driver), *others).go("react")


def offered(table: Table, kind: type) -> list[Any]:
    return [choice for choice in table.choices(0) if isinstance(choice, kind)]


def ahead(at: int, **rest: Any) -> Any:
    """A car that is asked nothing in React."""
    return car(at=at, gear=3, **rest)


def under(weather: str, *cars: Any) -> Table:
    """React under some weather, which holds on the whole track."""
    table = Table(game(), *cars, weather=True)
    table.state = replace(table.state, weather=weather)
    return table.go("react")
