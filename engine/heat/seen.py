"""Events as a viewer may know them. Public facts are seen as they are; the others have a form of their own here."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from engine.heat import events as e
from engine.heat.choices import Choice
from engine.heat.state import Setup

PUBLIC: frozenset[type[e.Event]] = frozenset(
    {
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
        e.Boosted,
        e.AdrenalineUsed,
        e.Slipstreamed,
        e.Passed,
        e.CornerTaken,
        e.SpunOut,
        e.Discarded,
        e.Cleared,
        e.CameHome,
        e.Finished,
    }
)
"""Events that hold nothing but what everybody may know."""


class StartedSeen(Struct, frozen=True, tag="started", omit_defaults=True):
    """The race is set up: the grid, the size of each deck, and one's own hand."""

    content: str
    setup: Setup
    grid: tuple[int, ...]
    decks: tuple[int, ...]
    hand: tuple[str, ...] | None = None


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
    e.Event | StartedSeen | StoodInSeen | ChosenSeen | MulliganedSeen | ReshuffledSeen | LegendCardTurnedSeen | DrewSeen
)


def _started(event: e.Started, seat: int | None) -> StartedSeen:
    hand = tuple(sorted(event.decks[seat][: event.hand])) if seat is not None else None
    return StartedSeen(event.content, event.setup, event.grid, tuple([len(deck) for deck in event.decks]), hand)


def _chosen(event: e.Chosen, seat: int | None) -> ChosenSeen:
    return ChosenSeen(event.seat, event.choice if seat == event.seat else None)


def _drew(event: e.Drew, seat: int | None) -> DrewSeen:
    return DrewSeen(event.seat, len(event.cards), event.cards if seat == event.seat else None)


MASKED: dict[type[e.Event], Callable[[Any, int | None], Seen]] = {
    e.Started: _started,
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
