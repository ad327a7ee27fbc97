"""What is kept of races: their seats and the record, and of Heat its circuits, Legend decks and championships."""

from races.models.boxes import Box, BoxVersion
from races.models.championships import Championship, Competitor, Stop
from races.models.circuits import DeckVersion, LegendDeck, Track, TrackVersion
from races.models.daily import DailyTry
from races.models.openings import Opening, Reel
from races.models.positions import Position
from races.models.races import Content, Entry, Race, Seat, Token
from races.models.reviews import Review

__all__ = [
    "Box",
    "BoxVersion",
    "Championship",
    "Competitor",
    "Content",
    "DailyTry",
    "DeckVersion",
    "Entry",
    "LegendDeck",
    "Opening",
    "Position",
    "Race",
    "Reel",
    "Review",
    "Seat",
    "Stop",
    "Token",
    "Track",
    "TrackVersion",
]
