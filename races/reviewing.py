"""What happens in the process that looks back at races: a record in, a review out. Nothing of Django is loaded here.

There is one such process for each server process, of its own, so that no bot ever waits behind a review. It works one
review at a time, a decision a call, and keeps the review that it is at between two calls.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from engine.kernel.faults import Broken
from races import registry
from races.thinking import settle_in


class Progress(NamedTuple):
    """How far a review is. `data` is there when it is whole; `failed` says by a code why there is none."""

    done: int = 0
    total: int = 0
    data: str = ""
    failed: str = ""


_growing: Iterator[Progress] = iter(())


def begin(package: str, record: bytes, seat: int) -> Progress:
    """Look back at a record of the game of this package; as far as its first decision."""
    global _growing
    _growing = iter(registry.part_of(package, "reviews").review(record, seat))
    return more()


def more() -> Progress:
    """One decision more."""
    try:
        return next(_growing)
    except Broken as broken:
        return Progress(failed=broken.faults[0].code)
    except StopIteration:
        return Progress(failed="nothing")


def settle_last(niceness: int) -> None:
    """Prepare the process: if it is to give way at all, it runs when nothing else wants to, neither requests nor bots,
    where the system knows such a priority."""
    settle_in(niceness)
    if niceness and hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
