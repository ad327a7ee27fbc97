"""Records from files, read in the process of the test itself."""

from races import opened, openings
from races.models import Race


def open_record(data: bytes, visitor: str) -> Race:
    """Read a record and store it, without a queue. Raises `races.opened.NotOpened`."""
    return openings.store(opened.read(data), visitor)


def read_what_waits() -> None:
    """Read all files that wait, as the process of reviews does."""
    while (opening := openings.claim()) is not None:
        openings.finish(opening, opened.read_in_time(bytes(opening.data)))
