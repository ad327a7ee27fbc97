"""The socket of a room's page. It only sends: everything that players do in a room is a POST."""

from typing import Any

from channels.db import database_sync_to_async
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.utils.translation import override

from lobby import fragments, limits, notices, presence, rooms, scenes, visitors
from lobby.models import Room
from lobby.refused import Refused
from lobby.scenes import Role, RoomScene
from races.page_state import language_of
from races.signals import SIGNALS
from races.sockets import NOT_ALLOWED, NOT_HERE, Socket, query_of

GONE = 2**62
"""The revision of a room that was removed: later than that of any page, so that each page asks and is sent away."""


class RoomPage(Socket):
    """Keeps one page of one room up to date."""

    presence = presence
    notice = "room.moved"
    group = staticmethod(notices.group)

    async def enter(self) -> None:
        self.shown: dict[str, str] = {}
        self.visitor: str = self.scope["visitor"]
        self.language = language_of(self.scope)
        code = self.scope["url_route"]["kwargs"]["code"]
        request = handshake(self.scope)
        query = QueryDict(mutable=True)
        query.update(query_of(self.scope))
        request.GET = query  # type: ignore[assignment]  # with the key of a link
        found, blocked = await database_sync_to_async(find)(code, self.visitor, request)
        if found is None or blocked:
            await self.turn_away(NOT_ALLOWED if blocked else NOT_HERE)
            return
        self.is_television = query_of(self.scope).get("as") == "television"
        self.editing = found.may_edit(self.role(found))
        await self.watch(found.room.pk)
        if query_of(self.scope).get("revision", "") == str(found.revision):
            self.shown = await database_sync_to_async(self.fragments)(found)  # the page has just been loaded
        if not self.is_television and (me := found.member(self.visitor)) is not None:
            await self.be_present(me.pk)
        scene = await database_sync_to_async(scenes.load)(self.watched)
        if scene is not None:
            await self.show(scene)

    async def show(self, scene: RoomScene) -> None:
        """Send what differs from what the page has, except the settings form of a host: that is being filled in."""
        self.revision = scene.revision
        editing, self.editing = self.editing, scene.may_edit(self.role(scene))
        fresh = await database_sync_to_async(self.fragments)(scene)
        changed = {name: html for name, html in fresh.items() if self.shown.get(name) != html}
        if self.shown and editing and self.editing:
            for name in fragments.TYPED:
                changed.pop(name, None)
        self.shown = fresh
        if changed:
            await self.send(text_data="".join(changed.values()))

    def role(self, scene: RoomScene) -> Role:
        return scene.onlooker(self.visitor) if self.is_television else scene.role(self.visitor)

    def fragments(self, scene: RoomScene) -> dict[str, str]:
        with override(self.language):
            if self.is_television:
                shared = fragments.shared(scene, self.role(scene))
                return {name: shared[name] for name in fragments.TELEVISION}
            name = visitors.given_name(self.visitor) if scene.member(self.visitor) is None else ""
            mine = fragments.own(scene, self.visitor, name)
            return {**fragments.shared(scene, scene.role(self.visitor)), **mine}

    async def newest(self, revision: int) -> RoomScene | None:
        known = scenes.known(self.watched, max(revision, 1))
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
        """The last message of this socket: the page says why it has no room any more, and links home."""
        with override(self.language):
            await self.send(text_data=render_to_string("lobby/room/away.html", {"why": why}))
        await self.close()

    async def room_signal(self, message: dict[str, Any]) -> None:
        scene = await self.newest(0)
        seats = scene.members if scene else []
        member = next((seat for seat in seats if seat.position == message["position"]), None)
        if member is not None:
            with override(self.language):
                context = {"member": member, "signal": message["signal"], "text": SIGNALS[message["signal"]]}
                await self.send(text_data=render_to_string("lobby/room/signal.html", context))

    @staticmethod
    def revisions(watched: set[int]) -> dict[int, int]:
        known = Room.objects.filter(pk__in=watched).values_list("pk", "revision")
        return dict.fromkeys(watched, GONE) | dict(known)

    # The other direction

    async def handle_text(self, text: str) -> None:
        """Pages send nothing on this socket."""


def scene_from(room: int, revision: int) -> RoomScene | None:
    """A room at this revision or a later one. Of many sockets that ask at once, the first loads it for all."""
    return scenes.known(room, revision) or scenes.load(room)


def find(code: str, visitor: str, request: HttpRequest) -> tuple[RoomScene | None, bool]:
    """A room by its code, and whether the visitor is blocked. Wrong codes are counted, as in the views."""
    request.visitor = visitor  # type: ignore[attr-defined]
    try:
        with limits.looking_up(request, code):
            scene = scenes.find(code)
    except Refused:
        return None, False
    return scene, bool(rooms.kept_out(scene.room, visitor, limits.address_of(request)))


def handshake(scope: dict[str, Any]) -> HttpRequest:
    """The opening request of a socket, with what `limits` needs to know the address."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or [""])[0]
    if (forwarded := dict(scope["headers"]).get(b"x-forwarded-for")) is not None:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    return request
