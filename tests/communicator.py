"""The other end of a socket in tests: that of Channels, but it waits as long as a busy machine may take."""

import asyncio
from typing import Any

from channels.testing import WebsocketCommunicator

from tests.waiting import LIMIT


class Communicator(WebsocketCommunicator):  # type: ignore[misc]
    async def connect(self, timeout: float = LIMIT) -> Any:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = LIMIT) -> Any:
        """The next message, or the fault of which the other end has died: then nothing more will come."""
        message = asyncio.ensure_future(self.output_queue.get())
        await asyncio.wait({message, self.future}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if message.done():
            return message.result()
        message.cancel()
        return await super().receive_output(0)

    async def receive_from(self, timeout: float = LIMIT) -> Any:
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = LIMIT) -> None:
        await super().disconnect(code, timeout)
