"""The other end of a socket in tests: that of Channels, but it waits as long as a busy machine may take."""

from typing import Any

from channels.testing import WebsocketCommunicator

from tests.waiting import LIMIT


class Communicator(WebsocketCommunicator):  # type: ignore[misc]
    async def connect(self, timeout: float = LIMIT) -> Any:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = LIMIT) -> Any:
        return await super().receive_output(timeout)

    async def receive_from(self, timeout: float = LIMIT) -> Any:
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = LIMIT) -> None:
        await super().disconnect(code, timeout)
