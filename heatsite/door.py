"""The door of a server process: drivers go before those who come in, and too many connections are told so at once.

A flood that was turned away comes again with all its connections at the same moment. A turn of the event loop serves
every connection that has something to say, so a driver's answer would wait for hundreds of handshakes. Therefore few
come in within one turn, and few of those who are not in yet are heard; and an address that has as many sockets as it
may is answered with one write, before anything is made for the connection.
"""

import asyncio
import selectors
from base64 import b64encode
from hashlib import sha1
from struct import pack
from typing import TYPE_CHECKING

from twisted.internet.tcp import Port
from twisted.web.http import Request

from heatsite.crowd import Tally, crowd
from heatsite.gate import TOO_MUCH
from lobby import limits
from lobby.consumers import handshake

if TYPE_CHECKING:  # other systems than Linux have none
    from select import epoll

COME_IN = 4
"""Connections that are accepted within one turn of the event loop."""
INSIDE, OUTSIDE = 16, 4
"""Connections that are heard or written to within one turn: sockets that were let in, and all others."""
let_in: set[int] = set()
"""The file descriptors of open sockets."""
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""That of the protocol (RFC 6455, section 1.3)."""
CLOSE = 0x88
"""The first byte of a frame that closes a socket."""


class Few:
    """In place of an attribute of Twisted's, which takes in more with each turn as long as more are waiting."""

    def __get__(self, port: Port, kind: type[Port]) -> int:
        return COME_IN

    def __set__(self, port: Port, value: int) -> None:
        """Stays as it is."""


class FairPoll:
    """What the system says of connections, a few at a time; the others are named again in the next turn."""

    def __init__(self, poll: "epoll") -> None:
        self._poll = poll
        self._turn = 0
        self.register, self.unregister, self.modify = poll.register, poll.unregister, poll.modify
        self.close = poll.close

    def poll(self, seconds: float, most: int) -> list[tuple[int, int]]:
        ready = self._poll.poll(seconds, most)
        if len(ready) <= OUTSIDE:
            return ready
        self._turn += 1
        inside = [one for one in ready if one[0] in let_in]
        outside = [one for one in ready if one[0] not in let_in]
        return self._few(inside, INSIDE) + self._few(outside, OUTSIDE)

    def _few(self, ready: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        """Others in each turn, so that all are served in the end."""
        if len(ready) <= most:
            return ready
        first = self._turn * most % len(ready)
        return (ready[first:] + ready[:first])[:most]


def serve_few_at_a_time(loop: asyncio.AbstractEventLoop) -> None:
    """To be called before a Daphne of this process runs its event loop. Systems without epoll serve all at once."""
    Port.numberAccepts = Few()
    selector = getattr(loop, "_selector", None)
    if hasattr(selectors, "EpollSelector") and isinstance(selector, selectors.EpollSelector):
        selector._selector = FairPoll(selector._selector)  # type: ignore[attr-defined]  # noqa: SLF001


def farewell(request: Request) -> bytes | None:
    """All that is said to a socket whose address has too many: it is let in and closed with the code after which pages
    and programs stay away. None for a request that is no handshake, or may come."""
    headers = request.requestHeaders
    key = headers.getRawHeaders(b"sec-websocket-key", [b""])[0].strip()
    upgrade = headers.getRawHeaders(b"upgrade", [b""])[0].strip().lower()
    if upgrade != b"websocket" or not key or is_welcome(request):
        return None
    protocols = headers.getRawHeaders(b"sec-websocket-protocol", [b""])[0].partition(b",")[0].strip()
    lines = [
        b"HTTP/1.1 101 Switching Protocols",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Accept: " + b64encode(sha1(key + GUID, usedforsecurity=False).digest()),
        *([b"Sec-WebSocket-Protocol: " + protocols] if protocols else []),
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + pack("!BBH", CLOSE, 2, TOO_MUCH)


def is_welcome(request: Request) -> bool:
    """Whether the address of a request may have one more socket."""
    tally = tally_of(request)
    return tally is None or tally.may_come()


def tally_of(request: Request) -> Tally | None:
    """What the address of a request uses; None for this machine."""
    client = [getattr(request.client, "host", "")]
    forwarded = request.requestHeaders.getRawHeaders(b"x-forwarded-for", [])
    address = limits.address_of(
        handshake({"client": client, "headers": [(b"x-forwarded-for", one) for one in forwarded]})
    )
    return crowd.address(address) if address else None
