"""Events as a viewer may know them: public facts as they are, the others in a form of their own.

These are the events that belong to no action. An action masks its own events, and `Tables` has both.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from engine.heat import events as e
from engine.heat.choices import Choice
from engine.heat.rules import PhaseName
from engine.heat.state import Earning, Setup
from engine.heat.views import seen_setup
from engine.kernel.seats import Seat

PUBLIC: frozenset[type[e.Event]] = frozenset(
    {
        e.MarketClosed,
        e.RoundBegan,
        e.Asked,
        e.Withdrew,
        e.Flipped,
        e.Moved,
        e.AdrenalineGiven,
        e.ReactBegan,
        e.CornerTaken,
        e.SpunOut,
        e.HeatLost,
        e.SponsorsSpent,
        e.Cleared,
        e.CameHome,
        e.Finished,
    }
)
"""Events of no action that hold nothing secret."""


class Masked(Struct, frozen=True, omit_defaults=True):
    """An event that holds a secret, without it."""


class CarMasked(Masked, frozen=True):
    """An event of one car that holds a secret, without it."""

    seat: Seat


class StartedSeen(Masked, frozen=True, tag="started", kw_only=True):
    """The cars are on the grid."""

    content: str
    setup: Setup
    grid: tuple[Seat, ...]


class MarketDealtSeen(Masked, frozen=True, tag="market_dealt", kw_only=True):
    """Upgrades lie open; what no driver took was shuffled in before if `again`."""

    order: tuple[Seat, ...]
    cards: tuple[str, ...]
    again: bool = False


class WeatherDrawnSeen(Masked, frozen=True, tag="weather_drawn", kw_only=True):
    """The weather of the race."""

    card: str


class RoadsLaidSeen(Masked, frozen=True, tag="roads_laid", kw_only=True):
    """A road token lies at each corner, in driving order."""

    tokens: tuple[str, ...]


class SponsorsDrawnSeen(CarMasked, frozen=True, tag="sponsors_drawn", kw_only=True):
    """A driver drew so many sponsor cards; which, only that driver sees."""

    why: Earning
    count: int
    cards: tuple[str, ...] | None = None


class DealtSeen(CarMasked, frozen=True, tag="dealt", kw_only=True):
    """A driver has a deck of so many cards, Heat in the engine, and a hand that only that driver sees."""

    cards: int
    drawn: int
    engine: int
    discard: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = None


class StoodInSeen(CarMasked, frozen=True, tag="stood_in", kw_only=True):
    """A stand-in answers."""

    phase: PhaseName
    reason: str


class ChosenSeen(CarMasked, frozen=True, tag="chosen", kw_only=True):
    """A driver has chosen; what, only that driver sees."""

    choice: Choice | None = None


class ReshuffledSeen(CarMasked, frozen=True, tag="reshuffled", kw_only=True):
    """A discard pile of so many cards became a draw pile."""

    cards: int


class LegendCardTurnedSeen(Masked, frozen=True, tag="legend_card_turned", kw_only=True):
    """The Legends drive by this card; all cards were shuffled again before if `again`."""

    card: str
    again: bool = False


class DrewSeen(CarMasked, frozen=True, tag="drew", kw_only=True):
    """A driver drew so many cards; which, only that driver sees."""

    count: int
    cards: tuple[str, ...] | None = None


Seen: TypeAlias = e.Event | Masked
"""An event as a viewer knows it: as it is, or in a form of its own."""


def _started(event: e.Started, seat: int | None) -> StartedSeen:
    return StartedSeen(content=event.content, setup=seen_setup(event.setup, seat), grid=event.grid)


def _sponsors_drawn(event: e.SponsorsDrawn, seat: int | None) -> SponsorsDrawnSeen:
    cards = event.cards if seat == event.seat else None
    return SponsorsDrawnSeen(event.seat, why=event.why, count=len(event.cards), cards=cards)


def _dealt(event: e.Dealt, seat: int | None) -> DealtSeen:
    hand = tuple(sorted(event.pile[: event.drawn])) if seat == event.seat else None
    return DealtSeen(
        event.seat, cards=len(event.pile), drawn=event.drawn, engine=event.engine, discard=event.discard, hand=hand
    )


def _chosen(event: e.Chosen, seat: int | None) -> ChosenSeen:
    return ChosenSeen(event.seat, choice=event.choice if seat == event.seat else None)


def _drew(event: e.Drew, seat: int | None) -> DrewSeen:
    return DrewSeen(event.seat, count=len(event.cards), cards=event.cards if seat == event.seat else None)


MASKED: dict[type[e.Event], Callable[[Any, int | None], Seen]] = {
    e.Started: _started,
    e.MarketDealt: lambda event, seat: MarketDealtSeen(order=event.order, cards=event.cards, again=event.n is not None),
    e.WeatherDrawn: lambda event, seat: WeatherDrawnSeen(card=event.card),
    e.RoadsLaid: lambda event, seat: RoadsLaidSeen(tokens=event.tokens),
    e.SponsorsDrawn: _sponsors_drawn,
    e.Dealt: _dealt,
    e.StoodIn: lambda event, seat: StoodInSeen(event.seat, phase=event.phase, reason=event.reason),
    e.Chosen: _chosen,
    e.Reshuffled: lambda event, seat: ReshuffledSeen(event.seat, cards=len(event.pile)),
    e.LegendCardTurned: lambda event, seat: LegendCardTurnedSeen(card=event.card, again=event.n is not None),
    e.Drew: _drew,
}
"""Events of no action that hold a secret, and what is left of them."""

FORMS: frozenset[type[Masked]] = frozenset(
    {
        StartedSeen,
        MarketDealtSeen,
        WeatherDrawnSeen,
        RoadsLaidSeen,
        SponsorsDrawnSeen,
        DealtSeen,
        StoodInSeen,
        ChosenSeen,
        ReshuffledSeen,
        LegendCardTurnedSeen,
        DrewSeen,
    }
)
"""What these are seen as."""
