"""What the server pays for a command: CPU beside that of a bare Channels consumer, in the same run.

python -m tests.load.cost [--rooms 20] [--seconds 12] [--turns 3] [--kinds programs,pages]

Both keep what was said with one transaction (an INSERT and an UPDATE of as many bytes, the same SQLite settings) and
send six updates, under the same Daphne. The bare one does nothing else; ours also reads the command, plays the game,
keeps clocks, and makes each of the six an update of their own. The drivers take different, short times to think, so
that few updates cover two commands; how many there were is told.
"""

import argparse
import asyncio
import statistics

from tests.load.crew import Crew, Drive
from tests.load.figures import head, row
from tests.load.site import BARE, OURS, serve

BUDGETS = {"programs": 2.0, "pages": 4.0}
QUICKEST, STEP = 0.3, 0.15
"""Seconds that the first driver thinks, and how much longer each next one does."""
BARE_THINK = 0.35
"""Seconds between the commands of a race of the bare consumer: about as many as ours then have."""


def think(seat: int) -> float:
    return QUICKEST + STEP * seat


def bare_think(seat: int) -> float:
    return BARE_THINK


def measure(kind: str, rooms: int, seconds: float) -> Drive:
    with serve(BARE if kind == "bare" else OURS, rooms=rooms, laps=6) as site:
        return asyncio.run(Crew(site, kind, bare_think if kind == "bare" else think).drive(seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--kinds", default="programs,pages")
    given = parser.parse_args()
    kinds = ["bare", *given.kinds.split(",")]
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    head("Turn by turn", "commands/s", "updates a command", "CPU %", "ms of CPU a command")
    for _ in range(given.turns):
        for kind in kinds:
            found = measure(kind, given.rooms, given.seconds)
            costs[kind].append(1000 * found.cpu / found.accepted)
            rate, updates = found.accepted / found.seconds, found.updates / found.accepted
            load = 100 * found.cpu / found.seconds
            row(kind, f"{rate:.0f}", f"{updates:.2f}", f"{load:.0f}", f"{costs[kind][-1]:.2f}")
    print()
    for kind in kinds[1:]:
        times = statistics.median(costs[kind]) / statistics.median(costs["bare"])
        print(f"{kind}: {times:.2f} times the bare consumer's; the budget is {BUDGETS[kind]:.0f}")


if __name__ == "__main__":
    main()
