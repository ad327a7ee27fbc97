"""A progress bar for long runs, on the error output and only where a person looks on."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

WIDTH = 40


def progress(items: Iterable[T], total: int) -> Iterator[T]:
    """The same items, with a bar that fills as they are taken."""
    if not sys.stderr.isatty():
        yield from items
        return
    for done, item in enumerate(items, start=1):
        filled = WIDTH * done // max(1, total)
        print(f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield item
    print("\r" + " " * (WIDTH + 24) + "\r", end="", file=sys.stderr, flush=True)
