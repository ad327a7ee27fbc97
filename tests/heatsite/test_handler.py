"""Requests that are under way when the server ends."""

import asyncio
import gc
import io
from typing import Any

import pytest

from heatsite.handler import PageHandler


async def test_a_request_that_is_cut_off_leaves_no_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    under_way = asyncio.Event()

    async def answer(request: object) -> None:
        under_way.set()
        await asyncio.Event().wait()

    async def send(message: object) -> None:
        raise AssertionError("nothing is answered")

    async def read(receive: object) -> io.BytesIO:
        return io.BytesIO()

    handler = PageHandler()
    monkeypatch.setattr(handler, "read_body", read)
    monkeypatch.setattr(handler, "run_get_response", answer)
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    request = asyncio.create_task(handler(scope, received.get, send))
    await under_way.wait()

    request.cancel()
    await asyncio.wait([request])
    received.put_nowait({"type": "http.disconnect"})
    listening = [task for task in asyncio.all_tasks() if "listen_for_disconnect" in repr(task)]
    assert len(listening) == 1
    await asyncio.wait(listening)
    listening.clear()
    gc.collect()
    assert complaints == []
