"""The life of a socket, of a race as of a waiting room: who may come in, how often they may speak, how news and
presence begin and end with it. And how they are told."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import Context
from datetime import datetime
from typing import Any, Protocol, Self
from urllib.parse import parse_qsl

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.utils import timezone
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LONGEST = 8192
"""Characters in a message; nothing that anybody can say is longer."""
BURST = 30
A_SECOND = 10

NOT_HERE, NOT_ALLOWED, FOREIGN, TOO_LARGE, TOO_FAST = 4404, 4403, 4401, 4413, 4429
"""Closing codes after which nobody should try again as before."""

AWAY = (RedisError, AttributeError, RuntimeError)
"""How the layer shows that it is away. The last two are those of a line that breaks while it is used."""
PATIENCE = 2
"""Seconds that the channel layer may take to tell the other processes."""
SILENCE = 3
"""Seconds for which nobody tries again when it could not."""


class Allowance:
    """How often somebody may speak: a bucket that fills with time."""

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Presence(Protocol):
    """What a room and a race keep of who is there: a module each."""

    @property
    def FAREWELL(self) -> float: ...  # noqa: N802, its modules' constant

    @property
    def here(self) -> Counter[int]: ...

    def arrive(self, key: int, /) -> None: ...

    def depart(self, key: int, /, *, unseen_since: datetime | None) -> None: ...


class Socket(AsyncWebsocketConsumer, ABC):  # type: ignore[misc]
    """One connection of somebody to one race or one room."""

    presence: Presence
    notice: str
    """The type of the notices that a revision has come."""

    watched: int
    """The key of the race or the room."""
    revision = -1
    """How far this connection has been shown it."""
    present: int | None = None
    """Whose presence it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._turn = asyncio.Lock()

    # What each kind does in its own way

    @abstractmethod
    async def enter(self) -> None:
        """Find what the address names; turn away who may not see it; `watch` it and show it."""

    @abstractmethod
    async def hear(self, text: str) -> None:
        """Somebody said something."""

    @staticmethod
    @abstractmethod
    def group(watched: int, /) -> str:
        """Where its notices go."""

    @staticmethod
    @abstractmethod
    def revisions(watched: set[int], /) -> dict[int, int]:
        """How far each has come."""

    def chosen_protocol(self) -> str | None:
        return None

    # The life of a connection

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """However a connection ends, also by a fault or because it was killed, presence ends with it. While the layer
        is away nobody new can come in: their handshake fails, and they try again."""
        if line.is_silent:
            raise NoConnection("The layer is away")
        try:
            await super().__call__(scope, receive, send)
        except RedisError as fault:
            line.broke(fault)
            raise
        finally:
            listening.discard(self)
            self.be_absent()
            if self.groups:  # it ended by a fault
                start(self.leave())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own, without its hop into the database thread before every message: here only
        `database_sync_to_async` touches the database, and that looks after its connections itself. One message at a
        time, also of those that come past the layer."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        async with self._turn:
            await handler(message)

    async def take(self, message: dict[str, Any]) -> None:
        """A message that comes past the layer."""
        try:
            await self.dispatch(message)
        except Exception:  # there is nobody above who would hear of it
            logger.exception("A connection could not be sent what has changed (%s)", message["type"])

    async def connect(self) -> None:
        self.allowance = Allowance()
        if self.scope["foreign"]:
            await self.turn_away(FOREIGN)
        else:
            await self.enter()

    async def turn_away(self, code: int) -> None:
        """Accept first: a handshake that fails is tried again for ever."""
        await self.accept(self.chosen_protocol())
        await self.close(code)

    async def join(self, group: str) -> None:
        """Hear a group, until the connection ends."""
        self.groups.append(group)
        with suppress(*AWAY):  # `listen_again` makes up for it
            await self.channel_layer.group_add(group, self.channel_name)

    async def leave(self) -> None:
        while self.groups:
            group = self.groups.pop()
            with suppress(*AWAY):  # the layer has forgotten us all the same
                await self.channel_layer.group_discard(group, self.channel_name)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        listening.discard(self)
        await self.leave()
        await super().websocket_disconnect(message)

    async def watch(self, watched: int) -> None:
        """Come in. First listen, then look: nothing happens unheard in between."""
        self.watched = watched
        await self.accept(self.chosen_protocol())
        await self.join(self.group(watched))
        listening.add(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self not in listening:
            return
        if text_data is None or len(text_data) > LONGEST:
            await self.close(TOO_LARGE)
        elif not self.allowance.take():
            await self.close(TOO_FAST)
        else:
            await self.hear(text_data)

    # Presence

    async def be_present(self, key: int) -> None:
        """From now on the others see that they are here."""
        self.present = key
        self.presence.here[key] += 1
        await database_sync_to_async(self.presence.arrive)(key)

    def be_absent(self) -> None:
        here = self.presence.here
        if self.present is not None:
            here[self.present] -= 1
            if not here[self.present]:
                del here[self.present]
                start(say_farewell(self.presence, self.present))

    # News that was lost

    @classmethod
    async def listen_again(cls, sockets: list[Self]) -> None:
        """Make up for what a layer may lose: notices, and who listens at all."""
        newest = await database_sync_to_async(cls.revisions)({socket.watched for socket in sockets})
        for socket in listening.intersection(sockets):  # who has not gone meanwhile
            if newest[socket.watched] > socket.revision:
                start(socket.take({"type": cls.notice, "revision": newest[socket.watched]}))
            for group in socket.groups:
                with suppress(*AWAY):
                    await socket.channel_layer.group_add(group, socket.channel_name)


listening: set[Socket] = set()
"""The sockets of this process that have come in."""


async def listen_again() -> None:
    """To be called now and then."""
    kinds: dict[type[Socket], list[Socket]] = {}
    for socket in listening:
        kinds.setdefault(type(socket), []).append(socket)
    for kind, sockets in kinds.items():
        await kind.listen_again(sockets)


class Line:
    """Whether the layer reaches the other processes. Where it does not, they look for themselves every few seconds,
    and nobody here waits for it again and again."""

    def __init__(self) -> None:
        self.is_broken = False
        self._silent_until = 0.0

    @property
    def is_silent(self) -> bool:
        return time.monotonic() < self._silent_until

    def broke(self, fault: Exception) -> None:
        if not self.is_broken:
            message = "Redis cannot be reached (%s: %s). Until it is back, other server processes see changes late"
            logger.warning(message, type(fault).__name__, fault)
        self.is_broken = True
        self._silent_until = time.monotonic() + SILENCE

    def works(self) -> None:
        if self.is_broken:
            logger.warning("Redis can be reached again")
        self.is_broken = False
        self._silent_until = 0.0


line = Line()


async def tell(group: str, message: dict[str, Any]) -> None:
    """Tell everybody who has joined a group, in all processes. What it is about is stored by now, so this never fails:
    where the layer does, the sockets of this process are told past it."""
    reached = False
    if not line.is_silent:
        try:
            async with asyncio.timeout(PATIENCE):
                layer = get_channel_layer()
                assert layer is not None
                await layer.group_send(group, message)
            reached = not line.is_broken  # just after a break, this process may not hear its own news yet
            line.works()
        except Exception as fault:  # noqa: BLE001, it went away, in whichever of its ways
            line.broke(fault)
    if not reached:
        for socket in listening:
            if group in socket.groups:
                start(socket.take(message))


_under_way: set[asyncio.Task[None]] = set()


def start(work: Coroutine[Any, Any, None]) -> None:
    """Let something go on by itself, in a context of its own: that of a thread that waits for us ends with the wait."""
    task = asyncio.get_running_loop().create_task(work, context=Context())
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


async def say_farewell(presence: Presence, key: int) -> None:
    """After a moment in which a reloaded page would be back, whoever has no connection is gone."""
    left = timezone.now()
    await asyncio.sleep(presence.FAREWELL)
    if not presence.here[key]:
        await database_sync_to_async(presence.depart)(key, unseen_since=left)


def asked(scope: dict[str, Any]) -> dict[str, str]:
    """What the address of a socket says about the page that opens it."""
    return dict(parse_qsl(scope["query_string"].decode("latin-1")))
