"""Log lines as sentences in the reader's language: who, what and why, with the numbers."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from engine.heat import Heat
from races.heat.commentary.line import LogLine
from races.heat.commentary.reader import NamedSeat, Reader


def sentence(line: LogLine, seats: Sequence[NamedSeat], game: Heat) -> SafeString:
    """A line as HTML: sums, costs and gains are marked, names are escaped."""
    return line.sentence(Reader(seats, game))
