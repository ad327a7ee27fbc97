"""What both kinds of sockets share: who is asking, what they may see, how often they may speak, and the notices."""

import asyncio
import time
from collections import defaultdict
from typing import Any
from urllib.parse import parse_qsl

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from races import live, presence, table
from races.models import Race
from races.table import Scene

LONGEST = 8192
"""Characters in a message; nothing that a driver can say is longer."""
BURST = 30
A_SECOND = 10

NO_SUCH_RACE, NOT_ALLOWED, FOREIGN, TOO_LARGE, TOO_FAST = 4404, 4403, 4401, 4413, 4429
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


class RaceSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One connection of one viewer to one race."""

    race: int
    seat: int | None = None
    revision = -1

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """However a connection ends, also by a fault or because it was killed, its driver's presence ends with it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.be_absent()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own, without its hop into the database thread before every message: here only
        `database_sync_to_async` touches the database, and that looks after its connections itself."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    # What each kind of socket does in its own way

    async def begin(self, scene: Scene) -> None:
        """Show everything that the viewer may see."""
        raise NotImplementedError

    async def go_on(self, scene: Scene) -> None:
        """Show what has changed since the last time."""
        raise NotImplementedError

    async def hear(self, text: str) -> None:
        """Somebody said something."""
        raise NotImplementedError

    async def find_seat(self, scene: Scene) -> int | None:
        """The seat that this connection may drive."""
        return scene.seat_of(self.scope["visitor"])

    # The life of a connection

    async def connect(self) -> None:
        self.allowance = Allowance()
        code = self.scope["url_route"]["kwargs"]["code"]
        if self.scope["foreign"]:
            await self.turn_away(FOREIGN)
            return
        scene = await database_sync_to_async(scene_by_code)(code)
        if scene is None:
            await self.turn_away(NO_SUCH_RACE)
            return
        self.race = scene.race.pk
        self.seat = await self.find_seat(scene)
        if self.seat is None and scene.race.watching == Race.Watching.NOBODY:
            await self.turn_away(NOT_ALLOWED)
            return
        await self.accept(self.chosen_protocol())
        await self.channel_layer.group_add(live.group(self.race), self.channel_name)
        self.joined = True
        listening.add(self)
        if self.seat is not None:
            key = scene.seats[self.seat].pk
            presence.here[key] += 1
            self.present = key
            await database_sync_to_async(presence.arrive)(key)
        scene = await database_sync_to_async(newest_scene)(self.race)
        self.revision = scene.revision
        await self.begin(scene)

    joined = False
    present: int | None = None

    def chosen_protocol(self) -> str | None:
        return None

    async def turn_away(self, code: int) -> None:
        """Accept first: a handshake that fails is tried again for ever."""
        await self.accept(self.chosen_protocol())
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        if self.joined:
            await self.channel_layer.group_discard(live.group(self.race), self.channel_name)

    def be_absent(self) -> None:
        listening.discard(self)
        if self.present is not None:
            presence.here[self.present] -= 1
            if not presence.here[self.present]:
                del presence.here[self.present]
                farewell = asyncio.get_running_loop().create_task(say_farewell(self.present))
                farewells.add(farewell)
                farewell.add_done_callback(farewells.discard)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.joined:
            return
        if text_data is None or len(text_data) > LONGEST:
            await self.close(TOO_LARGE)
        elif not self.allowance.take():
            await self.close(TOO_FAST)
        else:
            await self.hear(text_data)

    async def race_moved(self, message: dict[str, Any]) -> None:
        """A notice: it holds a number; what there is to see, everybody looks up for themselves."""
        if message["revision"] > self.revision:
            scene = await self.newest(message["revision"])
            self.revision = scene.revision
            await self.go_on(scene)

    async def newest(self, revision: int) -> Scene:
        return table.known(self.race, revision) or await database_sync_to_async(table.load)(self.race)


listening: set[RaceSocket] = set()
"""The sockets of this process that hear of their race."""


async def listen_again() -> None:
    """Make up for what a layer may lose: notices on the way, and, when it restarts, who listens at all."""
    if not listening:
        return
    newest = await database_sync_to_async(revisions)({socket.race for socket in listening})
    for socket in list(listening):
        await socket.channel_layer.group_add(live.group(socket.race), socket.channel_name)
        if newest[socket.race] > socket.revision:  # said through the layer, so that it waits for its turn
            notice = {"type": "race.moved", "revision": newest[socket.race]}
            await socket.channel_layer.send(socket.channel_name, notice)


def revisions(races: set[int]) -> dict[int, int]:
    return defaultdict(int, Race.objects.filter(pk__in=races).values_list("pk", "revision"))


farewells: set[asyncio.Task[None]] = set()


async def say_farewell(seat: int) -> None:
    """After a moment in which a reloaded page would be back, a driver without a connection is gone."""
    left = timezone.now()
    await asyncio.sleep(presence.FAREWELL)
    if not presence.here[seat]:
        await database_sync_to_async(presence.depart)(seat, unseen_since=left)


def asked(scope: dict[str, Any]) -> dict[str, str]:
    """What the address of a socket says about the page that opens it."""
    return dict(parse_qsl(scope["query_string"].decode("latin-1")))


def newest_scene(race: int) -> Scene:
    return table.scene_of(Race.objects.only("pk").get(pk=race))


def scene_by_code(code: str) -> Scene | None:
    race = Race.objects.filter(code=code).only("pk").first()
    return table.scene_of(race) if race else None
