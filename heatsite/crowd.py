"""How much of this site one visitor and one network address use, and how much they may.

What flows (pages, files, entries, frames, bytes) has a bucket that fills up again; what stays (sockets) is counted.
Each process keeps its own tallies, so that a frame costs no trip to Redis; `share` tells the other processes every
second of those who use much, and hears of theirs. Without Redis there is only one process.
"""

import asyncio
import logging
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Flow:
    """So many at once, and so many a second without end."""

    burst: float
    a_second: float
    refused: float = 0
    """What one costs that is refused: a loop that asks on is not served before it stops."""


VISITOR: Mapping[str, Flow] = {"frames": Flow(120, 30), "bytes": Flow(512 * 1024, 64 * 1024)}
"""Of one visitor, in all tabs and on all devices."""
ADDRESS: Mapping[str, Flow] = {
    "pages": Flow(300, 5, refused=0.5),
    "files": Flow(3000, 50, refused=0.5),
    "frames": Flow(1200, 200),
    "bytes": Flow(2 * 1024 * 1024, 256 * 1024),
}
"""Of all visitors behind one address: a club or a class shares one. A browser that has never been here loads a hundred
files of the site, and keeps them."""
OF_SOCKETS = ("entries", "frames", "bytes")
"""What of it sockets use: those that come in, and what is said on them."""
SOCKETS_OF_VISITOR = 40
PAGES_AT_ONCE = 2
"""Pages that are made for one address at the same time; the others wait for their turn. Python makes no two of them
sooner at once than one after the other, and drivers wait while it turns from one to the next. An address that has used
up half of its pages is made one at a time."""
ENTRIES_AT_ONCE = 2
"""Sockets of one address that come in at the same time."""
MOST_BODIES = 20 * 1024 * 1024
"""Bytes of forms that may have come from one address and not be answered yet."""
HELD_BACK = 1
"""Seconds for which a visitor who is refused waits for that answer: a loop then asks less often."""
MOST_HELD_BACK = 100
"""So many wait at a time; each costs some memory. Beyond that the answer comes at once."""
AGAIN = 0.1
"""The share of a flow that must be left, or be there again, for another socket to come."""

DEBT = 30
"""Seconds, at most, after which who was refused is served again: as long as a page that is refused says."""

SHARE = 1
"""Seconds between two talks of the processes."""
FRESH = 5
"""Seconds for which what another process said counts."""
MUCH = 8
"""What uses less than this part of a limit is not talked about."""


@dataclass
class Tally:
    """What one visitor or one address uses."""

    flows: Mapping[str, Flow]
    most_sockets: int
    sockets: int = 0
    elsewhere: int = 0
    """Sockets to other processes."""
    used: dict[str, float] = field(default_factory=dict)
    """Since the first time, in this process; others hear of it."""
    told: dict[str, float] = field(default_factory=dict)
    heard: dict[str, dict[str, float]] = field(default_factory=dict)
    left: dict[str, float] = field(default_factory=dict)
    at: float = field(default_factory=time.monotonic)
    held_back: int = 0
    bodies: int = 0
    """Bytes of requests that are not answered yet."""
    pages: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PAGES_AT_ONCE))
    many_pages: asyncio.Lock = field(default_factory=asyncio.Lock)
    entries: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ENTRIES_AT_ONCE))

    def take(self, kind: str, amount: float = 1) -> bool:
        """Use some of a flow; False if there is not so much left."""
        self._fill()
        flow = self.flows[kind]
        left = self.left.get(kind, flow.burst)
        if left < amount:
            self.left[kind] = max(left - flow.refused * amount, -DEBT * flow.a_second)
            return False
        self.left[kind] = left - amount
        self.used[kind] = self.used.get(kind, 0) + amount
        return True

    def may_come(self) -> bool:
        """Whether one more socket may be opened: each is shown something first, which costs too much for a flood."""
        self._fill()
        flows = all(left >= AGAIN * self.flows[kind].burst for kind, left in self.left.items() if kind in OF_SOCKETS)
        return flows and self.sockets + self.elsewhere < self.most_sockets

    def come_in(self) -> None:
        """One more socket is open."""
        self.sockets += 1
        if "entries" in self.flows:
            self.take("entries")

    @property
    def page_turn(self) -> asyncio.Semaphore | asyncio.Lock:
        """What a page is made in."""
        half = self.flows["pages"].burst / 2
        return self.pages if self.left.get("pages", half) >= half else self.many_pages

    async def hold_back(self) -> None:
        """Let a visitor who is refused wait."""
        if self.held_back < MOST_HELD_BACK:
            self.held_back += 1
            try:
                await asyncio.sleep(HELD_BACK)
            finally:
                self.held_back -= 1

    @property
    def is_idle(self) -> bool:
        self._fill()
        return not (self.sockets or self.held_back or self.bodies) and all(
            left >= self.flows[kind].burst for kind, left in self.left.items()
        )

    @property
    def is_much(self) -> bool:
        """Whether other processes should hear of it."""
        return self.sockets * MUCH > self.most_sockets or any(
            (used - self.told.get(kind, 0)) * MUCH > self.flows[kind].a_second for kind, used in self.used.items()
        )

    def hear(self, process: str, sockets: Mapping[str, int], used: Mapping[str, float]) -> None:
        """What another process has said. What it saw before this one heard of it is long over."""
        self.elsewhere = sum(sockets.values())
        before = self.heard.get(process)
        self.heard[process] = dict(used)
        self._fill()
        for kind, amount in used.items():
            new = amount - (used if before is None else before).get(kind, 0)
            if kind in self.flows and new > 0:
                left = self.left.get(kind, self.flows[kind].burst)
                self.left[kind] = min(left, max(0.0, left - new))

    def _fill(self) -> None:
        now = time.monotonic()
        passed, self.at = now - self.at, now
        for kind, left in self.left.items():
            flow = self.flows[kind]
            self.left[kind] = min(flow.burst, left + passed * flow.a_second)


def coming_in(sockets: int) -> Flow:
    """How often an address may come in that may have so many sockets: all of them at once after a restart, and once
    more. Each is shown a whole page of a race, or costs as much as one that was never there."""
    return Flow(2 * sockets, sockets / 50)


class Crowd:
    """All who use this site at the moment, by a key for each visitor and each address."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self.process = f"{os.getpid()}-{os.urandom(4).hex()}"
        self._redis: redis.asyncio.Redis | None = None
        self._away = False

    def visitor(self, visitor: str) -> Tally:
        return self._tally(f"visitor {visitor}", VISITOR, SOCKETS_OF_VISITOR)

    def address(self, address: str) -> Tally:
        sockets = settings.SOCKETS_OF_ADDRESS
        return self._tally(f"address {address}", {**ADDRESS, "entries": coming_in(sockets)}, sockets)

    def _tally(self, key: str, flows: Mapping[str, Flow], sockets: int) -> Tally:
        if key not in self.tallies:
            self.tallies[key] = Tally(flows, sockets)
        return self.tallies[key]

    async def look(self) -> None:
        """Forget who uses nothing, and talk with the other processes. Called every second."""
        for key in [key for key, tally in self.tallies.items() if tally.is_idle]:
            del self.tallies[key]
        if settings.REDIS and (much := {key: tally for key, tally in self.tallies.items() if tally.is_much}):
            try:
                await self.share(much)
                self._away = False
            except (RedisError, OSError) as fault:
                if not self._away:  # each process keeps to the limits by itself meanwhile
                    logger.warning("Limits are not shared with other processes (%s)", type(fault).__name__)
                self._away = True

    async def close(self) -> None:
        if self._redis is not None:
            await self._redis.aclose()

    async def share(self, much: Mapping[str, Tally]) -> None:
        self._redis = self._redis or redis.asyncio.from_url(settings.REDIS, socket_timeout=1, socket_connect_timeout=1)
        pipeline = self._redis.pipeline(transaction=False)
        now = time.time()
        for key, tally in much.items():
            tally.told = dict(tally.used)
            used = ",".join(f"{kind}:{amount:.0f}" for kind, amount in tally.used.items())
            pipeline.hset(name_of(key), self.process, f"{now:.1f} {tally.sockets} {used}")
            pipeline.expire(name_of(key), 2 * FRESH)
            pipeline.hgetall(name_of(key))
        answers = await pipeline.execute()
        for tally, told in zip(much.values(), answers[2::3], strict=True):
            tally.elsewhere = 0
            others = {name.decode(): read(line.decode()) for name, line in told.items()}
            fresh = {name: line for name, line in others.items() if name != self.process and line[0] > now - FRESH}
            sockets = {name: line[1] for name, line in fresh.items()}
            for name, line in fresh.items():
                tally.hear(name, sockets, line[2])


def name_of(key: str) -> str:
    """In Redis: nobody who reads it learns a visitor's id."""
    return f"heatsite:crowd:{sha256(key.encode()).hexdigest()[:32]}"


def read(line: str) -> tuple[float, int, dict[str, float]]:
    when, sockets, used = line.split(" ")
    amounts = (word.partition(":") for word in used.split(",") if word)
    return float(when), int(sockets), {kind: float(amount) for kind, _, amount in amounts}


crowd = Crowd()
"""That of this process."""
