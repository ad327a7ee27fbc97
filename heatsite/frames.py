"""Compressed frames on sockets, which Daphne leaves out though the library below it knows how.

Page fragments resemble each other, so they shrink to a quarter. A small window keeps the memory of a connection small.
"""

from collections.abc import Iterable
from typing import Any

import daphne.server
from autobahn.exception import Disconnected
from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

WINDOW_BITS = 13
MEMORY_LEVEL = 5
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


class SocketProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's own, with two faults of Autobahn mended: it applies the limit for incoming messages to outgoing ones,
    which may be a whole screen, and it raises an exception for a message to a connection that is just closing."""

    maxMessagePayloadSize: int  # noqa: N815

    def sendMessage(self, payload: bytes, isBinary: bool = False) -> None:  # noqa: N802, N803, Autobahn's names
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, isBinary)
        except Disconnected:
            pass  # the consumer is about to hear it as its last message
        finally:
            self.maxMessagePayloadSize = limit


class CompressingFactory(WebSocketFactory):  # type: ignore[misc]
    """Daphne's own, with frames compressed if the browser supports it, and a limit on their length."""

    protocol = SocketProtocol

    def setProtocolOptions(self, **options: Any) -> None:  # noqa: N802, Autobahn's name
        limits = {"maxMessagePayloadSize": LONGEST, "maxFramePayloadSize": LONGEST}
        super().setProtocolOptions(**{**options, **limits}, perMessageCompressionAccept=accept)


def compress_frames() -> None:
    """To be called before a Daphne of this process starts. It names its factory and has no setting for it."""
    daphne.server.WebSocketFactory = CompressingFactory
