"""Figures of many races or seasons: shares with their confidence, and work that goes on in several processes."""

import math
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
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


def standing(wins: float, places: Sequence[int]) -> dict[str, float]:
    """How a player has done: wins, their share with its confidence, the mean of the places of all races."""
    races = len(places)
    low, high = wilson(wins, races)
    return {
        "wins": wins,
        "win_share": wins / races,
        "win_share_low": low,
        "win_share_high": high,
        "mean_place": sum(places) / races,
    }


STANDING = f"{'wins':>7} {'share':>7} {'95 % interval':>16} {'place':>6}"
"""The head of what `row_of` prints."""


def row_of(found: Mapping[str, Any]) -> str:
    """A standing as the columns of a table."""
    interval = f"{100 * found['win_share_low']:.1f} – {100 * found['win_share_high']:.1f} %"
    share = f"{100 * found['win_share']:>5.1f} %"
    return f"{found['wins']:>7.6g} {share} {interval:>16} {found['mean_place']:>6.2f}"


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
