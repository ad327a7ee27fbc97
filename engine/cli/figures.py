"""Figures of many races or seasons: shares with their confidence, and work that goes on in several processes."""

import math
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from engine.kernel import Broken, Fault

Task = TypeVar("Task")
Result = TypeVar("Result")

Z95 = 1.96

MOST_JOBS = 64
"""More processes than that make nothing faster."""


def wilson(wins: float, races: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, after Wilson."""
    share = wins / races
    middle = share + Z95**2 / (2 * races)
    spread = Z95 * math.sqrt(share * (1 - share) / races + Z95**2 / (4 * races**2))
    below = 1 + Z95**2 / races
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


def at_least_one(**numbers: int) -> None:
    """Raise `Broken` for options that count something and are not even 1."""
    faults = tuple(
        Fault(f"--{name}", "out_of_range", f"there must be at least one, not {number}")
        for name, number in numbers.items()
        if number < 1
    )
    if faults:
        raise Broken("options", faults)


def side_by_side(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    start: Callable[[Any], None],
    given: Any,
) -> Iterator[Result]:
    """The results in the order of the tasks. Every process that takes part is started with what is `given`."""
    jobs = min(jobs, len(tasks), MOST_JOBS)
    if jobs <= 1:
        start(given)
        yield from map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, start, (given,)) as pool:
        yield from pool.imap(work, tasks, chunksize=max(1, min(8, len(tasks) // 8)))
