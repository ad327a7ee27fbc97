"""What happens in the process that reads records and looks back at races. Reviews load nothing of Django.

There is one such process for each server process, of its own, so that no bot ever waits behind a review. It reads one
file or looks at one decision a call, and keeps the reviews that it is at between calls.
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

    @property
    def is_last(self) -> bool:
        return bool(self.data or self.failed)


_growing: dict[int, Iterator[Progress]] = {}
"""By its key: each review that this process is at."""


def begin(key: int, package: str, record: bytes, seat: int, most: int) -> Progress:
    """Look back at a record of the game of this package; as far as its first decision. A seat with more than `most`
    decisions is not looked at."""
    _growing[key] = iter(registry.part_of(package, "reviews").review(record, seat, most))
    return more(key)


def more(key: int) -> Progress:
    """One decision more."""
    try:
        progress = next(_growing[key])
    except Broken as broken:
        progress = Progress(failed=broken.faults[0].code)
    except StopIteration:
        progress = Progress(failed="nothing")
    if progress.is_last:
        del _growing[key]
    return progress


def open_record(packed: bytes) -> bytes:
    """Read a file (`races.opened`). Only this needs Django, for the words of a game, and no database."""
    import django

    django.setup(set_prefix=False)
    from races.opened import read_in_time

    return read_in_time(packed)


def settle_last(niceness: int) -> None:
    """Prepare the process: if it is to give way at all, it runs when nothing else wants to, neither requests nor bots,
    where the system knows such a priority."""
    settle_in(niceness)
    if niceness and hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
