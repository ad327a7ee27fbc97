"""What a host adds to the base race (garage, weather, roads, sponsors), and what of it the engine is told.

These are the options of a room of Heat as they are stored, and a part of the terms of a race.
"""

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from engine.heat import Content, Setup
from engine.heat.cards import CardSet, base_cards
from engine.heat.modules import Modules, base_modules
from engine.heat.state import TIERS
from engine.kernel.bounds import Few, Word
from races.models import Race

Draft = Literal["", "rounds", "snake", "random"]

Pack = Literal["basic", "advanced", "heavy_rain", "tunnel_vision"]
"""Cards that can join: two tiers of the base game, and the expansions that bring cards. Rocky Roads brings circuits
alone."""

PACKS: tuple[Pack, ...] = get_args(Pack)

DRAWN = "drawn"
"""The weather is drawn when the race starts; any other word is the id of the weather that the host chose."""

TAKEN: dict[Draft, int] = {"rounds": 3, "snake": 4, "random": 3}
"""How many upgrades each driver takes in a draft; of the four of the snake one is given back."""


class Extras(Struct, frozen=True, forbid_unknown_fields=True):
    """What joins the base race. Without anything it is the base race."""

    garage: Draft = ""
    """How upgrades are drafted before the race; empty: everyone drives with the starting upgrades."""
    packs: Few[Pack] = TIERS
    """Whose upgrades and sponsor cards are in the game."""
    weather: Word = ""
    """Empty, `DRAWN`, or the id of a weather."""
    roads: bool = False
    sponsors: bool = False
    """The race is driven as one of a championship: the press waits at corners, and pays in sponsor cards."""

    @property
    def tiers(self) -> tuple[Literal["basic", "advanced"], ...]:
        return tuple([tier for tier in TIERS if tier in self.packs])

    @property
    def expansions(self) -> tuple[str, ...]:
        return tuple([pack for pack in PACKS if pack in self.packs and pack not in TIERS])

    def modules(self, every: Modules | None = None) -> Modules:
        """The modules of the race, of those that there are, or that ship: where the host chose the weather, there is
        only that one to draw."""
        every = every or base_modules()
        chosen = tuple(weather for weather in every.weather if weather.id == self.weather)
        return msgspec.structs.replace(every, weather=chosen) if chosen else every

    def of_setup(self) -> dict[str, Any]:
        """The fields of the set-up. Packs stand in it only where a card of theirs can come up."""
        packs = {"tiers": self.tiers} if self.garage else {}
        return {
            "draft": self.garage,
            **packs,
            "expansions": self.expansions if self.garage or self.sponsors else (),
            "weather": bool(self.weather),
            "roads": self.roads,
            "season": self.sponsors,
        }

    def drivers_served(self, cards: CardSet | None = None, taken: int = 0) -> int:
        """How many drivers can draft before the upgrades of these cards, or of those that ship, run out: by the way in
        which they draft, or where each takes so many."""
        return len((cards or base_cards()).upgrade_pile(self.tiers, self.expansions)) // (taken or TAKEN[self.garage])


def extras_of(race: Race) -> Extras:
    """What a race was started with, so that the next one can be."""
    setup = msgspec.json.decode(race.setup, type=Setup)
    content = msgspec.json.decode(race.content.data, type=Content)
    weather = content.modules.weather
    return Extras(
        garage="" if setup.draft == "one" else setup.draft,
        packs=tuple([pack for pack in PACKS if pack in (*(setup.tiers if setup.draft else TIERS), *setup.expansions)]),
        weather=(weather[0].id if len(weather) == 1 else DRAWN) if setup.weather else "",
        roads=setup.roads,
        sponsors=setup.season,
    )
