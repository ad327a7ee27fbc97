"""What is kept of races: races with their seats, the record, and the circuits and Legend decks of Heat in versions."""

from races.models.circuits import DeckVersion, LegendDeck, Track, TrackVersion
from races.models.races import Content, Entry, Race, Seat, Token

__all__ = ["Content", "DeckVersion", "Entry", "LegendDeck", "Race", "Seat", "Token", "Track", "TrackVersion"]
