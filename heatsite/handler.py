"""How requests for pages are handled: as Django does, but for one thing at the end of a server."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.core.handlers.asgi import ASGIHandler


class PageHandler(ASGIHandler):
    """A server that ends cancels the requests that are under way. Django's handler then leaves the task behind that
    listens for the browser to go, and when the browser goes, the operator would read of an exception that nobody
    retrieved, once for each open request."""

    async def listen_for_disconnect(self, receive: Callable[[], Awaitable[Mapping[str, Any]]]) -> None:
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(retrieve)
        await super().listen_for_disconnect(receive)


def retrieve(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
