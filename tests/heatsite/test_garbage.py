"""The garbage collector of a server process: what lives is frozen, and what ended while it was frozen is found."""

import gc
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from heatsite import garbage as collector
from heatsite.garbage import Garbage


class Connection:
    """Refers to itself, as a closed connection does through its tasks and callbacks."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
async def garbage() -> Garbage:
    """That of a process that has started."""
    started = Garbage()
    await started.sort_out()
    return started


@pytest.fixture(autouse=True)
def unfrozen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is frozen is counted each time."""
    monkeypatch.setattr(collector, "COUNTED", 1)
    yield
    gc.unfreeze()


async def test_a_collection_does_not_look_through_what_lives(garbage: Garbage) -> None:
    alive = [Connection() for _ in range(1000)]
    await garbage.sort_out()
    assert not any(isinstance(one, Connection) for one in gc.get_objects())
    assert len(alive) == 1000


async def test_what_is_new_and_has_ended_is_freed(garbage: Garbage) -> None:
    ended = weakref.ref(Connection())
    await garbage.sort_out()
    assert ended() is None


async def test_circles_that_end_while_frozen_are_found_when_what_is_frozen_has_grown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collector, "MANY", 1000)
    garbage = Garbage()
    await garbage.sort_out()
    connection = Connection()
    ended = weakref.ref(connection)
    await garbage.sort_out()
    del connection
    await garbage.sort_out()
    assert ended() is not None, "nothing has grown: frozen objects are not looked through"
    more = [Connection() for _ in range(gc.get_freeze_count())]
    await garbage.sort_out()
    assert ended() is None
    assert len(more) > 0


async def test_what_was_frozen_and_freed_again_does_not_count(
    garbage: Garbage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a process that many come to and leave would look through everything again and again."""
    looked = []
    monkeypatch.setattr(gc, "unfreeze", lambda: looked.append(1))
    for _ in range(8):
        passing: list[list[object]] = [[] for _ in range(collector.MANY // 4)]
        await garbage.sort_out()
        passing.clear()
    assert not looked


async def test_what_other_threads_are_building_is_left_alone(garbage: Garbage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of all objects would hold their unfinished tuples, and who builds one fails: an update was lost."""
    monkeypatch.setattr(collector, "COUNTED", 100)
    ended = Event()

    def build() -> int:
        count = 0
        while not ended.is_set():
            count += len(tuple(one for one in range(50)))
        return count

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(1) as thread:
            built = thread.submit(build)
            for _ in range(50):
                new = [Connection() for _ in range(2000)]
                await garbage.sort_out()
                assert len(new) == 2000
            ended.set()
            assert built.result() > 0
    finally:
        ended.set()
        sys.setswitchinterval(interval)
