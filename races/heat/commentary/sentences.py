"""Told lines as sentences in the reader's language: who, what and why, with the numbers."""

import html
from collections.abc import Callable, Mapping, Sequence

from django.utils.html import conditional_escape, strip_tags
from django.utils.safestring import SafeString

from engine.heat.game import Heat
from races.heat.commentary import said_driving, said_paying, said_table
from races.heat.commentary.line import Line
from races.heat.commentary.words import Driver, Reader

SAID: Mapping[str, Callable[[Line, Reader], str]] = {**said_table.SAID, **said_driving.SAID, **said_paying.SAID}
"""For each kind of line, how it is said."""


def sentence(line: Line, seats: Sequence[Driver], game: Heat) -> SafeString:
    """A line as HTML: sums, costs and gains are marked, names are escaped."""
    return conditional_escape(SAID[line["kind"]](line, Reader(seats, game)))


def plain(line: Line, seats: Sequence[Driver], game: Heat) -> str:
    """A line as text, to be read aloud or sent to a program."""
    return html.unescape(strip_tags(sentence(line, seats, game)))
