"""One race with many spectators: how soon all of them have an update, and what the other races pay for it.

python -m tests.load spectators [--spectators 0,100,2000] [--rooms 20] [--seconds 30] [--think 2] [--clients 2]

The first room is the one that is watched; its six drivers race like the others. A moment is from a driver's click to
the last of all spectators.
"""

import argparse
from dataclasses import dataclass

import msgspec

from tests.load.crowd import Task
from tests.load.figures import head, row
from tests.load.rooms import A_SOCKET, Growth, at, observed, shares
from tests.load.site import OURS, serve


@dataclass
class Watched:
    growth: Growth
    last: list[float]
    """Seconds from the commit's entry in the record to the last spectator."""
    fewest: int
    """Spectators who had an update, of the update that the fewest had."""


def measure(spectators: int, rooms: int, think: float, seconds: float, clients: int) -> Watched:
    with serve(OURS, rooms=rooms, laps=6) as site:
        watched = site.rooms[0]
        drivers = shares(site, "pages", think, seconds, 1)
        later = max(0.0, A_SOCKET * spectators - drivers[0].arrival)
        drivers = [msgspec.structs.replace(task, began=task.began + later) for task in drivers]
        crowd: list[Task] = []
        if spectators:
            arrival = max(6.0, A_SOCKET * spectators)
            crowd = [
                msgspec.structs.replace(drivers[0], rooms=[], watched=watched.code, arrival=arrival, spectators=many)
                for many in (len(range(first, spectators, clients)) for first in range(clients))
            ]
        growth = observed(site, [*drivers, *crowd])
        heard = [one.heard for one in growth.found if one.heard]
        moments = site.moments(watched.race)
        began = drivers[0].began
        last, counts = [], []
        for version in {version for one in heard for version in one}:
            if version in moments and all(version in one for one in heard):
                said = max(one[version][0] for one in heard)
                if began <= moments[version] <= began + seconds - 2:
                    last.append(said - moments[version])
                    counts.append(sum(one[version][1] for one in heard))
        return Watched(growth, last, min(counts, default=0))


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load spectators", description=__doc__.splitlines()[0])
    parser.add_argument("--spectators", default="0,100,2000")
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=2)
    parser.add_argument("--clients", type=int, default=2, help="processes of spectators")
    given = parser.parse_args(words)
    head(
        f"{given.rooms} rooms of six", "spectators", "heard by", "last of them p50 ms", "most ms",
        "drivers p50 ms", "p99 ms", "CPU %", "clients late p99 ms",
    )  # fmt: skip
    for spectators in map(int, given.spectators.split(",")):
        found = measure(spectators, given.rooms, given.think, given.seconds, given.clients)
        row(
            "pages",
            spectators,
            found.fewest,
            f"{1000 * at(0.5, found.last):.0f}",
            f"{1000 * at(1, found.last):.0f}",
            f"{found.growth.delay(0.5):.0f}",
            f"{found.growth.delay(0.99):.0f}",
            f"{100 * found.growth.cpu / found.growth.seconds:.0f}",
            f"{found.growth.late(0.99):.0f}",
        )
