"""The line of a socket, where it is other than Daphne's."""

import asyncio
import zlib
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import autobahn.websocket.protocol
import daphne.server
import pytest
from autobahn.websocket.compress import PerMessageDeflate, PerMessageDeflateOffer
from twisted.internet.main import CONNECTION_LOST
from twisted.internet.testing import StringTransport

from heatsite.frames import (
    COMES_IN_WITHIN,
    LONGEST,
    MOST_UNHEARD,
    MOST_UNSENT,
    CompressingFactory,
    SocketProtocol,
    accept,
    compress_frames,
)
from heatsite.gate import FRAME


class Network:
    """What a line sends to: it takes so many bytes at once; the rest waits."""

    connected, TLS = True, False

    def __init__(self, takes: int | Exception = 10**9) -> None:
        self.takes = takes
        self.sent, self.dataBuffer = b"", b""
        self._tempDataLen = 0
        self.aborted = False

    def writeSomeData(self, data: bytes) -> int | Exception:  # noqa: N802, Twisted's name
        if isinstance(self.takes, Exception):
            return self.takes
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def write(self, data: bytes) -> None:
        self.dataBuffer += data

    def abortConnection(self) -> None:  # noqa: N802, Twisted's name
        self.aborted = True


def line_to(network: Network, state: int = SocketProtocol.STATE_OPEN, *, packs: bool = False) -> Any:
    line: Any = SocketProtocol()
    line.state, line.transport = state, network
    if packs:
        agreed = accept([PerMessageDeflateOffer(accept_max_window_bits=True)])
        line._perMessageCompress = PerMessageDeflate.create_from_offer_accept(True, agreed)
    return line


class Frame(NamedTuple):
    kind: int
    is_packed: bool
    data: bytes


def frames(data: bytes) -> list[Frame]:
    """Frames of a server, each a whole message."""
    found = []
    while data:
        first, length = data[0], data[1]
        assert first & 0xB0 == 0x80, "a whole message, and no sign that nobody knows"
        size = {126: 2, 127: 8}.get(length, 0)
        start = 2 + size
        length = int.from_bytes(data[2:start], "big") if size else length
        found.append(Frame(first & 0x0F, bool(first & 0x40), data[start : start + length]))
        data = data[start + length :]
    return found


@pytest.mark.parametrize("state", [SocketProtocol.STATE_CLOSING, SocketProtocol.STATE_CLOSED])
def test_what_is_said_to_a_connection_that_is_closing_is_no_fault(state: int) -> None:
    network = Network()
    line_to(network, state).sendMessage(b"Your turn")
    assert (network.sent, network.dataBuffer) == (b"", b"")


@pytest.mark.parametrize("length", [0, 5, 125, 126, 65_535, 65_536, 200_000])
@pytest.mark.parametrize("binary", [False, True])
def test_a_message_is_one_frame_however_long(length: int, binary: bool) -> None:
    network, payload = Network(), Random(length).randbytes(length)
    line_to(network).sendMessage(payload, binary)
    (one,) = frames(network.sent)
    assert one == Frame(2 if binary else 1, False, payload)


def test_updates_are_packed_so_that_the_one_before_is_in_the_window() -> None:
    network, update = Network(), Random(1).randbytes(10_000)
    line = line_to(network, packs=True)
    for _ in range(2):
        line.sendMessage(update)
    first, second = frames(network.sent)
    assert len(second.data) < len(first.data) / 5
    unpacking = zlib.decompressobj(-15)
    for one in (first, second):
        assert one.is_packed
        assert unpacking.decompress(one.data + b"\x00\x00\xff\xff") == update
    assert accept([]) is None


def test_a_side_that_keeps_nothing_can_unpack_each_by_itself() -> None:
    network, update = Network(), b"Your turn " * 50
    line = line_to(network, packs=True)
    line._perMessageCompress.server_no_context_takeover = True
    for _ in range(2):
        line.sendMessage(update)
    for one in frames(network.sent):
        assert zlib.decompressobj(-15).decompress(one.data + b"\x00\x00\xff\xff") == update


def test_what_the_network_does_not_take_at_once_waits_in_order() -> None:
    network = Network(takes=4)
    line = line_to(network)
    for word in (b"one", b"two", b"three"):
        line.sendMessage(word)
    assert [one.data for one in frames(network.sent + network.dataBuffer)] == [b"one", b"two", b"three"]
    assert len(network.sent) == 4


def test_a_lost_connection_is_left_to_the_event_loop() -> None:
    network = Network(takes=CONNECTION_LOST)
    line_to(network).sendMessage(b"Your turn")
    assert [one.data for one in frames(network.dataBuffer)] == [b"Your turn"]


def test_what_does_not_read_is_dropped() -> None:
    network = Network(takes=0)
    line, screen = line_to(network), b"x" * (MOST_UNSENT // 4)

    def waiting() -> int:
        return len(frames(network.dataBuffer))

    for _ in range(9):  # its buffer takes all
        line.sendMessage(screen)
    line.pauseProducing()
    for _ in range(4):
        line.sendMessage(screen)
    assert (waiting(), network.aborted) == (13, False)
    line.resumeProducing()  # it was only slow
    line.pauseProducing()
    for _ in range(5):
        line.sendMessage(screen)
    assert (waiting(), network.aborted) == (17, True)


def test_the_options_of_a_connection_are_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Autobahn formats them for a log that is off, which was a third of what a connection cost."""
    monkeypatch.setattr(daphne.server, "WebSocketFactory", None)
    monkeypatch.setattr(autobahn.websocket.protocol, "pformat", autobahn.websocket.protocol.pformat)
    compress_frames()
    assert daphne.server.WebSocketFactory is CompressingFactory
    options = [("maxFramePayloadSize", 1, "Factory")]
    assert autobahn.websocket.protocol.pformat(options) is options


def test_no_frame_is_longer_than_anybody_needs_and_who_comes_at_a_restart_is_waited_for() -> None:
    """Daphne sets what its command line says, which nobody changes."""
    server = SimpleNamespace(websocket_connect_timeout=5)
    factory = CompressingFactory(server)
    factory.setProtocolOptions(openHandshakeTimeout=5, maxMessagePayloadSize=2**20, maxFramePayloadSize=2**20)
    assert factory.openHandshakeTimeout == server.websocket_connect_timeout == COMES_IN_WITHIN
    assert (factory.maxMessagePayloadSize, factory.maxFramePayloadSize) == (LONGEST, LONGEST)


@pytest.fixture
def line() -> Any:
    """A socket that is open, as far as the application that would hear of it."""
    opened = CompressingFactory(SimpleNamespace()).buildProtocol(None)
    opened.makeConnection(StringTransport())
    opened.state, opened.current_frame, opened.inside_message = SocketProtocol.STATE_OPEN, None, False
    opened.websocket_version, opened.client_addr = 13, None
    opened.onClose = lambda *about: None
    opened.application_queue = asyncio.Queue()
    return opened


TEXT, PART, PING, PONG = 1, 0, 9, 10


def hear(line: Any, kind: int, *, last: bool = True) -> None:
    """A frame without content comes in, with a mask of zero."""
    line.dataReceived(bytes((kind | (0x80 if last else 0), 0x80, 0, 0, 0, 0)))


def told(line: Any) -> list[str]:
    return [line.application_queue.get_nowait()["type"] for _ in range(line.application_queue.qsize())]


async def test_the_gate_hears_of_frames_that_are_no_message(line: Any) -> None:
    hear(line, PING)
    hear(line, PONG)
    assert told(line) == [FRAME, FRAME]
    hear(line, TEXT, last=False)
    hear(line, PART, last=False)
    hear(line, PART)
    assert told(line) == [FRAME, FRAME, "websocket.receive"]


@pytest.mark.parametrize("kind", [PING, PONG, PART])
async def test_who_sends_them_faster_than_they_are_counted_is_closed(line: Any, kind: int) -> None:
    if kind == PART:
        hear(line, TEXT, last=False)
    for _ in range(MOST_UNHEARD + 1):
        hear(line, kind, last=kind != PART)
    assert line.state == SocketProtocol.STATE_CLOSING
    assert line.transport.producerState == "paused"
