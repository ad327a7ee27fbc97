"""Events as a viewer may know them. Public facts are seen as they are; the others have a form of their own here."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from engine.heat import events as e
from engine.heat.choices import Choice
from engine.heat.state import Item, Setup
from engine.heat.views import seen_setup

PUBLIC: frozenset[type[e.Event]] = frozenset(
    {
        e.MarketClosed,
        e.Picked,
        e.GaveUp,
        e.Swapped,
        e.RoundBegan,
        e.Asked,
        e.Withdrew,
        e.Shifted,
        e.Retired,
        e.Revealed,
        e.Cluttered,
        e.Flipped,
        e.Valued,
        e.Moved,
        e.AdrenalineGiven,
        e.ReactBegan,
        e.Cooled,
        e.PaidHeat,
        e.Forgone,
        e.Scrapped,
        e.StressReduced,
        e.SuperCooled,
        e.DirectlyPlayed,
        e.Accelerated,
        e.DraftUsed,
        e.Boosted,
        e.AdrenalineUsed,
        e.Slipstreamed,
        e.Passed,
        e.CornerTaken,
        e.SpunOut,
        e.Discarded,
        e.Refreshed,
        e.HeatLost,
        e.SponsorsSpent,
        e.Cleared,
        e.CameHome,
        e.Finished,
    }
)
"""Events that hold nothing but what everybody may know."""


class StartedSeen(Struct, frozen=True, tag="started", omit_defaults=True):
    """The cars are on the grid."""

    content: str
    setup: Setup
    grid: tuple[int, ...]


class MarketDealtSeen(Struct, frozen=True, tag="market_dealt", omit_defaults=True):
    """Upgrades lie open; what nobody took was shuffled in before if `again`."""

    order: tuple[int, ...]
    cards: tuple[str, ...]
    again: bool = False


class WeatherDrawnSeen(Struct, frozen=True, tag="weather_drawn"):
    """The weather of the race."""

    card: str


class RoadsLaidSeen(Struct, frozen=True, tag="roads_laid"):
    """A road token lies at each corner, in driving order."""

    tokens: tuple[str, ...]


class SponsorsDrawnSeen(Struct, frozen=True, tag="sponsors_drawn", omit_defaults=True):
    """A driver drew so many sponsor cards; which, only that driver sees."""

    seat: int
    why: str
    count: int
    cards: tuple[str, ...] | None = None


class DealtSeen(Struct, frozen=True, tag="dealt", omit_defaults=True):
    """A driver has a deck of so many cards, Heat in the engine, and a hand that only that driver sees."""

    seat: int
    cards: int
    drawn: int
    engine: int
    discard: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = None


class SalvagedSeen(Struct, frozen=True, tag="salvaged"):
    """A driver shuffled cards of the discard pile into the draw pile."""

    seat: int
    cards: tuple[str, ...]
    spent: Item


class StoodInSeen(Struct, frozen=True, tag="stood_in"):
    """A stand-in answers."""

    seat: int
    phase: str
    reason: str


class ChosenSeen(Struct, frozen=True, tag="chosen", omit_defaults=True):
    """A driver has chosen; what, only that driver sees."""

    seat: int
    choice: Choice | None = None


class MulliganedSeen(Struct, frozen=True, tag="mulliganed"):
    """A driver paid 1 Heat for a new hand."""

    seat: int


class ReshuffledSeen(Struct, frozen=True, tag="reshuffled"):
    """A discard pile of so many cards became a draw pile."""

    seat: int
    cards: int


class LegendCardTurnedSeen(Struct, frozen=True, tag="legend_card_turned", omit_defaults=True):
    """The Legends drive by this card; all cards were shuffled again before if `again`."""

    card: str
    again: bool = False


class DrewSeen(Struct, frozen=True, tag="drew", omit_defaults=True):
    """A driver drew so many cards; which, only that driver sees."""

    seat: int
    count: int
    cards: tuple[str, ...] | None = None


Seen: TypeAlias = (
    e.Event
    | StartedSeen
    | MarketDealtSeen
    | WeatherDrawnSeen
    | RoadsLaidSeen
    | SponsorsDrawnSeen
    | DealtSeen
    | SalvagedSeen
    | StoodInSeen
    | ChosenSeen
    | MulliganedSeen
    | ReshuffledSeen
    | LegendCardTurnedSeen
    | DrewSeen
)


def _started(event: e.Started, seat: int | None) -> StartedSeen:
    return StartedSeen(event.content, seen_setup(event.setup, seat), event.grid)


def _sponsors_drawn(event: e.SponsorsDrawn, seat: int | None) -> SponsorsDrawnSeen:
    cards = event.cards if seat == event.seat else None
    return SponsorsDrawnSeen(event.seat, event.why, len(event.cards), cards)


def _dealt(event: e.Dealt, seat: int | None) -> DealtSeen:
    hand = tuple(sorted(event.pile[: event.drawn])) if seat == event.seat else None
    return DealtSeen(event.seat, len(event.pile), event.drawn, event.engine, event.discard, hand)


def _chosen(event: e.Chosen, seat: int | None) -> ChosenSeen:
    return ChosenSeen(event.seat, event.choice if seat == event.seat else None)


def _drew(event: e.Drew, seat: int | None) -> DrewSeen:
    return DrewSeen(event.seat, len(event.cards), event.cards if seat == event.seat else None)


MASKED: dict[type[e.Event], Callable[[Any, int | None], Seen]] = {
    e.Started: _started,
    e.MarketDealt: lambda event, seat: MarketDealtSeen(event.order, event.cards, event.n is not None),
    e.WeatherDrawn: lambda event, seat: WeatherDrawnSeen(event.card),
    e.RoadsLaid: lambda event, seat: RoadsLaidSeen(event.tokens),
    e.SponsorsDrawn: _sponsors_drawn,
    e.Dealt: _dealt,
    e.Salvaged: lambda event, seat: SalvagedSeen(event.seat, event.cards, event.spent),
    e.StoodIn: lambda event, seat: StoodInSeen(event.seat, event.phase, event.reason),
    e.Chosen: _chosen,
    e.Mulliganed: lambda event, seat: MulliganedSeen(event.seat),
    e.Reshuffled: lambda event, seat: ReshuffledSeen(event.seat, len(event.pile)),
    e.LegendCardTurned: lambda event, seat: LegendCardTurnedSeen(event.card, event.n is not None),
    e.Drew: _drew,
}
"""Events that hold a secret, and what is left of them."""


def see(event: e.Event, seat: int | None) -> Seen:
    """The event as a seat may know it; `None` is a spectator."""
    if type(event) in PUBLIC:
        return event
    return MASKED[type(event)](event, seat)
