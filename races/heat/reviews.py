"""Reviews of races of Heat, in the process that computes them. Nothing of Django is loaded here."""

from collections.abc import Iterator

from engine.heat import read_record
from engine.heat.review import review as grown
from engine.kernel.records import encode
from races.reviewing import Progress

__all__ = ["review"]


def review(record: bytes, seat: int, most: int) -> Iterator[Progress]:
    """How far the review of a seat is, decision by decision; the last one has it whole. Raises
    `engine.kernel.faults.Broken` for a race that cannot be looked back at."""
    for found in grown(read_record(record), seat):
        if found.total > most:
            yield Progress(failed="too_long")
            return
        yield Progress(found.done, found.total, encode(found).decode() if found.is_whole else "")
