"""Drivers for every seat of a site's races, in one process and one loop, and when each of them said and heard what."""

import asyncio
import gc
import time
from bisect import bisect_left
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from client import Program
from client.messages import Message, Update
from client.program import LONGEST_MESSAGE
from tests.load.page import PATIENCE, Page, Scales
from tests.load.site import Site

KINDS = ("programs", "pages", "bare")
ARRIVAL = 6.0
"""Seconds over which the drivers come, so that the rooms do not race in step."""
WARM_UP = 6.0
LAST_WORDS = 5.0
"""Seconds in which what was said at the end may still arrive."""


@dataclass
class Ear:
    """What one socket has heard: from which moment on it stood at which version."""

    moments: list[float] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)

    def hear(self, version: int) -> None:
        self.moments.append(time.perf_counter())
        self.versions.append(version)

    def heard(self, version: int) -> float | None:
        """When an update came that holds this version."""
        place = bisect_left(self.versions, version)
        return self.moments[place] if place < len(self.moments) else None


class WeighedProgram(Program):
    """The reference client, whose messages are weighed as they were sent."""

    def connection(self) -> connect:
        self.scales = Scales()
        weighed: dict[str, Any] = {"compression": None, "extensions": [self.scales]}
        return connect(self.address, subprotocols=self.protocols, max_size=LONGEST_MESSAGE, **weighed)


@dataclass
class Drive:
    """What was measured between two moments."""

    seconds: float
    cpu: float
    accepted: int
    updates: int
    delays: list[float]
    sizes: list[int]
    memory: int

    def delay(self, share: float) -> float:
        """The click-to-last-socket time in ms that this share of the commands stayed within."""
        return 1000 * sorted(self.delays)[min(len(self.delays) - 1, int(share * len(self.delays)))]


class Crew:
    def __init__(
        self,
        site: Site,
        kind: str,
        think: Callable[[int], float],
        arrival: float = ARRIVAL,
        began: float | None = None,
    ) -> None:
        """`think` tells the seconds that the driver of a seat takes for an answer. `arrival` is the time over which
        they come, and `began` the moment from which on is measured, if that is not as soon as they have warmed up."""
        self.site = site
        self.kind = kind
        self.think = think
        self.arrival = arrival
        self.began = began
        self.said: dict[tuple[int, str], float] = {}
        self.ears: dict[int, list[Ear]] = {room.race: [Ear() for _ in room.places] for room in site.rooms}
        self.sizes: list[tuple[float, int]] = []

    def drivers(self) -> list[Coroutine[Any, Any, Any]]:
        make = {"programs": self._program, "pages": self._page, "bare": self._bare}[self.kind]
        return [make(room, seat) for room in range(len(self.site.rooms)) for seat in range(len(self.ears_of(room)))]

    def ears_of(self, room: int) -> list[Ear]:
        return self.ears[self.site.rooms[room].race]

    def _saying(self, room: int, seat: int) -> Callable[[str], None]:
        race = self.site.rooms[room].race
        return lambda name: self.said.__setitem__((race, f"{seat}:{name}"), time.perf_counter())

    async def _program(self, room: int, seat: int) -> None:
        grid, ear = self.site.rooms[room], self.ears_of(room)[seat]

        def hear(message: Message) -> None:
            if isinstance(message, Update):
                ear.hear(message.version)
                self.sizes.append((ear.moments[-1], program.scales.weight))

        address, token = f"http://{self.site.host}/races/{grid.code}/", grid.places[seat].token
        program = WeighedProgram(
            address, token, bot="cautious", think=self.think(seat), heard=hear, said=self._saying(room, seat)
        )
        await program.play()

    async def _page(self, room: int, seat: int) -> None:
        grid, ear = self.site.rooms[room], self.ears_of(room)[seat]

        def hear(version: int, size: int) -> None:
            ear.hear(version)
            self.sizes.append((ear.moments[-1], size))

        page = Page(
            self.site.host,
            grid.code,
            grid.places[seat].cookie,
            think=self.think(seat),
            heard=hear,
            said=self._saying(room, seat),
            dice=Random(f"{room} {seat}"),
        )
        await page.drive()

    async def _bare(self, room: int, seat: int) -> None:
        """Says something of a command's size now and then, in turn with the others of its race."""
        grid, ear = self.site.rooms[room], self.ears_of(room)[seat]
        command = msgspec.json.encode({"type": "command", "id": "bare", "choice": "x" * 100}).decode()

        async def speak() -> None:
            while True:
                await asyncio.sleep(self.think(seat) * len(grid.places))
                await socket.send(command)

        address = f"ws://{self.site.host}/ws/races/{grid.code}/"
        async with connect(address, compression=None, open_timeout=PATIENCE) as socket:
            speaking = asyncio.create_task(speak())
            try:
                async for message in socket:
                    ear.hear(msgspec.json.decode(message)["version"])
            finally:
                speaking.cancel()

    async def drive(self, seconds: float) -> Drive:
        """Let all connections open, warm up, and measure for so long."""
        tasks = []
        for driver in self.drivers():
            tasks.append(asyncio.create_task(driver))
            await asyncio.sleep(self.arrival / len(self.site.rooms) / len(self.site.rooms[0].places))
        while not all(ear.versions for ears in self.ears.values() for ear in ears):
            for task in tasks:
                if task.done():
                    task.result()  # raises what it ended of
            await asyncio.sleep(0.1)
        await asyncio.sleep(WARM_UP if self.began is None else max(0.0, self.began - time.perf_counter()))
        gc.collect()
        gc.freeze()
        since, began, spent = datetime.now(UTC), time.perf_counter(), self.site.cpu()
        await asyncio.sleep(seconds)
        until, ended, spent = datetime.now(UTC), time.perf_counter(), self.site.cpu() - spent
        memory = self.site.memory()
        await asyncio.sleep(LAST_WORDS)
        for task in tasks:
            if task.done() and not task.cancelled() and (fault := task.exception()) is not None:
                raise fault
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return self._measured(began, ended, spent, memory, lambda: self.site.accepted(since, until))

    def _measured(self, began: float, ended: float, cpu: float, memory: int, count: Callable[[], int]) -> Drive:
        updates = sum(began <= moment < ended for ears in self.ears.values() for ear in ears for moment in ear.moments)
        sizes = [size for moment, size in self.sizes if began <= moment < ended]
        if self.kind == "bare":
            accepted = updates // len(self.site.rooms[0].places)
            return Drive(ended - began, cpu, accepted, updates, [], sizes, memory)
        entries = self.site.commands()
        delays = []
        for (race, name), clicked in self.said.items():
            if began <= clicked < ended and (seq := entries.get((race, name))) is not None:
                delays.append(self._last_heard(race, seq) - clicked)
        return Drive(ended - began, cpu, count(), updates, delays, sizes, memory)

    def _last_heard(self, race: int, seq: int) -> float:
        """When the last socket of a race had an entry."""
        last = 0.0
        for seat, ear in enumerate(self.ears[race]):
            heard = ear.heard(seq)
            assert heard, f"seat {seat} of race {race} never heard of entry {seq}; it stands at {ear.versions[-1]}"
            last = max(last, heard)
        return last
