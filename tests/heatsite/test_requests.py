"""The line of a request: what Twisted and Daphne would do with it in the event loop or in the log, and nobody needs."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from twisted.web import http

from heatsite import door
from heatsite.crowd import MOST_BODIES, Crowd
from heatsite.requests import IDLE, MOST_BODY, BoundedFactory, BoundedRequest

START = b"POST /open/?a=1&b=2 HTTP/1.1\r\nHost: here\r\n"


class Browser:
    """A connection as far as Daphne, which hears of requests that are there as a whole."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scopes: list[dict[str, Any]] = []
        self.clock = Clock()
        self.transport = StringTransport(peerAddress=IPv4Address("TCP", "198.51.100.7", 4711))
        server = SimpleNamespace(
            root_path="",
            request_buffer_size=8192,
            server_name="",
            proxy_forwarded_address_header=None,
            protocol_connected=lambda line: None,
            protocol_disconnected=lambda line: None,
            create_application=lambda line, scope: self.scopes.append(scope),
            log_action=lambda *about: None,
        )
        self.line: Any = BoundedFactory(server).buildProtocol(None)
        self.line.requestFactory = BoundedRequest
        self.line.callLater = self.clock.callLater
        self.line.makeConnection(self.transport)

    def say(self, data: bytes) -> None:
        self.line.dataReceived(data)


@pytest.fixture(autouse=True)
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    fresh = Crowd()
    monkeypatch.setattr(door, "crowd", fresh)
    return fresh


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    return Browser(monkeypatch)


@pytest.mark.parametrize("kind", [b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"])
def test_no_form_is_taken_apart_in_the_event_loop(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, kind: bytes
) -> None:
    """Everybody would wait for a million fields."""
    for name in ("parse_qs", "_getMultiPartArgs"):
        monkeypatch.setattr(http, name, None)
    body = b"a=1&" * 100
    browser.say(START + b"Content-Type: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(body)) + body)
    (scope,) = browser.scopes
    assert (scope["path"], scope["query_string"]) == ("/open/", b"a=1&b=2")
    (request,) = browser.line.requests
    assert request.content.read() == body


@pytest.mark.parametrize("value", [b"/evil", b"\xff"])
def test_no_client_sets_the_root_path(browser: Browser, caplog: pytest.LogCaptureFixture, value: bytes) -> None:
    """Daphne would also write a trace for one that is not ASCII."""
    browser.say(START + b"daphne-root-path: " + value + b"\r\n\r\n")
    (scope,) = browser.scopes
    assert scope["root_path"] == ""
    assert not caplog.records


def test_a_sub_protocol_that_is_not_ascii_is_a_bad_request(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YQ==\r\n"
    browser.say(START.replace(b"POST", b"GET") + upgrade + b"Sec-WebSocket-Protocol: \xff\r\n\r\n")
    assert browser.transport.value().startswith(b"HTTP/1.1 400 ")
    assert not browser.scopes
    assert not caplog.records


def test_a_first_line_that_never_ends_is_not_waited_for(browser: Browser) -> None:
    for _ in range(IDLE):
        browser.clock.advance(1)
        browser.say(b"G")
    assert browser.transport.disconnecting


def test_a_body_may_come_slowly(browser: Browser) -> None:
    """The request as a whole has its time."""
    browser.clock.advance(IDLE - 1)
    browser.say(START + b"Content-Length: 5\r\n\r\n")
    for _ in range(4):
        browser.clock.advance(IDLE - 1)
        browser.say(b"x")
    assert not browser.transport.disconnecting
    assert not browser.scopes
    browser.say(b"x")
    assert browser.scopes


def test_bodies_of_an_address_count_together_until_they_are_answered(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are kept meanwhile, in memory and on the disk, however many connections they come on."""
    part = b"x" * (MOST_BODY - 1)
    browsers = [Browser(monkeypatch) for _ in range(MOST_BODIES // len(part) + 1)]
    for one in browsers:
        one.say(START + b"Content-Length: %d\r\n\r\n" % MOST_BODY)
        one.say(part)
    assert [one.transport.value()[:12] for one in browsers] == [b""] * (len(browsers) - 1) + [b"HTTP/1.1 413"]
    for one in browsers:
        one.line.connectionLost(Failure(ConnectionDone()))
    (tally,) = crowd.tallies.values()
    assert tally.bodies == 0
    again = Browser(monkeypatch)
    again.say(START + b"Content-Length: 1\r\n\r\nx")
    (request,) = again.line.requests
    assert tally.bodies == 1
    request.finish()
    assert tally.bodies == 0
    monkeypatch.setattr(door, "farewell", lambda request: b"")
    Browser(monkeypatch).say(START + b"Upgrade: websocket\r\nContent-Length: 1\r\n\r\nx")
    assert tally.bodies == 0, "a connection that becomes a socket keeps nothing"
