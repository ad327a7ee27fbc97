"""The line of a socket, where it is other than Daphne's."""

import pytest

from heatsite.frames import SocketProtocol


@pytest.mark.parametrize("state", [SocketProtocol.STATE_CLOSING, SocketProtocol.STATE_CLOSED])
def test_what_is_said_to_somebody_who_is_going_is_no_fault(state: int) -> None:
    line = SocketProtocol()
    line.state = state
    line.maxMessagePayloadSize = 1
    line.sendMessage(b"Your turn")
    assert line.maxMessagePayloadSize == 1
