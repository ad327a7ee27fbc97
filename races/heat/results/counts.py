"""What is counted of one car, and what an event of an action adds to it. Each action declares its own counts."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from engine.heat.state import Car


class Figures(Struct):
    """What one car did."""

    rounds_led: int = 0
    corners: int = 0
    gears: int = 0
    boosted: int = 0
    cards: int = 0
    cooled: int = 0
    spin_outs: int = 0
    boosts: int = 0
    slipstream: int = 0
    over_limit: int = 0
    turns: int = 0
    geared: int = 0
    """The sum of the gears of those turns."""
    top_speed: int = 0

    @property
    def heat_paid(self) -> int:
        return self.corners + self.gears + self.boosted + self.cards

    @property
    def average_gear(self) -> float:
        return self.geared / self.turns if self.turns else 0.0


Counts: TypeAlias = Mapping[type, Callable[[Figures, Car, Any], None]]
"""By the type of an event, what it adds to the figures of its car, as the car was before the event."""


class _OfHeat(Protocol):
    @property
    def heat(self) -> int: ...


def paid_for_cards(figures: Figures, car: Car, event: _OfHeat) -> None:
    """Heat went from the engine to the discard pile because of a card."""
    figures.cards += event.heat


def cooled(figures: Figures, car: Car, event: _OfHeat) -> None:
    """Heat came back to the engine."""
    figures.cooled += event.heat
