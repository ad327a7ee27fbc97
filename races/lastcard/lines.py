"""The log of a match: which events are told, and the lines that they make."""

from msgspec import Struct
from msgspec.structs import replace

from engine.lastcard import State
from engine.lastcard.events import (
    Asked,
    Attended,
    Caught,
    Challenged,
    Drew,
    Event,
    HandShown,
    Kept,
    Passed,
    PassedOver,
    Played,
    Ready,
    Retired,
    RoundBegan,
    Started,
    StoodIn,
    see,
)

SILENT = (Asked, Attended, HandShown, Ready, Started)
"""What makes no line: that seats are asked shows beside the table, and what one seat was shown only that seat knows."""
ABOUT = (Caught, Challenged, Drew, Kept, Passed, PassedOver, Played, Retired, StoodIn)
"""What is about the seat that it names."""


class Line(Struct, frozen=True):
    """A line of the log: an event as spectators see it, and why a played card fitted."""

    event: Event
    fits: str = ""

    def about(self) -> int | None:
        return self.event.seat if isinstance(self.event, ABOUT) else None

    def begins_round(self) -> int | None:
        return (self.event.round or None) if isinstance(self.event, RoundBegan) else None


def lines_of(before: State | None, events: tuple[Event, ...]) -> tuple[Line, ...]:
    """The lines of one entry. Cards that are drawn for one reason are one line, also where the pile was made anew."""
    found: list[Line] = []
    for event in events:
        if isinstance(event, SILENT):
            continue
        if isinstance(event, Drew) and (place := _same_draw(found, event)) is not None:
            earlier = found[place].event
            assert isinstance(earlier, Drew)
            found[place] = Line(replace(earlier, count=earlier.count + event.count))
            continue
        fits = _why_it_fits(before, event) if isinstance(event, Played) else ""
        found.append(Line(see(event, None), fits))
        if isinstance(event, RoundBegan):  # the first of its lines is the heading, the second one tells of the deal
            found.append(Line(replace(see(event, None), round=0)))
    return tuple(found)


def _same_draw(lines: list[Line], event: Drew) -> int | None:
    """Where a line of the same draw stands."""
    for place in range(len(lines) - 1, -1, -1):
        earlier = lines[place].event
        if isinstance(earlier, Drew) and (earlier.seat, earlier.why) == (event.seat, event.why):
            return place
    return None


def _why_it_fits(before: State | None, event: Played) -> str:
    assert before is not None, "the first entry deals"
    if event.card[0] == "W":
        return "wild"
    if not before.colour:
        return "any"
    return "colour" if event.card[0] == before.colour else "symbol"
