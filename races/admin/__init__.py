"""What an admin looks after: races of any game, and what a game has of its own. Records are read-only; repairs are
commands."""

from importlib import import_module

from django.contrib import admin

from races import registry
from races.admin.races import EntryAdmin, RaceAdmin

__all__ = ["EntryAdmin", "RaceAdmin"]

admin.site.site_header = admin.site.site_title = "Heatsite"

for module in registry.named("admin").values():
    import_module(module)
