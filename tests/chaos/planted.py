"""The site with a fault that a chaos run must find: it acknowledges a command before the command is committed."""

import asyncio
from typing import Any

from engine.kernel.refusals import Refusal
from heatsite.asgi import application
from races import live
from races.channel_layer import spawn

__all__ = ["application"]

LATER = 0.5
"""Seconds that an acknowledged command waits; what is killed meanwhile has lost it."""
submit = live.submit_async


async def acknowledge_first(race_id: int, command: Any, then: object | None = None) -> live.Accepted | Refusal:
    async def store() -> None:
        await asyncio.sleep(LATER)
        await submit(race_id, command, then)

    spawn(store())
    return live.Accepted(0)


live.submit_async = acknowledge_first
