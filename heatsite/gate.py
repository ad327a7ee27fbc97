"""The gate before all pages and sockets: who uses too much is turned away before the site does any work for it, and
nobody else waits for them. `crowd` counts; this machine itself is not counted in the local profile."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils._os import safe_join

from heatsite.crowd import DEBT, Tally, crowd
from lobby import devices, limits
from lobby.consumers import handshake
from races.channel_layer import groups
from races.page_state import language_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[dict[str, Any], Receive, Send], Awaitable[Any]]

TOO_MUCH = 4429
"""The closing code after which pages and programs do not come back by themselves."""
FRAME = "heatsite.frame"
"""The line of a socket says by it that a frame came which is no message: a ping, a pong, a part of a message."""
SAID = {"websocket.receive", FRAME}
"""What counts as a message of a visitor."""


class PageGate:
    """Pages: so many a minute from one address, and a few at once; and many more files of the site itself."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> Any:
        address = "" if is_free(scope) else limits.address_of(handshake(scope))
        if not address:
            return await self.app(scope, receive, send)
        tally = crowd.address(address)
        kind = "files" if scope["path"] in FOR_MACHINES or is_file(scope["path"]) else "pages"
        if not tally.take(kind):
            await tally.hold_back()
            return await turn_away(send, language_of(scope))
        async with nullcontext() if kind == "files" else tally.page_turn:
            return await self.app(scope, receive, send)


FOR_MACHINES = {"/healthz", "/metrics"}


def is_free(scope: dict[str, Any]) -> bool:
    """A machine that asks this process by its own port, and not through the proxy."""
    return scope["path"] in FOR_MACHINES and not any(name == b"x-forwarded-for" for name, _ in scope["headers"])


def is_file(path: str) -> bool:
    """Whether this is a file of the site itself. One that is not there is a page that says so."""
    start = "/" + settings.STATIC_URL.lstrip("/")
    if not path.startswith(start):
        return False
    name = path.removeprefix(start)
    try:
        found = safe_join(settings.STATIC_ROOT, name) if settings.COLLECTED else finders.find(name)
        return found is not None and Path(found).is_file()
    except (SuspiciousFileOperation, ValueError, OSError):  # one that leads elsewhere, or no file system would have
        return False


async def turn_away(send: Send, language: str) -> None:
    body = page_of_refusal(language)
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"retry-after", str(DEBT).encode())]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def page_of_refusal(language: str) -> bytes:
    """Made once a language: who floods is answered as cheaply as can be."""
    with translation.override(language):
        return render_to_string("429.html").encode()


@dataclass(frozen=True, eq=False)
class Line:
    """An open socket, and whose it is."""

    visitor: str
    device: str
    send: Send


class Entry:
    """A socket that comes in: a few of one address at a time, until each was shown something. All share one thread for
    the database, and others should not wait there for hundreds of theirs."""

    def __init__(self, turns: asyncio.Semaphore | None) -> None:
        self._turns = turns
        self._inside = False

    async def begin(self) -> None:
        if self._turns is not None:
            await self._turns.acquire()
            self._inside = True

    def end(self) -> None:
        if self._turns is not None and self._inside:
            self._inside = False
            self._turns.release()


open_lines: set[Line] = set()
SIGNED_OUT = 4401
"""The closing code of a device that was signed out."""
LOOK = 3
"""Seconds between two looks for devices that were signed out."""


BESIDE = timedelta(seconds=30)
"""A look reaches back so far behind the last one: requests of that moment may still store, and clocks differ."""


class Doorkeeper:
    """Closes the sockets of devices that were signed out, in this process: at the notice in the channel layer, and by
    looks, because a notice may be lost, and a socket may come in beside one."""

    is_busy = False

    def __init__(self) -> None:
        self.looked = timezone.now()
        """The moment of the last look that succeeded: while the database is away, none does."""

    async def listen(self) -> None:
        await groups.join(devices.GROUP, self)

    async def deliver(self, message: dict[str, Any]) -> None:
        visitor, keys = message["visitor"], message["keys"]
        await close(one for one in open_lines if one.visitor == visitor and (keys is None or one.device in keys))

    async def look(self) -> None:
        now = timezone.now()
        out = await database_sync_to_async(devices.signed_out)(min(now, self.looked) - BESIDE)
        await close(one for one in open_lines if devices.is_among(out, one.visitor, one.device))
        self.looked = now


doorkeeper = Doorkeeper()


async def close(lines: Iterable[Line]) -> None:
    for line in list(lines):
        await line.send({"type": "websocket.close", "code": SIGNED_OUT})


class SocketGate:
    """Sockets: so many of a visitor and of an address, and so many frames and bytes from all of them together."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> Any:
        tallies = list(tallies_of(scope))
        if not all(tally.may_come() for tally in tallies):
            await receive()
            await send({"type": "websocket.accept", "subprotocol": next(iter(scope["subprotocols"]), None)})
            await send({"type": "websocket.close", "code": TOO_MUCH})
            return None

        heard = 0

        async def hear() -> Message:
            nonlocal heard
            heard += 1
            if heard > 1:
                entry.end()  # a consumer asks for the next message when it has shown all that there is
            while True:
                message = await receive()
                if message["type"] in SAID and not all(may_say(tally, message) for tally in tallies):
                    await send({"type": "websocket.close", "code": TOO_MUCH})
                    return {"type": "websocket.disconnect", "code": TOO_MUCH}
                if message["type"] != FRAME:
                    return message

        for tally in tallies:
            tally.come_in()
        line = Line(scope["visitor"], scope["device"], send)
        open_lines.add(line)
        entry = Entry(tallies[-1].entries if tallies else None)
        try:
            await entry.begin()
            return await self.app(scope, hear, send)
        finally:
            entry.end()
            open_lines.discard(line)
            for tally in tallies:
                tally.sockets -= 1


def tallies_of(scope: dict[str, Any]) -> "list[Tally]":
    """Of the visitor, if the cookie names one, and of the address."""
    address = limits.address_of(handshake(scope))
    visitor = scope["visitor"]
    return [*([crowd.visitor(visitor)] if visitor else []), *([crowd.address(address)] if address else [])]


def may_say(tally: Tally, message: Message) -> bool:
    size = len(message.get("text") or "") + len(message.get("bytes") or b"")
    return tally.take("frames") and tally.take("bytes", size)
