"""Messages to all connections of a group, in all server processes, through the channel layer.

The layer (Redis, or the memory of the only process) may be away. The change that a message announces is stored already,
so sending never fails: the connections of this process get the message directly, and those of other processes find out
by `sockets.catch_up`.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextvars import Context
from typing import Any, Protocol

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LAYER_FAULTS = (RedisError, AttributeError, RuntimeError)
"""What the layer raises while it is away. The last two come from a connection to Redis that breaks while it is used."""
PATIENCE = 2
"""Seconds that the layer may take to pass a message on."""
REST = 3
"""Seconds for which the layer is not tried again after it failed."""


class Connection(Protocol):
    """An open socket of this process."""

    groups: list[str]

    async def deliver(self, message: dict[str, Any], /) -> None:
        """Handle a message that this process passes on itself because the layer is away."""


open_sockets: set[Connection] = set()
"""The sockets of this process that were let in."""


class LayerHealth:
    """Whether the layer passes messages on. After a failure it is left alone for a while: each message would wait for
    it again."""

    def __init__(self) -> None:
        self.is_broken = False
        self._rests_until = 0.0

    @property
    def rests(self) -> bool:
        return time.monotonic() < self._rests_until

    def failed(self, fault: Exception) -> None:
        if not self.is_broken:
            message = "Redis cannot be reached (%s: %s). Until it is back, other server processes see changes late"
            logger.warning(message, type(fault).__name__, fault)
        self.is_broken = True
        self._rests_until = time.monotonic() + REST

    def worked(self) -> None:
        if self.is_broken:
            logger.warning("Redis can be reached again")
        self.is_broken = False
        self._rests_until = 0.0


health = LayerHealth()


async def broadcast(group: str, message: dict[str, Any]) -> None:
    """Send a message to all connections of a group. Never fails."""
    reached = False
    if not health.rests:
        try:
            async with asyncio.timeout(PATIENCE):
                layer = get_channel_layer()
                assert layer is not None
                await layer.group_send(group, message)
            reached = not health.is_broken  # just after a failure this process may not be in its groups yet
            health.worked()
        except Exception as fault:  # noqa: BLE001, a lost layer raises many types
            health.failed(fault)
    if not reached:
        for socket in open_sockets:
            if group in socket.groups:
                spawn(socket.deliver(message))


spawned: set[asyncio.Task[None]] = set()
"""Tasks that nothing waits for; without this reference they might be collected before they are done."""


def spawn(work: Coroutine[Any, Any, None]) -> None:
    """Run something in a task with a fresh context. In the caller's context, asgiref would run the task's database work
    in the thread that waits for the caller, and that thread is gone as soon as the caller is done."""
    task = asyncio.get_running_loop().create_task(work, context=Context())
    spawned.add(task)
    task.add_done_callback(spawned.discard)
