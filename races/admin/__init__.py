"""What an admin looks after: circuits, Legend decks, races. Records are read-only; repairs are commands."""

from races.admin.catalogue import LegendDeckAdmin, TrackAdmin
from races.admin.races import EntryAdmin, RaceAdmin

__all__ = ["EntryAdmin", "LegendDeckAdmin", "RaceAdmin", "TrackAdmin"]
