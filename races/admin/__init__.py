"""What an admin looks after: circuits, Legend decks, races. Records are read-only; repairs are commands."""

from django.contrib import admin

from races.admin.catalogue import LegendDeckAdmin, TrackAdmin
from races.admin.races import EntryAdmin, RaceAdmin

__all__ = ["EntryAdmin", "LegendDeckAdmin", "RaceAdmin", "TrackAdmin"]

admin.site.site_header = admin.site.site_title = "Heatsite"
