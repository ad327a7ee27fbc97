"""What one connection may cost all others: what it sends without end, and what it does not read."""

import base64
import os
import resource
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from daphne.access import AccessLogGenerator
from pytest_django.fixtures import Settings
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from heatsite import requests
from heatsite.requests import IDLE, READ_WITHIN, BoundedFactory, BoundedRequest, Descriptors, hide_links
from races.models import Race
from tests import waiting
from tests.e2e.site import Site
from tests.races.factories import make_race

MANY = 16 * 1024 * 1024
"""Bytes: more than the buffers of both ends hold; a server that reads on takes as many within a second."""
JUNK = b"junk " * 1000


@pytest.fixture
def site(transactional_db: None, settings: Settings, tmp_path: Path) -> Iterator[Site]:
    settings.DRAW_TRACKS = False
    running = Site(tmp_path)
    running.start()
    yield running
    running.stop()
    assert not running.errors()


def open_socket(site: Site, race: Race) -> socket.socket:
    """A connection to the socket of a race, to be used in ways that no library would."""
    line = socket.create_connection(("127.0.0.1", site.port), waiting.LIMIT)
    key = base64.b64encode(os.urandom(16)).decode()
    asked = f"GET /ws/races/{race.code}/ HTTP/1.1\r\nHost: {site.host}\r\nOrigin: {site.address}\r\n"
    upgrade = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    line.sendall(f"{asked}{upgrade}\r\n".encode())
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


def test_what_sends_without_end_is_not_read_on(site: Site) -> None:
    """It takes no notice of its closing either, so the server must stop reading and drop it."""
    frame = struct.pack("!BBH4x", 0x81, 0x80 | 126, len(JUNK)) + JUNK  # its mask is zero
    sent = 0
    with open_socket(site, make_race(clock=0)) as line, suppress(BrokenPipeError, ConnectionResetError):
        while sent < MANY:
            line.sendall(frame)
            sent += len(frame)
    assert sent < MANY


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"Content-Length: 400000000", b""),
        (b"Transfer-Encoding: chunked", b"".join(b"10000\r\n" + b"x" * 65536 + b"\r\n" for _ in range(41))),
    ],
)
def test_a_body_that_is_too_long_is_not_taken(site: Site, header: bytes, body: bytes) -> None:
    """Whoever sends it; the answer comes before its end, and the connection is over."""
    with socket.create_connection(("127.0.0.1", site.port), waiting.LIMIT) as line:
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(b"POST / HTTP/1.1\r\nHost: " + site.host.encode() + b"\r\n" + header + b"\r\n\r\n" + body)
        told = b""
        with suppress(ConnectionResetError):
            while more := line.recv(4096):
                told += more
    assert told.startswith(b"HTTP/1.1 413 ") or (body and not told)


class Channel:
    """A connection to a browser, with a clock that a test turns."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.transport = StringTransport()
        server = SimpleNamespace(protocol_connected=lambda request: None)
        self.factory = SimpleNamespace(server=server)
        self.aborted = False

    def callLater(self, seconds: float, work: Callable[[], None]) -> object:  # noqa: N802, Twisted's name
        return self.clock.callLater(seconds, work)

    def getPeer(self) -> None: ...  # noqa: N802, Twisted's name

    def getHost(self) -> None: ...  # noqa: N802, Twisted's name

    def forceAbortClient(self) -> None:  # noqa: N802, Twisted's name
        self.aborted = True


def test_a_request_that_never_ends_is_given_up() -> None:
    channel = Channel()
    request = BoundedRequest(channel)
    request.gotLength(100)
    for _ in range(READ_WITHIN - 1):
        channel.clock.advance(1)
        request.handleContentChunk(b"x")
    assert not channel.aborted
    channel.clock.advance(1)
    assert channel.aborted


def test_a_request_that_is_there_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    (of_daphne,) = BoundedRequest.__bases__  # Daphne's own module may name ours by now
    monkeypatch.setattr(of_daphne, "process", lambda request: None)
    channel = Channel()
    request = BoundedRequest(channel)
    request.gotLength(0)
    request.process()
    channel.clock.advance(READ_WITHIN)
    assert not channel.aborted


def test_connections_that_say_nothing_are_closed_soon() -> None:
    assert BoundedFactory(SimpleNamespace()).buildProtocol(None).timeOut == IDLE


def test_a_server_opens_as_many_as_the_system_allows(
    transactional_db: None, settings: Settings, tmp_path: Path
) -> None:
    settings.DRAW_TRACKS = False
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, few, most - 1), most))
    running = Site(tmp_path)
    try:
        running.start()
        with socket.create_connection(("127.0.0.1", running.port), waiting.LIMIT) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
            assert line.recv(4096), "it is set up"
        assert resource.prlimit(running.pid, resource.RLIMIT_NOFILE) == (most, most)
    finally:
        running.kill()
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))


def test_the_operator_hears_once_when_connections_run_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    look = Descriptors()
    for number in range(10):
        (tmp_path / str(number)).touch()
    monkeypatch.setattr(requests, "OPEN", tmp_path)  # in this process other tests open and close some
    for most in (11, 11, 1000, 1000):
        monkeypatch.setattr(resource, "getrlimit", lambda which, most=most: (most, most))
        look.look()
    assert [record.getMessage().partition(" ")[0] for record in caplog.records][1:] == ["Connections"]


def test_the_access_log_holds_no_link_that_moves_a_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AccessLogGenerator, "write_entry", AccessLogGenerator.write_entry)
    hide_links()
    told = StringIO()
    for path in ("/device/s3cret-of_24/", "/device/out/", "/device/"):
        about = {"client": "1.2.3.4:5", "method": "GET", "path": path, "status": 200, "size": 1}
        AccessLogGenerator(told)("http", "complete", about)
    assert "s3cret" not in told.getvalue()
    assert '"GET /device/…/"' in told.getvalue()
    assert '"GET /device/out/"' in told.getvalue()
