"""A JSON column that holds a value for each of some seats."""

from typing import Any

from django.db import models


class BySeat(models.JSONField):
    """Read as a dictionary by seat number. JSON has only text as keys, so the keys of a loaded row become numbers here,
    and code never sees the text: `"3" in race.bots` would be false without a warning.

    For migrations it is a plain `JSONField`, because what is stored is the same.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": dict, **options})

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        return {int(seat): kept for seat, kept in found.items()} if isinstance(found, dict) else found

    def deconstruct(self) -> Any:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options
