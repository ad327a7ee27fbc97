"""The layer between processes, where there is no Redis. With one it is tested with real processes, in services."""

import asyncio
import logging
import socket
import time

import pytest

from heatsite import layer
from heatsite.layer import SharedLayer

NEWS = {"type": "race.moved", "revision": 7}


@pytest.fixture
def alone() -> SharedLayer:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        nobody = probe.getsockname()[1]
    return SharedLayer(f"redis://127.0.0.1:{nobody}/0")


async def test_without_redis_a_process_tells_its_own(
    alone: SharedLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(layer, "PAUSE", 0.01)
    channel = await alone.new_channel()
    await alone.group_add("race.1", channel)
    for _ in range(3):
        await asyncio.sleep(0.1)
        await alone.group_send("race.1", NEWS)
        assert await asyncio.wait_for(alone.receive(channel), 1) == NEWS
    assert [record.levelno for record in caplog.records] == [logging.WARNING]  # once, however often it tries
    await end(alone)


async def test_nobody_waits_for_redis(alone: SharedLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where it does not answer at all, nor with more news than may wait."""
    monkeypatch.setattr(layer, "MOST_WAITING", 10)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        alone = SharedLayer(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        await alone.group_add("race.1", await alone.new_channel())
        began = time.monotonic()
        for _ in range(50):
            await alone.group_send("race.1", NEWS)
        assert time.monotonic() - began < 1
        await end(alone)


async def test_a_command_at_the_console_does_not_fail(alone: SharedLayer, caplog: pytest.LogCaptureFixture) -> None:
    await alone.group_send("race.1", NEWS)
    assert "other processes look for themselves" in caplog.text


async def end(layer: SharedLayer) -> None:
    """The line ends as soon as it is told to."""
    assert layer._line is not None
    layer._line.cancel()
    _, going_on = await asyncio.wait([layer._line], timeout=1)
    assert not going_on
