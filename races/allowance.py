"""How often a connection may send messages: bursts are fine, a stream is not."""

import time

BURST = 30
"""Messages that may come at once."""
A_SECOND = 10
"""Messages a second that may come without end."""


class Allowance:
    """What one connection may still send. It grows with time, up to `BURST`."""

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Use the allowance for one message; False if none is left."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
