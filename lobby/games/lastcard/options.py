"""The options of a room of Last Card, as they are stored."""

import msgspec

from engine.kernel.bounds import Number

MOST_SEATS = 8


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`target` are the points that end the match; none where the rule set says it."""

    target: Number | None = None
