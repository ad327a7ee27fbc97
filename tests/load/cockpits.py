"""What it takes to render a cockpit: that of a usual question, and one with an item for each of twelve symbols.

python -m tests.load.cockpits [--times 300]

Seconds are those of the processor. Each rendering is of a scene of its own, as after an update; what templates keep for
the same values is kept, as in a process that has run for a while.
"""

import argparse
import os
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup()

from engine.heat.state import Car  # noqa: E402
from races.heat.cockpit import fragment  # noqa: E402
from tests.engine.heat.kit import Table, car, game  # noqa: E402
from tests.gallery.positions import LAID  # noqa: E402
from tests.load.figures import head, row  # noqa: E402
from tests.races.heat.cockpit.scenes import laid  # noqa: E402


def others() -> list[Car]:
    return [car(at=40 - seat, lane=1 + seat % 2, gear=3, hand="1 2 3") for seat in range(5)]


def usual() -> Table:
    """React in 4th gear with a Stress card, a boost and Heat to cool."""
    me = car(at=44, start=41, gear=4, play="4 3 2 stress", hand="heat heat heat 1 2 3 1", discard="1 2 heat", flips=1)
    return Table(game(), me, *others()).go("react")


def cards() -> Table:
    me = car(at=44, gear=4, hand="1 1 2 2 3 4 stress", discard="1 2 heat")
    return Table(game(), me, *others()).go("cards")


COCKPITS = {"React": usual, "React with twelve items": LAID["react-12"], "Cards in 4th gear": cards}


def milliseconds(table: Table, times: int) -> tuple[float, int]:
    """For one rendering, and the bytes of it."""
    size = len(fragment.render(laid(table), 0).encode())
    began = time.process_time()
    for _ in range(times):
        fragment.render(laid(table), 0)
    return 1000 * (time.process_time() - began) / times, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=300)
    given = parser.parse_args()
    head("Cockpit", "CPU ms", "bytes")
    for name, table in COCKPITS.items():
        spent, size = milliseconds(table(), given.times)
        row(name, f"{spent:.2f}", size)


if __name__ == "__main__":
    main()
