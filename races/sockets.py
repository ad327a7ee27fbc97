"""The life of a socket, of a race as of a waiting room: who may come in, how many messages it may send, how notices
and presence begin and end with it."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from datetime import datetime
from typing import Any, Protocol, Self
from urllib.parse import parse_qsl

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from races import channel_layer, database
from races.allowance import Allowance
from races.channel_layer import groups, open_sockets, spawn

logger = logging.getLogger(__name__)

LONGEST = 8192
"""Characters in a message; nothing that a page or a program has to say is longer."""

FAULT = 1011
"""The closing code after a fault of ours; who gets it comes back."""
NOT_HERE, NOT_ALLOWED, FOREIGN, TOO_LARGE, TOO_FAST = 4404, 4403, 4401, 4413, 4429
"""Closing codes after which another attempt would end in the same way."""


class Presence(Protocol):
    """What rooms and races do about who is there: each has a module of this shape. A key is that of a member or a
    seat."""

    @property
    def FAREWELL(self) -> float:  # noqa: N802, the modules have a constant
        """Seconds after the last connection closed until a driver or member counts as gone."""

    @property
    def here(self) -> Counter[int]:
        """How many connections to this process each has."""

    def arrive(self, key: int, /) -> None: ...

    def depart(self, key: int, /, *, unseen_since: datetime | None) -> None: ...


class Socket(AsyncWebsocketConsumer, ABC):  # type: ignore[misc]
    """One connection to one race or one room."""

    presence: Presence
    notice: str
    """The type of the notices that the race or the room has moved on."""

    watched: int
    """The key of the race or the room."""
    revision = -1
    """The newest revision that this connection was shown."""
    present: int | None = None
    """The key of the seat or the member who is present by this connection, if one is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._turn = asyncio.Lock()
        self.joined: list[str] = []
        """The groups whose messages it gets."""

    # What each kind of socket does in its own way

    @abstractmethod
    async def enter(self) -> None:
        """Find the race or room that the address names; turn the connection away, or `watch` it and show it."""

    @abstractmethod
    async def handle_text(self, text: str) -> None:
        """Handle a message of the page or the program."""

    @staticmethod
    @abstractmethod
    def group(watched: int, /) -> str:
        """The group that its notices are sent to."""

    @staticmethod
    @abstractmethod
    def revisions(watched: set[int], /) -> dict[int, int]:
        """The newest revision of each, by key."""

    def chosen_protocol(self) -> str | None:
        return None

    # The life of a connection

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """However a connection ends, also by a fault or because it was killed, presence ends with it. While the layer
        is away no new connection is let in, because it would miss notices: its handshake fails, and it tries again.

        In place of that of Channels, which waits for messages of the line and of the layer at once, by a new task for
        each: here only the line is waited for, and groups call `deliver`."""
        await channel_layer.let_in()
        self.scope, self.base_send = scope, send
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            open_sockets.discard(self)
            self.be_absent()
            if self.joined:  # it ended by a fault
                spawn(self.leave())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """In place of that of Channels 4.3, which goes into the database thread before every message, to close old
        connections: here only `database_sync_to_async` touches the database, and does that itself. The lock lets one
        message be handled at a time, of the line as of its groups: each is compared with the revision that was shown
        last."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        async with self._turn:
            if self in open_sockets or message["type"].startswith("websocket."):  # else its entry was cut off
                await handler(message)

    @property
    def is_busy(self) -> bool:
        return self._turn.locked()

    async def deliver(self, message: dict[str, Any]) -> None:
        """Handle a message of a group. After a fault the connection ends: a page that comes back is shown all."""
        try:
            await self.dispatch(message)
        except Exception:
            logger.exception("A connection could not be sent what has changed (%s)", message["type"])
            with suppress(Exception):  # it may have ended already
                await self.close(FAULT)

    async def connect(self) -> None:
        self.allowance = Allowance()
        if self.scope["foreign"]:
            await self.turn_away(FOREIGN)
            return
        try:
            await self.enter()
        except BaseException:
            open_sockets.discard(self)  # a notice that waits for its turn would find half a connection
            raise

    async def turn_away(self, code: int) -> None:
        """Accept first, then close with a code: a handshake that fails is tried again for ever."""
        await self.accept(self.chosen_protocol())
        await self.close(code)

    async def join(self, group: str) -> None:
        """Get the messages of a group until the connection ends."""
        self.joined.append(group)
        await groups.join(group, self)

    async def leave(self) -> None:
        while self.joined:
            await groups.leave(self.joined.pop(), self)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        open_sockets.discard(self)
        await self.leave()
        await super().websocket_disconnect(message)

    async def watch(self, watched: int) -> None:
        """Come in. The group is joined before the race is read, so that no notice is missed in between."""
        self.watched = watched
        await self.accept(self.chosen_protocol())
        await self.join(self.group(watched))
        open_sockets.add(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self not in open_sockets:
            return
        if text_data is None or len(text_data) > LONGEST:
            await self.close(TOO_LARGE)
        elif not self.allowance.take():
            await self.close(TOO_FAST)
        else:
            await self.handle_text(text_data)

    # Presence

    async def be_present(self, key: int) -> None:
        """From now on the others see that the driver or member is here. If the database cannot be written, the page is
        shown all the same: who is here is stored with the next renewal."""
        self.present = key
        self.presence.here[key] += 1
        try:
            await database_sync_to_async(self.presence.arrive)(key)
        except database.FAULTS as fault:
            database.health.failed(fault)

    def be_absent(self) -> None:
        here = self.presence.here
        if self.present is not None:
            here[self.present] -= 1
            if not here[self.present]:
                del here[self.present]
                spawn(say_farewell(self.presence, self.present))

    async def machine_time(self, message: dict[str, Any]) -> None:
        """The time of this machine was set. Only what counts down needs to hear of it."""

    # Notices that were lost

    @classmethod
    async def catch_up(cls, sockets: list[Self]) -> None:
        """Make up for notices that were lost."""
        newest = await database_sync_to_async(cls.revisions)({socket.watched for socket in sockets})
        for socket in [one for one in sockets if one in open_sockets]:  # others have closed meanwhile
            if newest[socket.watched] > socket.revision:
                spawn(socket.deliver({"type": cls.notice, "revision": newest[socket.watched]}))


async def catch_up() -> None:
    """Let all sockets of this process find what they missed; `background` calls it every few seconds."""
    kinds: dict[type[Socket], list[Socket]] = {}
    for socket in open_sockets:
        if isinstance(socket, Socket):
            kinds.setdefault(type(socket), []).append(socket)
    for kind, sockets in kinds.items():
        await kind.catch_up(sockets)
    await groups.enter_again()


async def tell_time() -> None:
    """Tell all connections of this process that the time of the machine was set."""
    for socket in list(open_sockets):
        spawn(socket.deliver({"type": "machine.time"}))


async def say_farewell(presence: Presence, key: int) -> None:
    """Wait for as long as a page takes to reload, and mark the key as gone if it has no connection then."""
    left = timezone.now()
    await asyncio.sleep(presence.FAREWELL)
    if not presence.here[key]:
        await database_sync_to_async(presence.depart)(key, unseen_since=left)


def query_of(scope: dict[str, Any]) -> dict[str, str]:
    """The query of a socket's address: what the page that opens it shows already."""
    return dict(parse_qsl(scope["query_string"].decode("latin-1")))
