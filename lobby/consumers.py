"""The socket of a waiting room. It only tells: what people do, they post, with or without it."""

from typing import Any

from channels.db import database_sync_to_async
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import override

from lobby import limits, notices, presence, visitors, waiting
from lobby.models import Block, Room
from lobby.refusals import Refused
from lobby.waiting import Waiting
from races.screen import language_of
from races.signals import SIGNALS
from races.sockets import NOT_ALLOWED, NOT_HERE, Socket, asked

GONE = 2**62
"""How far a room has come that is no more: further than any page has been shown."""


class RoomPage(Socket):
    """Keeps one page of one room true."""

    presence = presence
    notice = "room.moved"
    group = staticmethod(notices.group)

    async def enter(self) -> None:
        self.shown: dict[str, str] = {}
        self.visitor: str = self.scope["visitor"]
        self.language = language_of(self.scope)
        code = self.scope["url_route"]["kwargs"]["code"]
        found, blocked = await database_sync_to_async(find)(code, self.visitor, handshake(self.scope))
        if found is None or blocked:
            await self.turn_away(NOT_ALLOWED if blocked else NOT_HERE)
            return
        self.editing = waiting.edits(found, found.role(self.visitor))
        await self.watch(found.room.pk)
        if asked(self.scope).get("at", "") == str(found.revision):
            self.shown = await database_sync_to_async(self.fragments)(found)  # the page has just been loaded
        if (me := found.member(self.visitor)) is not None:
            await self.be_present(me.pk)
        scene = await database_sync_to_async(waiting.load)(self.watched)
        if scene is not None:
            await self.show(scene)

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
        known = waiting.known(self.watched, max(revision, 1))
        return known or await database_sync_to_async(scene_from)(self.watched, max(revision, 1))

    # Notices

    async def room_moved(self, message: dict[str, Any]) -> None:
        if message["revision"] <= self.revision:
            return
        scene = await self.newest(message["revision"])
        if scene is None:
            await self.send_away("closed")
        elif self.present is not None and scene.member(self.visitor) is None:
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
                context = {"member": member, "signal": message["signal"], "text": SIGNALS[message["signal"]]}
                await self.send(text_data=render_to_string("lobby/room/signal.html", context))

    @staticmethod
    def revisions(watched: set[int]) -> dict[int, int]:
        known = Room.objects.filter(pk__in=watched).values_list("pk", "revision")
        return dict.fromkeys(watched, GONE) | dict(known)

    # The other direction

    async def hear(self, text: str) -> None:
        """Pages have nothing to say here."""


def scene_from(room: int, revision: int) -> Waiting | None:
    """A room from a revision on. Of many who hear of it at once, the first has loaded it for all."""
    return waiting.known(room, revision) or waiting.load(room)


def find(code: str, visitor: str, request: HttpRequest) -> tuple[Waiting | None, bool]:
    """A room by its code, and whether this visitor is kept out. Wrong codes are counted, as those of pages are."""
    room = Room.objects.filter(code=code).only("pk").first()
    if room is None or not (visitor and room.members.filter(visitor=visitor).exists()):
        try:
            limits.may_guess(request)
        except Refused:
            return None, False
    if room is None:
        limits.guessed_wrong(request)
        return None, False
    blocked = bool(visitor) and Block.objects.filter(room=room, visitor=visitor).exists()
    return waiting.load(room.pk), blocked


def handshake(scope: dict[str, Any]) -> HttpRequest:
    """How a socket was asked for, as far as it tells from where."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or [""])[0]
    if (forwarded := dict(scope["headers"]).get(b"x-forwarded-for")) is not None:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    return request
