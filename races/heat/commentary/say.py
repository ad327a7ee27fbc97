"""Log lines as sentences in the reader's language: who, what and why, with the numbers."""

import html
from collections.abc import Sequence

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from engine.heat import Heat
from races.heat.commentary.line import LogLine
from races.heat.commentary.reader import NamedSeat, Reader


def sentence(line: LogLine, seats: Sequence[NamedSeat], game: Heat) -> SafeString:
    """A line as HTML: sums, costs and gains are marked, names are escaped."""
    return line.sentence(Reader(seats, game))


def plain(line: LogLine, seats: Sequence[NamedSeat], game: Heat) -> str:
    """A line as text, to be read aloud or sent to a program."""
    return html.unescape(strip_tags(sentence(line, seats, game)))
