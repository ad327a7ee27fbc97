"""The options of a room of HenHur, as they are stored, and how long its races take."""

import msgspec

from engine.henhur import base_content
from engine.kernel.bounds import Number

LAPS = base_content().rules.laps
"""The laps of the rules."""
MINUTES = {2: 10, 3: 15, 4: 20, 5: 25}
"""How long a race over so many laps takes four people, about (`tests.load.evening --game henhur --laps …`)."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a room chooses."""

    laps: Number = LAPS
