"""The socket of a waiting room. It only tells: what people do, they post, with or without it."""

import asyncio
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from lobby import notices, presence, visitors, waiting
from lobby.models import Block, Room
from lobby.waiting import Waiting
from races.consumers.socket import FOREIGN, LONGEST, NOT_ALLOWED, TOO_FAST, TOO_LARGE, Allowance, asked
from races.screen import language_of

NO_SUCH_ROOM = 4404

farewells: set[asyncio.Task[None]] = set()


class RoomPage(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Keeps one page of one room true."""

    room: int
    revision = -1
    joined = False
    present: int | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """As the sockets of races: however a connection ends, its member's presence ends with it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.be_absent()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As the sockets of races: without a hop into the database thread before every message."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        self.allowance = Allowance()
        self.shown: dict[str, str] = {}
        self.visitor: str = self.scope["visitor"]
        self.language = language_of(self.scope)
        if self.scope["foreign"]:
            await self.turn_away(FOREIGN)
            return
        found, blocked = await database_sync_to_async(find)(self.scope["url_route"]["kwargs"]["code"], self.visitor)
        if found is None or blocked:
            await self.turn_away(NOT_ALLOWED if blocked else NO_SUCH_ROOM)
            return
        self.room = found.room.pk
        self.editing = waiting.edits(found, found.role(self.visitor))
        await self.accept()
        await self.channel_layer.group_add(notices.group(self.room), self.channel_name)
        self.joined = True
        if asked(self.scope).get("at", "") == str(found.revision):
            self.shown = await database_sync_to_async(self.fragments)(found)  # the page has just been loaded
        await self.be_present(found)
        scene = await database_sync_to_async(waiting.load)(self.room)
        if scene is not None:
            await self.show(scene)

    async def be_present(self, scene: Waiting) -> None:
        """From now on the others see that this member is here."""
        me = scene.member(self.visitor)
        if me is not None and self.present is None:
            self.present = me.pk
            presence.here[me.pk] += 1
            await database_sync_to_async(presence.arrive)(me.pk)

    async def show(self, scene: Waiting) -> None:
        """What is different from what the page has. The host's own form is left alone while it is the host's."""
        self.revision = scene.revision
        editing, self.editing = self.editing, waiting.edits(scene, scene.role(self.visitor))
        fresh = await database_sync_to_async(self.fragments)(scene)
        changed = {name: html for name, html in fresh.items() if self.shown.get(name) != html}
        if self.shown and editing and self.editing:
            changed.pop("conditions", None)
            changed.pop("tracks", None)
        self.shown = fresh
        if changed:
            await self.send(text_data="".join(changed.values()))

    def fragments(self, scene: Waiting) -> dict[str, str]:
        with override(self.language):
            known = visitors.known(self.visitor) if scene.member(self.visitor) is None else None
            mine = waiting.own(scene, self.visitor, known.name if known else "")
            return {**waiting.shared(scene, scene.role(self.visitor)), **mine}

    async def newest(self, revision: int) -> Waiting | None:
        return waiting.known(self.room, max(revision, 1)) or await database_sync_to_async(waiting.load)(self.room)

    # Notices

    async def room_moved(self, message: dict[str, Any]) -> None:
        if message["revision"] <= self.revision:
            return
        scene = await self.newest(message["revision"])
        if scene is None:
            return
        if self.present is not None and scene.member(self.visitor) is None:
            await self.send_away("removed")
        else:
            await self.show(scene)

    async def room_closed(self, message: dict[str, Any]) -> None:
        await self.send_away("closed")

    async def send_away(self, why: str) -> None:
        """The page has nothing to show any more; it says why, and where to go."""
        with override(self.language):
            await self.send(text_data=render_to_string("lobby/room/away.html", {"why": why}))
        await self.close()

    async def room_signal(self, message: dict[str, Any]) -> None:
        scene = await self.newest(0)
        member = next((car for car in scene.members if car.position == message["position"]), None) if scene else None
        if member is not None:
            with override(self.language):
                context = {"member": member, "signal": message["signal"]}
                await self.send(text_data=render_to_string("lobby/room/signal.html", context))

    # The other direction

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pages have nothing to say here; who says a lot is shown the door."""
        if text_data is None or len(text_data) > LONGEST:
            await self.close(TOO_LARGE)
        elif not self.allowance.take():
            await self.close(TOO_FAST)

    async def turn_away(self, code: int) -> None:
        """Accept first: a handshake that fails is tried again for ever."""
        await self.accept()
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        if self.joined:
            await self.channel_layer.group_discard(notices.group(self.room), self.channel_name)

    def be_absent(self) -> None:
        if self.present is not None:
            presence.here[self.present] -= 1
            if not presence.here[self.present]:
                del presence.here[self.present]
                farewell = asyncio.get_running_loop().create_task(say_farewell(self.present))
                farewells.add(farewell)
                farewell.add_done_callback(farewells.discard)


async def say_farewell(member: int) -> None:
    """After a moment in which a reloaded page would be back, a member without a connection is away."""
    left = timezone.now()
    await asyncio.sleep(presence.FAREWELL)
    if not presence.here[member]:
        await database_sync_to_async(presence.depart)(member, unseen_since=left)


def find(code: str, visitor: str) -> tuple[Waiting | None, bool]:
    """A room by its code, and whether this visitor is kept out."""
    room = Room.objects.filter(code=code).only("pk").first()
    if room is None:
        return None, False
    blocked = bool(visitor) and Block.objects.filter(room=room, visitor=visitor).exists()
    return waiting.load(room.pk), blocked
