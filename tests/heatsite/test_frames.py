"""The line of a socket, where it is other than Daphne's."""

from random import Random

import pytest
from autobahn.websocket.compress import PerMessageDeflate, PerMessageDeflateOffer

from heatsite.frames import SocketProtocol, accept


@pytest.mark.parametrize("state", [SocketProtocol.STATE_CLOSING, SocketProtocol.STATE_CLOSED])
def test_what_is_said_to_somebody_who_is_going_is_no_fault(state: int) -> None:
    line = SocketProtocol()
    line.state = state
    line.maxMessagePayloadSize = 1
    line.sendMessage(b"Your turn")
    assert line.maxMessagePayloadSize == 1


def test_updates_are_packed_so_that_the_one_before_is_in_the_window() -> None:
    line = SocketProtocol()
    line.state = SocketProtocol.STATE_CLOSING
    line.maxMessagePayloadSize = 1
    offer = PerMessageDeflateOffer(accept_max_window_bits=True)
    agreed = accept([offer])
    line._perMessageCompress = PerMessageDeflate.create_from_offer_accept(True, agreed)
    line.sendMessage(b"")  # nothing is sent any more, but it is ready to pack
    packing = line._perMessageCompress
    packing.start_compress_message()
    update = Random(1).randbytes(10_000)
    sizes = []
    for _ in range(2):
        sizes.append(len(packing.compress_message_data(update)) + len(packing.end_compress_message()))
    assert sizes[1] < sizes[0] / 5
    assert accept([]) is None
