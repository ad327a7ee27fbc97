"""Some of the clients of a load run, in a process of their own: what they are to do comes as JSON on standard input,
and what they measured goes as JSON to standard output. Moments are of the monotonic clock, which all of them share."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

import msgspec
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.environment import bare
from tests.load.crew import Crew, Ear
from tests.load.grid import Room
from tests.load.page import LONGEST_MESSAGE, VERSION
from tests.load.record import Record
from tests.load.site import ROOT, Site

TICK = 0.05
"""Seconds between two looks at how late the own event loop is."""
PACE = 0.5
"""The longest that a driver takes, and the shortest, differ by so much of the time that they take in the mean."""


class Task(Struct):
    """What a process of clients does."""

    host: str
    pid: int
    database: str
    """The address of its record."""
    kind: str
    rooms: list[Room]
    think: float
    """Seconds that drivers take for an answer, in the mean."""
    arrival: float
    began: float
    """When the measurement begins: all are to be there by then."""
    seconds: float
    watched: str = ""
    """The code of a race that so many spectators look at, and nobody drives."""
    spectators: int = 0


class Found(Struct):
    """What it measured."""

    delays: list[float] = []
    """Seconds from a click to the last of the six sockets."""
    updates: int = 0
    sizes: list[int] = []
    late: list[float] = []
    """Seconds by which the own event loop came late."""
    heard: dict[int, tuple[float, int]] = {}
    """By version: when the last spectator had it, and how many did."""


def run(tasks: Sequence[Task]) -> list[Found]:
    """Let a process each do these at once."""
    command = [sys.executable, "-m", "tests.load.crowd"]
    running = []
    for task in tasks:
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=bare())
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(task))
        process.stdin.close()
        running.append(process)
    found = []
    for process in running:
        assert process.stdout is not None
        said = process.stdout.read()
        if process.wait() != 0:
            raise RuntimeError("some clients failed")
        found.append(msgspec.json.decode(said, type=Found))
    return found


async def work(task: Task) -> Found:
    late: list[float] = []
    noting = asyncio.create_task(note(late, task.began))
    found = await (watch(task) if task.spectators else drive(task))
    noting.cancel()
    found.late = late
    return found


async def drive(task: Task) -> Found:
    site = Site(task.host, task.pid, task.rooms, Record(task.database))
    drive = await Crew(site, task.kind, thinking(task.think), arrival=task.arrival, began=task.began).drive(
        task.seconds
    )
    return Found(drive.delays, drive.updates, drive.sizes)


def thinking(mean: float) -> Callable[[int], float]:
    """How long the driver of a seat takes: some are quick, some are slow, so that rooms do not race in step."""
    dice = Random(mean)
    return lambda seat: mean * (1 + PACE * (dice.random() - 0.5))


async def watch(task: Task) -> Found:
    """Spectators of one race, who hear and say nothing."""
    ears = [Ear() for _ in range(task.spectators)]

    async def listen(ear: Ear) -> None:
        address = f"ws://{task.host}/ws/races/{task.watched}/"
        origin = Origin(f"http://{task.host}")
        async with connect(address, origin=origin, max_size=LONGEST_MESSAGE, ping_interval=None) as socket:
            async for message in socket:
                assert isinstance(message, str)
                if (version := VERSION.search(message)) is not None:
                    ear.hear(int(version[1]))

    listening = []
    for ear in ears:
        listening.append(asyncio.create_task(listen(ear)))
        await asyncio.sleep(task.arrival / len(ears))
    await asyncio.sleep(max(0.0, task.began + task.seconds - time.perf_counter()))
    for one in listening:
        if one.done():
            one.result()  # raises what it ended of
        one.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    heard: dict[int, tuple[float, int]] = {}
    for version in sorted({version for ear in ears for version in ear.versions}):
        moments = [moment for ear in ears if (moment := ear.heard(version)) is not None]
        heard[version] = max(moments), len(moments)
    return Found(updates=sum(len(ear.versions) for ear in ears), heard=heard)


async def note(late: list[float], began: float) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        if before >= began:
            late.append(time.perf_counter() - before - TICK)


def main() -> None:
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    with suppress(KeyboardInterrupt):
        sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(work(task))))


if __name__ == "__main__":
    main()
