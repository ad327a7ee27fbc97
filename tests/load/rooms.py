"""Rooms of six over real sockets: how the site grows with them.

python -m tests.load rooms [--rooms 1,10,100] [--seconds 30] [--kinds programs,pages] [--think 10] [--clients 1]
    [--limit] [--postgres]

Drivers think as long as people do, ten seconds in the mean; `--think 0` is flat out. The clients are so many processes
as `--clients` says; how late their own event loops came is told, because that counts as the site's time. `--limit` runs
two yardsticks first: six plain sockets without Channels, and the bare Channels consumer.
"""

import argparse
import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.load.cost import bare_think
from tests.load.crew import Crew
from tests.load.crowd import Found, Task, run
from tests.load.figures import head, row
from tests.load.site import BARE, OURS, PLAIN, Site, serve

A_SOCKET = 0.015
"""Seconds over which each connection comes: a handshake costs a few milliseconds of CPU on both sides."""
SETTLE = 8.0
"""Seconds until drivers who have come race as they will."""


@dataclass
class Growth:
    """What one number of rooms came to."""

    seconds: float
    cpu: float
    accepted: int
    memory: int
    found: list[Found] = field(default_factory=list)

    def delay(self, share: float) -> float:
        """Milliseconds from a click to the last socket that this share of the commands stayed within."""
        return 1000 * at(share, [delay for one in self.found for delay in one.delays])

    def late(self, share: float) -> float:
        """The same of the clients' own event loops."""
        return 1000 * at(share, [late for one in self.found for late in one.late])

    @property
    def size(self) -> float:
        sizes = [size for one in self.found for size in one.sizes]
        return sum(sizes) / len(sizes) if sizes else 0.0


def at(share: float, values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def shares(site: Site, kind: str, think: float, seconds: float, clients: int) -> list[Task]:
    """The rooms dealt to so many processes."""
    arrival = max(6.0, A_SOCKET * sum(len(room.places) for room in site.rooms))
    began = time.perf_counter() + arrival + SETTLE + think
    dealt = [site.rooms[first::clients] for first in range(clients)]
    return [
        Task(site.host, site.pid, site.record.address, kind, rooms, think, arrival, began, seconds)
        for rooms in dealt
        if rooms
    ]


def observed(site: Site, tasks: list[Task]) -> Growth:
    """Run clients, and see what the server pays meanwhile."""
    growth = Growth(tasks[0].seconds, 0.0, 0, 0)

    async def look() -> None:
        await asyncio.sleep(max(0.0, tasks[0].began - time.perf_counter()))
        since, spent = datetime.now(UTC), site.cpu()
        await asyncio.sleep(tasks[0].seconds)
        growth.accepted = site.accepted(since, datetime.now(UTC))
        growth.cpu, growth.memory = site.cpu() - spent, site.memory()

    async def both() -> None:
        looking = asyncio.create_task(look())
        growth.found = await asyncio.to_thread(run, tasks)
        await looking

    asyncio.run(both())
    return growth


def measure(kind: str, rooms: int, think: float, seconds: float, clients: int, *, postgres: bool) -> Growth:
    with serve(OURS, rooms=rooms, laps=6, postgres=postgres) as site:
        return observed(site, shares(site, kind, think, seconds, clients))


def limits(seconds: float) -> None:
    head("Six sockets a room, 20 rooms", "commands/s", "ms of CPU a command")
    for name, application in (("plain sockets", PLAIN), ("bare consumer", BARE)):
        with serve(application, rooms=20, laps=6) as site:
            found = asyncio.run(Crew(site, "bare", bare_think).drive(seconds))
        row(name, f"{found.accepted / found.seconds:.0f}", f"{1000 * found.cpu / found.accepted:.2f}")
    print()


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load rooms", description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="1,10,100")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--kinds", default="programs,pages")
    parser.add_argument("--think", type=float, default=10, help="seconds for an answer; 0: flat out")
    parser.add_argument("--clients", type=int, default=1, help="processes of clients")
    parser.add_argument("--postgres", action="store_true", help="races in a PostgreSQL of their own, not in SQLite")
    parser.add_argument("--limit", action="store_true", help="measure what could be reached, too")
    given = parser.parse_args(words)
    if given.limit:
        limits(min(given.seconds, 12))
    head(
        f"{given.think:g} s an answer", "rooms", "commands/s", "p50 ms", "p99 ms", "CPU %", "ms of CPU a command",
        "MB of memory", "bytes an update", "clients late p99 ms",
    )  # fmt: skip
    for kind in given.kinds.split(","):
        for rooms in map(int, given.rooms.split(",")):
            growth = measure(kind, rooms, given.think, given.seconds, given.clients, postgres=given.postgres)
            row(
                kind,
                rooms,
                f"{growth.accepted / growth.seconds:.1f}",
                f"{growth.delay(0.5):.0f}",
                f"{growth.delay(0.99):.0f}",
                f"{100 * growth.cpu / growth.seconds:.0f}",
                f"{1000 * growth.cpu / max(1, growth.accepted):.2f}",
                f"{growth.memory / 1e6:.0f}",
                f"{growth.size:.0f}",
                f"{growth.late(0.99):.0f}",
            )
