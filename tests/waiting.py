"""Waiting in tests: for a condition, never for a time. The limit only ends a test that would wait for ever."""

import asyncio
import time
from collections.abc import Awaitable, Callable

LIMIT = 120
"""Seconds: far more than anything takes, also where other processes keep the machine busy."""
LOOK = 0.05
"""Seconds between two looks."""


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(LOOK)


async def until(holds: Callable[[], Awaitable[object]], what: str) -> None:
    """The same in an event loop, which goes on meanwhile."""
    end = time.monotonic() + LIMIT
    while not await holds():
        assert time.monotonic() < end, f"waited in vain: {what}"
        await asyncio.sleep(LOOK)
