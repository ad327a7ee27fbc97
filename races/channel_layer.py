"""Messages to all connections of a group, in all server processes.

The connections of this process are told directly. The channel layer leads to other processes: each is in a group of it
with one channel, as long as one of its sockets is, and tells its own sockets. A layer may be away. The change that a
message announces is stored already, so sending never fails: other processes then find out by `sockets.catch_up`.
"""

import asyncio
import logging
import time
import uuid
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import Context
from typing import Any, Protocol

from channels.layers import InMemoryChannelLayer, get_channel_layer
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LAYER_FAULTS = (RedisError, AttributeError, RuntimeError)
"""What the layer raises while it is away. The last two come from a connection to Redis that breaks while it is used."""
PATIENCE = 2
"""Seconds that the layer may take to pass a message on."""
REST = 3
"""Seconds for which the layer is not tried again after it failed."""
TURN = 0.001
"""Seconds for which the sockets of one group are told before others have their turn. Each turn of the event loop costs
as much as a small message."""
PROCESS = uuid.uuid4().hex
"""Names this process in messages to others: it hears its own as well."""


class Connection(Protocol):
    """An open socket of this process."""

    @property
    def is_busy(self) -> bool:
        """Whether it is handling a message."""

    async def deliver(self, message: dict[str, Any], /) -> None:
        """Handle a message of a group that it has joined."""


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


class Groups:
    """Which sockets of this process are in which group. The layer knows none of them: in a group of the layer there are
    processes, each with one channel, and what comes there is told to the sockets from here."""

    def __init__(self) -> None:
        self._members: dict[str, dict[Connection, None]] = {}
        self._entered: set[str] = set()
        """The groups of the layer that this process is in, by its channel."""
        self._settling = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None

    async def join(self, group: str, socket: Connection) -> None:
        """Let a socket hear what is said to a group."""
        self.stay()
        self._members.setdefault(group, {})[socket] = None
        await self._settle(group)

    def stay(self) -> None:
        """The sockets of this process are in this event loop, which goes on."""
        self._loop = asyncio.get_running_loop()

    @property
    def are_here(self) -> bool:
        """Whether this is the event loop of the sockets, and not that of a single call."""
        return self._loop is asyncio.get_running_loop()

    async def leave(self, group: str, socket: Connection) -> None:
        members = self._members.get(group, {})
        members.pop(socket, None)
        if not members:
            self._members.pop(group, None)
            await self._settle(group)

    def tell(self, group: str, message: dict[str, Any]) -> None:
        """Tell all sockets of a group, in a task."""
        if group in self._members:
            spawn(self._tell(group, message))

    async def _tell(self, group: str, message: dict[str, Any]) -> None:
        """One after the other; one that is handling another message is not waited for. A race with thousands of viewers
        lets others have their turn again and again."""
        began = time.monotonic()
        for socket in list(self._members.get(group, ())):
            if socket not in self._members.get(group, ()):
                continue  # it has closed meanwhile
            if socket.is_busy:
                spawn(socket.deliver(message))
            else:
                await socket.deliver(message)
            if time.monotonic() - began > TURN:
                await asyncio.sleep(0)
                began = time.monotonic()

    async def enter_again(self) -> None:
        """Join the groups of the layer anew, which may have forgotten them."""
        self._entered.clear()
        for group in list(self._members):
            if health.rests or not await self._settle(group):
                break

    async def _settle(self, group: str) -> bool:
        """Let this process be in a group of the layer, or not, as its sockets are. False if the layer is away: then
        `enter_again` does it."""
        if not is_shared():
            return True
        async with self._settling:
            with suppress(*LAYER_FAULTS):
                await self._listen_here()
                if group in self._members and group not in self._entered:
                    await _layer().group_add(group, self._channel)
                    self._entered.add(group)
                elif group not in self._members and group in self._entered:
                    self._entered.discard(group)
                    await _layer().group_discard(group, self._channel)
                return True
        return False

    async def _listen_here(self) -> None:
        """Have a channel that is listened to in this event loop."""
        task = self._listening
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            self._channel = await _layer().new_channel()
            self._entered.clear()
            self._listening = asyncio.create_task(self._listen(self._channel), context=Context())

    async def _listen(self, channel: str) -> None:
        while True:
            try:
                message = await _layer().receive(channel)
            except LAYER_FAULTS as fault:
                health.failed(fault)
                await asyncio.sleep(REST)
                continue
            if message.pop("process") != PROCESS:
                self.tell(message.pop("group"), message)


groups = Groups()


async def broadcast(group: str, message: dict[str, Any]) -> None:
    """Send a message to all connections of a group: to those of this process at once, to the other processes through
    the layer. Never fails. Who has changed something does not wait for the layer: while that hangs, drivers would be
    asked seconds late, and so would all others if it is the thread of the database that waits."""
    groups.tell(group, message)
    if health.rests or not is_shared():
        return
    if groups.are_here:
        outbox.put(group, message)
    else:  # a command of manage.py, whose event loop ends with this call
        await pass_on(group, message)


async def pass_on(group: str, message: dict[str, Any]) -> None:
    """Send a message to the other processes, and find out whether the layer is there. Never fails."""
    try:
        async with asyncio.timeout(PATIENCE):
            await _layer().group_send(group, {**message, "group": group, "process": PROCESS})
        health.worked()
    except Exception as fault:  # noqa: BLE001, a lost layer raises many types
        health.failed(fault)


class Outbox:
    """What this process has to say to others. It goes one by one: a layer that hangs is asked by one task. Where that
    gives up, or is too slow for what there is to say, all that waits is dropped; others find out by `catch_up`."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[float, str, dict[str, Any]]] = deque()
        self._sending: asyncio.Task[None] | None = None

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """What is under way. It ends by itself, and a process that ends waits for it."""
        return {self._sending} if self._sending else set()

    def put(self, group: str, message: dict[str, Any]) -> None:
        self._waiting.append((time.monotonic(), group, message))
        task = self._sending
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            self._sending = asyncio.create_task(self._send(), context=Context())

    async def _send(self) -> None:
        while self._waiting:
            since, group, message = self._waiting.popleft()
            if time.monotonic() - since < PATIENCE:
                await pass_on(group, message)
            else:
                health.failed(TimeoutError("messages wait for too long"))
            if health.rests:
                self._waiting.clear()


outbox = Outbox()


async def let_in() -> None:
    """Raises `NoConnection` while the layer is away: who came in then would hear late of what happens elsewhere."""
    if health.is_broken and not health.rests:
        await look()
    if health.rests:
        raise NoConnection("The layer is away")


async def look() -> None:
    """Find out whether the layer passes messages on."""
    if is_shared() and not health.rests:
        await pass_on("nobody", {"type": "nothing"})


def is_shared() -> bool:
    """Whether the layer leads to other processes at all."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def _layer() -> Any:
    return get_channel_layer()


spawned: set[asyncio.Task[None]] = set()
"""Tasks that nothing waits for; without this reference they might be collected before they are done."""


def spawn(work: Coroutine[Any, Any, None]) -> None:
    """Run something in a task with a fresh context. In the caller's context, asgiref would run the task's database work
    in the thread that waits for the caller, and that thread is gone as soon as the caller is done."""
    task = asyncio.get_running_loop().create_task(work, context=Context())
    spawned.add(task)
    task.add_done_callback(spawned.discard)
