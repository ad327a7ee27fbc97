"""What an admin looks after: circuits, Legend decks, races. Records are read-only; repairs are commands."""

from django.contrib import admin

from races.admin.races import EntryAdmin, RaceAdmin
from races.heat.admin import LegendDeckAdmin, TrackAdmin

__all__ = ["EntryAdmin", "LegendDeckAdmin", "RaceAdmin", "TrackAdmin"]

admin.site.site_header = admin.site.site_title = "Heatsite"
