"""The garbage collector of a server process: what lives is frozen, and what ended while it was frozen is found."""

import gc
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import pytest

from heatsite import garbage as collector
from heatsite.garbage import Garbage, most_memory


@dataclass
class Memory:
    """So many bytes at most."""

    most: int


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
def unfrozen() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    """What the process seems to need."""
    memory = Memory(100 * 2**20)
    monkeypatch.setattr(collector, "most_memory", lambda: memory.most)
    return memory


async def test_a_collection_does_not_look_through_what_lives(garbage: Garbage) -> None:
    alive = [Connection() for _ in range(1000)]
    await garbage.sort_out()
    assert not any(isinstance(one, Connection) for one in gc.get_objects())
    assert len(alive) == 1000


async def test_what_is_new_and_has_ended_is_freed(garbage: Garbage) -> None:
    ended = weakref.ref(Connection())
    await garbage.sort_out()
    assert ended() is None


async def test_circles_that_end_while_frozen_are_found_when_the_process_has_grown(memory: Memory) -> None:
    garbage = Garbage()
    await garbage.sort_out()
    connection = Connection()
    ended = weakref.ref(connection)
    await garbage.sort_out()
    del connection
    memory.most += collector.MANY
    await garbage.sort_out()
    assert ended() is not None, "it has not grown enough: frozen objects are not looked through"
    memory.most += 1
    await garbage.sort_out()
    assert ended() is None


async def test_a_large_process_is_looked_through_when_it_has_doubled(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    monkeypatch.setattr(gc, "unfreeze", lambda: looked.append(memory.most))
    large = memory.most = 10 * collector.MANY
    garbage = Garbage()
    for times in (1, 1.5, 2, 2.1, 2.1, 4, 4.3):
        memory.most = int(times * large)
        await garbage.sort_out()
    assert looked == [int(2.1 * large), int(4.3 * large)]


def test_what_the_process_needs_is_known() -> None:
    assert 20 * 2**20 < most_memory() < 2**34


async def test_what_other_threads_are_building_is_left_alone(garbage: Garbage) -> None:
    """A list of all objects would hold their unfinished tuples, and who builds one fails: an update was lost."""
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
