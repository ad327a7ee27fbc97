"""The line of a request under Daphne: bounds on what an unfinished one may cost. Daphne reads all of a request before
anything of the site hears of it, and waits for as long as now and then something comes."""

import logging
import re
import resource
from datetime import datetime
from pathlib import Path

import daphne.http_protocol
import daphne.server
from daphne.access import AccessLogGenerator
from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from twisted.protocols.basic import LineReceiver
from twisted.web import http

from heatsite import door
from heatsite.crowd import MOST_BODIES, Tally

logger = logging.getLogger(__name__)

MOST_BODY = 2_621_440
"""Bytes of a body: as many as Django takes of a form. Circuits, the longest of all forms, have a hundredth of it."""
READ_WITHIN = 60
"""Seconds from the first line of a request to the end of its body."""
IDLE = 15
"""Seconds for which a connection may say nothing."""

ROOT_PATH, PROTOCOL = b"Daphne-Root-Path", b"Sec-WebSocket-Protocol"
"""Headers in which Daphne expects ASCII: with anything else any client could make it write a trace into the log. The
first of them is none that a client may send."""

TOO_LARGE = b"Nothing was changed: that is more than this site takes in one form.\n"


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """Daphne's own, which ends with its connection when it is too long, or takes too long."""

    def __init__(self, channel: http.HTTPChannel, *more: object) -> None:
        super().__init__(channel, *more)
        self._taken = 0
        self._tally: Tally | None = None
        self._refused = False
        self._late = channel.callLater(READ_WITHIN, self._give_up)

    def gotLength(self, length: int | None) -> None:  # noqa: N802, Twisted's name
        """The headers are there. Without a length the body comes in chunks, and is counted as it comes."""
        super().gotLength(length)
        self._tally = door.tally_of(self)
        if length is not None and length > MOST_BODY:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802, Twisted's name
        self._taken += len(data)
        if self._tally is not None:
            self._tally.bodies += len(data)
        too_much = self._taken > MOST_BODY or (self._tally is not None and self._tally.bodies > MOST_BODIES)
        if too_much and not self._refused:
            self._refuse()
        if not self._refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, uri: bytes, version: bytes) -> None:  # noqa: N802, Twisted's name
        """Twisted's would take the fields of query and form apart, for which nobody asks it, while all others wait: a
        million of them fit into a body."""
        self.content.seek(0)
        self.method, self.uri, self.clientproto = command, uri, version
        self.path = uri.partition(b"?")[0]
        self.process()

    def process(self) -> object:
        self._forget()
        if self.requestHeaders.hasHeader(b"Upgrade"):
            self._let_go()  # nobody tells a request whose connection becomes a socket when it is over
        self.requestHeaders.removeHeader(ROOT_PATH)
        if not self._refused and not all(one.isascii() for one in self.requestHeaders.getRawHeaders(PROTOCOL, [])):
            return self.basic_error(400, b"Bad Request", "Invalid header value")
        if not self._refused and (told := door.farewell(self)) is not None:
            self._refused = True
            self.channel.transport.write(told)
            self.channel.loseConnection()
        return None if self._refused else super().process()

    def finish(self) -> None:
        self._let_go()
        super().finish()

    def connectionLost(self, reason: object) -> None:  # noqa: N802, Twisted's name
        self._forget()
        self._let_go()
        super().connectionLost(reason)

    def _let_go(self) -> None:
        """What came is no longer kept."""
        if self._tally is not None:
            self._tally.bodies -= self._taken
            self._tally = None

    def _refuse(self) -> None:
        self._refused = True
        self._forget()
        length = str(len(TOO_LARGE)).encode()
        head = b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: "
        self.channel.transport.write(head + length + b"\r\n\r\n" + TOO_LARGE)
        self.channel.loseConnection()

    def _give_up(self) -> None:
        self._refused = True
        self.channel.forceAbortClient()

    def _forget(self) -> None:
        if self._late.active():
            self._late.cancel()


class BoundedChannel(http.HTTPChannel):  # type: ignore[misc]
    """Twisted's own, which waits for the first line of a request for ever if now and then a byte of it comes. From that
    line on the request has its time."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802, Twisted's name
        LineReceiver.dataReceived(self, data)
        if self.requests:
            self.resetTimeout()


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    """Daphne's own, with such requests, and with less patience for connections that say nothing."""

    protocol = BoundedChannel

    def __init__(self, server: daphne.server.Server) -> None:
        super().__init__(server)
        self.timeOut = IDLE


SECRET = re.compile(r"(/device/|/calls/confirm/|/calls/stop/)(?!withdraw/|out/)[^/ ?]+")
"""Addresses that make a browser another visitor's, or confirm and stop messages, carry a secret in their path."""


def hide_links() -> None:
    """To be called before Daphne runs: its access log is read by more people than may become the visitors in it. Where
    the log has an object a line, so has this one."""
    write = AccessLogGenerator.write_entry

    def write_entry(
        log: AccessLogGenerator,
        host: str,
        date: datetime,
        request: str,
        status: int | None = None,
        length: int | None = None,
    ) -> None:
        told = SECRET.sub(r"\1…", request)
        if settings.LOG_FORMAT == "json":
            logger.info('%s "%s" %s %s', host, told, status or "-", length or "-")
        else:
            write(log, host, date, told, status, length)

    AccessLogGenerator.write_entry = write_entry


def bound_requests() -> None:
    """To be called before a Daphne of this process starts. It names its classes and has no settings for them."""
    daphne.http_protocol.WebRequest = BoundedRequest
    daphne.server.HTTPFactory = BoundedFactory


def raise_descriptors() -> None:
    """Let this process open as many connections as the system allows it; many systems begin with 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


OPEN = Path("/proc/self/fd")


class Descriptors:
    """Tells the operator when nearly all connections that this process may have are open: nobody new comes in then."""

    NEARLY = 0.9

    def __init__(self) -> None:
        self.told = False

    def look(self) -> None:
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        used = sum(1 for _ in OPEN.iterdir()) if OPEN.exists() else 0
        if used > most * self.NEARLY and not self.told:
            logger.warning("%s of %s connections and files are open; nobody new can come in beyond that", used, most)
        elif self.told and used < most * self.NEARLY:
            logger.warning("Connections are free again: %s of %s are open", used, most)
        self.told = used > most * self.NEARLY


descriptors = Descriptors()
EVERY = 5
"""Seconds between two looks."""
