"""What is kept of races: circuits and Legend decks in versions, races with their seats, and the record."""

from races.heat.models import DeckVersion, LegendDeck, Track, TrackVersion
from races.models.races import Content, Entry, Race, Seat, Token

__all__ = ["Content", "DeckVersion", "Entry", "LegendDeck", "Race", "Seat", "Token", "Track", "TrackVersion"]
