"""What a room of six connected drivers takes of the server's memory: from one room to 20, and from 20 to 40.

python -m tests.load.memory [--rooms 1,20,40] [--seconds 20] [--kinds programs,pages]

Each number of rooms has a server of its own, whose drivers race for a while, so that logs are as long as they get.
"""

import argparse
import asyncio
from itertools import pairwise

from tests.load.crew import Crew
from tests.load.figures import head, row
from tests.load.site import serve

THINK = 1.0


def measure(kind: str, rooms: int, seconds: float) -> int:
    with serve(rooms=rooms, laps=6) as site:
        return asyncio.run(Crew(site, kind, lambda seat: THINK).drive(seconds)).memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="1,20,40")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--kinds", default="programs,pages")
    given = parser.parse_args()
    rooms = [int(word) for word in given.rooms.split(",")]
    head("Rooms of six", *map(str, rooms), *(f"KB a room, {few} to {many}" for few, many in pairwise(rooms)))
    for kind in given.kinds.split(","):
        sizes = [measure(kind, count, given.seconds) for count in rooms]
        slopes = [
            (more - less) / (many - few)
            for (less, more), (few, many) in zip(pairwise(sizes), pairwise(rooms), strict=True)
        ]
        row(kind, *(f"{size / 1e6:.1f} MB" for size in sizes), *(f"{slope / 1e3:.0f}" for slope in slopes))


if __name__ == "__main__":
    main()
