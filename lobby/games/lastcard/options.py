"""The options of a room of Last Card, as they are stored."""

from typing import Any

import msgspec

MOST_SEATS = 8


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`target` are the points that end the match; none where the rule set says it."""

    target: int | None = None


def stored(settings: Settings) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(settings)
    return found
