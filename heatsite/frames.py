"""The line of a socket: compressed frames, which Daphne leaves out though the library below it knows how, and bounds on
what one connection may cost all others.

Page fragments resemble each other, so they shrink to an eighth, if the window holds the update before this one. It and
the memory level cost a connection 80 KB as soon as it is sent something. Level 4 is the first that looks ahead; the
default, 6, takes half as long again for a tenth less.
"""

import struct
import zlib
from collections.abc import Iterable
from typing import Any

import autobahn.websocket.protocol
import daphne.server
from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from heatsite.door import let_in
from heatsite.gate import FRAME

WINDOW_BITS = 14
MEMORY_LEVEL = 5
LEVEL = 4
LONGEST = 32 * 1024
"""Bytes in a message from outside, packed and unpacked."""


def accept(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """The answer to what a browser offers: the first kind of compression that we know."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            bits = WINDOW_BITS if offer.request_max_window_bits == 0 else None
            return PerMessageDeflateOfferAccept(
                offer, window_bits=bits, mem_level=MEMORY_LEVEL, max_message_size=LONGEST
            )
    return None


MOST_UNHEARD = 200
"""Messages of one connection that may wait to be handled. Pages and programs wait for answers, so none comes near it;
what sends without end would fill the memory."""
MOST_UNSENT = 256 * 1024
"""Bytes that may be sent to a connection that takes none. A page that comes back is shown the race as it is by then."""
AT_A_TIME = 2 * 1024
"""Bytes that are read of one connection before others have their turn: nearly all that pages and programs say is
shorter, and of junk that comes on many connections at once this holds up nobody for long."""
TOO_FAST = 4429
COMES_IN_WITHIN = 30
"""Seconds until a socket is let in. Daphne gives up after five; when a server starts again, thousands come at once, and
who is given up comes again, to the end of the line."""


class SocketProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's own, but for what it sends: Autobahn applies the limit for incoming messages to outgoing ones, which may
    be a whole screen, raises an exception for a message to a connection that is just closing, and takes its time.

    A connection that sends faster than it is heard is closed, and nothing more is read from it. One that does not read
    is dropped. The transport says by `pauseProducing` and `resumeProducing` when its buffer is full, and when empty.
    """

    _descriptor = -1
    unsent: int | None = None
    """Bytes since the buffer of the transport was full; None while it is not."""

    def onOpen(self) -> None:  # noqa: N802, Autobahn's name
        self.transport.unregisterProducer()  # the page's connection, which this one was before
        self.transport.registerProducer(self, True)
        self.transport.bufferSize = AT_A_TIME
        self._descriptor = self.transport.fileno()
        let_in.add(self._descriptor)
        super().onOpen()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802, Twisted's name
        let_in.discard(self._descriptor)
        super().connectionLost(reason)

    def pauseProducing(self) -> None:  # noqa: N802, Twisted's name
        self.unsent = 0

    def resumeProducing(self) -> None:  # noqa: N802, Twisted's name
        self.unsent = None

    def stopProducing(self) -> None:  # noqa: N802, Twisted's name
        """The connection is lost."""

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803, Autobahn's names
        if self.state != self.STATE_OPEN:
            return
        super().onMessage(payload, isBinary)
        if self.application_queue.qsize() > MOST_UNHEARD:
            self.serverClose(TOO_FAST)

    def onPing(self, payload: bytes) -> None:  # noqa: N802, Autobahn's name
        super().onPing(payload)
        self.count_frame()

    def onPong(self, payload: bytes) -> None:  # noqa: N802, Autobahn's name
        super().onPong(payload)
        self.count_frame()

    def onMessageFrameEnd(self) -> None:  # noqa: N802, Autobahn's name
        super().onMessageFrameEnd()
        if not self.current_frame.fin:
            self.count_frame()

    def count_frame(self) -> None:
        """A frame that is no message: it costs as much, so the gate counts it as one."""
        if self.state != self.STATE_OPEN:
            return
        self.application_queue.put_nowait({"type": FRAME})
        if self.application_queue.qsize() > MOST_UNHEARD:
            self.serverClose(TOO_FAST)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802, Daphne's name
        """Its own answer to the closing of a connection that floods would be read after all that it has sent."""
        super().serverClose(code)
        if code == TOO_FAST:
            self.transport.pauseProducing()

    def sendMessage(self, payload: bytes, isBinary: bool = False) -> None:  # noqa: N802, N803, Autobahn's names
        """In place of Autobahn's, which spends more on a frame than on packing it."""
        if self.state != self.STATE_OPEN:
            return  # the consumer is about to hear it as its last message
        if self.unsent is not None:
            self.unsent += len(payload)
            if self.unsent > MOST_UNSENT:
                self.transport.abortConnection()
                return
        packing = getattr(self, "_perMessageCompress", None)  # None where the other side cannot unpack
        self.send_now(frame(payload if packing is None else packed(packing, payload), isBinary, packing is not None))

    def send_now(self, data: bytes) -> None:
        """Hand bytes to the network at once, where nothing waits before them. Twisted would ask the system whether it
        takes any, wait for the next turn of the event loop, send them there, and ask no more: four calls for one."""
        transport = self.transport
        if transport.connected and not (transport.TLS or transport.dataBuffer or transport._tempDataLen):  # noqa: SLF001
            sent = transport.writeSomeData(data)
            if isinstance(sent, int):  # else the connection is lost, which the event loop is about to find, too
                data = data[sent:]
        if data:
            transport.write(data)


def packed(packing: Any, payload: bytes) -> bytes:
    """A message as the other side unpacks it, in the light of those before it."""
    if packing._compressor is None or packing.server_no_context_takeover:  # noqa: SLF001, Autobahn keeps it there
        packing._compressor = zlib.compressobj(  # noqa: SLF001
            LEVEL, zlib.DEFLATED, -packing.server_max_window_bits, packing.mem_level
        )
    compressor = packing._compressor  # noqa: SLF001
    data: bytes = compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return data[:-4]  # the other side adds them


TEXT, BINARY = 1, 2
LAST, PACKED = 0x80, 0x40


def frame(payload: bytes, is_binary: bool, is_packed: bool) -> bytes:
    """A message of a server as one frame (RFC 6455, section 5.2)."""
    first = LAST | (PACKED if is_packed else 0) | (BINARY if is_binary else TEXT)
    length = len(payload)
    if length < 126:
        return struct.pack("!BB", first, length) + payload
    if length < 2**16:
        return struct.pack("!BBH", first, 126, length) + payload
    return struct.pack("!BBQ", first, 127, length) + payload


class CompressingFactory(WebSocketFactory):  # type: ignore[misc]
    """Daphne's own, with frames compressed if the browser supports it, a limit on their length, and more patience."""

    protocol = SocketProtocol

    def setProtocolOptions(self, **options: Any) -> None:  # noqa: N802, Autobahn's name
        self.server_class.websocket_connect_timeout = COMES_IN_WITHIN
        limits = {
            "maxMessagePayloadSize": LONGEST,
            "maxFramePayloadSize": LONGEST,
            "openHandshakeTimeout": COMES_IN_WITHIN,
        }
        super().setProtocolOptions(**{**options, **limits}, perMessageCompressionAccept=accept)


def compress_frames() -> None:
    """To be called before a Daphne of this process starts. It names its factory and has no setting for it."""
    daphne.server.WebSocketFactory = CompressingFactory
    # Autobahn writes down all options of each connection that opens, for a log that nobody has switched on.
    autobahn.websocket.protocol.pformat = lambda options: options
