"""How long it takes from a click until the last of the six sockets of its race has the update that holds it.

python -m tests.load.latency [--rooms 20] [--seconds 40] [--kinds programs,pages] [--champions 0,10]

Everybody answers two seconds after being asked. The clients are this process, the server is another one.
"""

import argparse
import asyncio

from tests.load.crew import Crew, Drive
from tests.load.figures import head, row
from tests.load.site import serve

THINK = 2.0
BUDGET = 50.0
"""Milliseconds at p99."""


def measure(kind: str, rooms: int, seconds: float, champions: int) -> Drive:
    with serve(rooms=rooms, champions=champions, laps=3) as site:
        return asyncio.run(Crew(site, kind, lambda seat: THINK).drive(seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--kinds", default="programs,pages")
    parser.add_argument("--champions", default="0,10")
    given = parser.parse_args()
    head("Six drivers a room", "rooms", "champions", "commands/s", "p50 ms", "p95 ms", "p99 ms", "most ms", "CPU %")
    within = True
    for champions in map(int, given.champions.split(",")):
        for kind in given.kinds.split(","):
            found = measure(kind, given.rooms, given.seconds, champions)
            delays = (f"{found.delay(share):.1f}" for share in (0.5, 0.95, 0.99, 1.0))
            rate, load = found.accepted / found.seconds, 100 * found.cpu / found.seconds
            row(kind, given.rooms, champions, f"{rate:.1f}", *delays, f"{load:.0f}")
            within = within and found.delay(0.99) <= BUDGET
    print(f"\nWithin {BUDGET:.0f} ms at p99: {'yes' if within else 'no'}")


if __name__ == "__main__":
    main()
