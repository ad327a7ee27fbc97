"""The life of a socket, of a race as of a waiting room: who may come in, how often they may speak, how news and
presence begin and end with it."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from datetime import datetime
from typing import Any, Protocol, Self
from urllib.parse import parse_qsl

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import ChannelFull
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

LONGEST = 8192
"""Characters in a message; nothing that anybody can say is longer."""
BURST = 30
A_SECOND = 10

NOT_HERE, NOT_ALLOWED, FOREIGN, TOO_LARGE, TOO_FAST = 4404, 4403, 4401, 4413, 4429
"""Closing codes after which nobody should try again as before."""


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
        """However a connection ends, also by a fault or because it was killed, presence ends with it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            listening.discard(self)
            self.be_absent()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own, without its hop into the database thread before every message: here only
        `database_sync_to_async` touches the database, and that looks after its connections itself."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

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
        await self.channel_layer.group_add(group, self.channel_name)
        self.groups.append(group)

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
                farewell = asyncio.get_running_loop().create_task(say_farewell(self.presence, self.present))
                farewells.add(farewell)
                farewell.add_done_callback(farewells.discard)

    # News that was lost

    @classmethod
    async def listen_again(cls, sockets: list[Self]) -> None:
        """Make up for what a layer may lose: notices, and after a long time who listens at all."""
        newest = await database_sync_to_async(cls.revisions)({socket.watched for socket in sockets})
        for socket in listening.intersection(sockets):  # who has not gone meanwhile
            await socket.channel_layer.group_add(cls.group(socket.watched), socket.channel_name)
            if newest[socket.watched] > socket.revision:
                await socket.tell_itself({"type": cls.notice, "revision": newest[socket.watched]})

    async def tell_itself(self, message: dict[str, Any]) -> None:
        """Through the layer, so that it waits for its turn."""
        with suppress(ChannelFull):
            await self.channel_layer.send(self.channel_name, message)


listening: set[Socket] = set()
"""The sockets of this process that have come in."""


async def listen_again() -> None:
    """To be called now and then."""
    kinds: dict[type[Socket], list[Socket]] = {}
    for socket in listening:
        kinds.setdefault(type(socket), []).append(socket)
    for kind, sockets in kinds.items():
        await kind.listen_again(sockets)


farewells: set[asyncio.Task[None]] = set()


async def say_farewell(presence: Presence, key: int) -> None:
    """After a moment in which a reloaded page would be back, whoever has no connection is gone."""
    left = timezone.now()
    await asyncio.sleep(presence.FAREWELL)
    if not presence.here[key]:
        await database_sync_to_async(presence.depart)(key, unseen_since=left)


def asked(scope: dict[str, Any]) -> dict[str, str]:
    """What the address of a socket says about the page that opens it."""
    return dict(parse_qsl(scope["query_string"].decode("latin-1")))
