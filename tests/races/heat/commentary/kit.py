"""Races to be told: driven at random, with names for their seats."""

import html
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.utils.html import strip_tags
from msgspec import Struct

from engine.heat import Heat, State
from engine.heat.events import Event
from races.heat.commentary.line import LogLine
from races.heat.commentary.narrate import narrate
from races.heat.commentary.reader import NamedSeat
from races.heat.commentary.say import sentence
from races.heat.tables import SITE
from tests.engine.heat.races import Start, drive

NAMES = ("Ada", "Bo", "Priya", "Tomás", "Amélie", "Zoë", "Eva", "Finn", "Gus", "Hana", "Ida", "Jo")


_KINDS: Any = reduce(or_, (kind for part in SITE.log for kind in part.lines))
_LINES: "msgspec.json.Decoder[tuple[LogLine, ...]]" = msgspec.json.Decoder(tuple[_KINDS, ...])


class Seat(Struct):
    """A seat of a race, as far as sentences go."""

    name: str
    colour: str = "red"
    car_number: int = 1
    legend: str = ""


class Told(Struct):
    """One entry: what it came upon, what happened, what is told of it, and what it led to."""

    before: State | None
    events: tuple[Event, ...]
    lines: tuple[LogLine, ...]
    state: State


def written(lines: tuple[LogLine, ...]) -> list[dict[str, Any]]:
    """Lines as dictionaries."""
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(lines))
    return found


def read_lines(data: bytes) -> tuple[LogLine, ...]:
    return _LINES.decode(data)


def line_of(written: dict[str, Any]) -> LogLine:
    """The line of this dictionary."""
    (line,) = read_lines(msgspec.json.encode([written]))
    return line


def entries(game: Heat, start: Start, steps: int = 150) -> Iterator[Told]:
    """A random race, entry by entry, from its start."""
    for number, move in enumerate(drive(game, start, steps, trouble=0.1)):
        before = move.before if number else None
        yield Told(before, move.events, narrate(game, before, move.events), move.state)


def seats_of(start: Start) -> list[Any]:
    return [Seat(name, legend=entrant.legend or "") for name, entrant in zip(NAMES, start.setup.entrants, strict=False)]


def plain(line: LogLine, seats: Sequence[NamedSeat], game: Heat) -> str:
    """The sentence of a line as text."""
    return html.unescape(strip_tags(sentence(line, seats, game)))
