"""Whether this server process is well: the database, the channel layer, and how late the clocks of races are.

A process looks at itself every few seconds and keeps what it found in memory. A request for `/healthz` reads that:
however often it is asked, it costs no query, and it is answered also while the database hangs.
"""

import asyncio
import logging
import time
from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

from races import channel_layer, sweeper

logger = logging.getLogger(__name__)

LOOK = 2
"""Seconds between two looks."""
STALE = 15
"""Seconds after which a process that has not looked again counts as stuck. A look waits for the database and for the
layer, each of which may have its few seconds."""
LATE = 30
"""Seconds that a clock may be over before stand-ins count as late."""


@dataclass
class Health:
    """What the last look found."""

    looked: float | None = None
    """When, by the monotonic clock."""
    database: bool = False
    asking: bool = False
    """Whether it is waiting for the database."""
    layer: bool = False
    sweeper_lag: float = 0.0
    """Seconds since the time was over of the question that has waited longest for its stand-in."""
    loop_lag: float = 0.0
    """Seconds by which the event loop came back late."""
    database_seconds: float = 0.0
    """How long a small query took, with the wait for the thread of the sockets."""

    @property
    def age(self) -> float | None:
        return None if self.looked is None else time.monotonic() - self.looked

    @property
    def fault(self) -> str:
        """Why this process should get no visitors, in a word; empty if it should. A layer that is away is no reason:
        it is away for all processes, and races go on without it."""
        age = self.age
        if age is None:
            return "starting"
        if age > STALE and not self.asking:
            return "stuck"
        if age > STALE or not self.database:
            return "database"
        return "clocks" if self.sweeper_lag > LATE else ""

    def told(self) -> dict[str, object]:
        """As `/healthz` tells it."""
        age = self.age
        fault = self.fault
        return {
            "status": fault or ("ok" if self.layer else "degraded"),
            "database": "ok" if self.database and fault != "database" else "away",
            "layer": "ok" if self.layer else "away",
            "sweeper_lag": round(self.sweeper_lag, 1),
            "looked": None if age is None else round(age, 1),
        }


health = Health()


async def look() -> None:
    """Look at all of it once."""
    began = time.monotonic()
    health.asking = True
    try:
        health.sweeper_lag = await database_sync_to_async(sweeper.lag)()
        health.database = True
    except (OperationalError, InterfaceError):
        health.database = False
    finally:
        health.asking = False
    health.database_seconds = time.monotonic() - began
    await channel_layer.look()
    health.layer = not channel_layer.health.is_broken
    began = time.monotonic()
    await asyncio.sleep(0)
    health.loop_lag = time.monotonic() - began
    health.looked = time.monotonic()
