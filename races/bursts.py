"""Bursts: commands to one race that come at the same moment are announced once.

Often all drivers are asked at once. If six answers come within milliseconds, pages need not be sent the five states in
between. The last command of a burst announces for all; a burst that does not end announces every `MOST_COMMANDS`
commands, so that drivers who never stop sending do not delay the updates of the others for ever.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from races.notices import announce

MOST_COMMANDS = 12


@dataclass
class Burst:
    """The commands to one race that are under way in this process through `live.submit_async`, those that are done
    since the last notice, and the newest revision that they led to, 0 once that was announced."""

    under_way: int = 0
    done: int = 0
    revision: int = 0


bursts: dict[int, Burst] = {}
"""By race: its burst, as long as a command is under way."""


@asynccontextmanager
async def part_of_burst(race_id: int) -> AsyncIterator[Burst]:
    """Carry out one command of a race inside; set the burst's `revision` to what it led to."""
    burst = bursts.setdefault(race_id, Burst())
    burst.under_way += 1
    try:
        yield burst
    finally:
        burst.under_way -= 1
        burst.done += 1
        if not burst.under_way:
            del bursts[race_id]
        if burst.revision and (not burst.under_way or burst.done >= MOST_COMMANDS):
            revision, burst.revision, burst.done = burst.revision, 0, 0
            await announce(race_id, revision)
