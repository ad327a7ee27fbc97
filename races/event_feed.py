"""The events of a race as one viewer may know them, read from its record when a program asks."""

from races.models import Entry
from races.scenes import AnyScene

AT_ONCE = 50
"""Entries in one answer."""


def since(scene: AnyScene, after: int, seat: int | None) -> list[tuple[int, tuple[object, ...]]]:
    """The entries that follow the one of this number, up to the newest that others may know of: their
    numbers and seen events."""
    rows = Entry.objects.filter(race=scene.race, seq__gt=after, seq__lte=scene.shown.version).order_by("seq")
    return [
        (seq, tuple(scene.table_game.game.see(event, seat) for event in scene.table_game.read_events(events)))
        for seq, events in rows.values_list("seq", "events")[:AT_ONCE]
    ]
