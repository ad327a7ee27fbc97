"""Two drivers laid over each other: four charts below each other, over the same distance or rounds.

The first driver's line is whole and has discs, the second one's is dashed and has squares, so that nobody needs their
colours. Numbers and signs of the charts are there for eyes; a table has the same for everybody.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.course import Course
from races.heat.telemetry.turns import Turn, Turns
from races.models import Seat
from races.parts.chips import LIVERIES
from races.parts.markup import drawn, spoken

Over = Literal["distance", "rounds"]

WIDE, NARROW = 980, 350
"""How broad charts are drawn, for a page and for a phone."""
LEFT, RIGHT, TOP = 34, 12, 34
GAP = 34
"""Room between two charts, with the name of the lower one in it."""
MARK = 3.6


@dataclass(frozen=True)
class Driver:
    """One of the two, with the turns that are drawn."""

    seat: Seat
    turns: Turns


@dataclass(frozen=True)
class Chart:
    """What is drawn of a turn, and how high: the numbers beside it are `marks`, from the lowest to the highest."""

    name: str
    value: Callable[[Turn], int | None]
    marks: Sequence[int]
    high: int
    falls: bool = False
    """Whether the least is on top, as the first place is."""

    def y(self, value: int) -> float:
        low, top = self.marks[0], max(self.marks[-1], self.marks[0] + 1)
        share = (value - low) / (top - low)
        return self.high * (share if self.falls else 1 - share)


def charts(drivers: Sequence[Driver], cars: int) -> list[Chart]:
    turns = [turn for driver in drivers for turn in driver.turns]
    most_speed = max((turn.speed for turn in turns), default=1)
    most_heat = max((turn.heat or 0 for turn in turns), default=1)
    return [
        Chart(_("Speed"), lambda turn: turn.speed, _marks(0, most_speed), 120),
        Chart(_("Gear"), lambda turn: turn.gear, (1, 2, 3, 4), 64),
        Chart(_("Heat in the engine"), lambda turn: turn.heat, _marks(0, max(1, most_heat)), 84),
        Chart(_("Place"), lambda turn: turn.place, range(1, max(cars, 2) + 1), 16 * max(cars, 3), falls=True),
    ]


def _marks(low: int, high: int) -> range:
    """About five numbers, the highest of which is not below what is drawn."""
    every = max(1, -(-(high - low) // 5))
    return range(low, high + every, every)


class Axis:
    """What lies along: spaces from the start line, or rounds."""

    def __init__(self, over: Over, drivers: Sequence[Driver], breadth: int) -> None:
        self.over = over
        turns = [turn for driver in drivers for turn in driver.turns]
        if over == "distance":
            self.low = min((turn.begins for turn in turns), default=0)
            self.high = max((turn.ends for turn in turns), default=1)
        else:
            self.low = min((turn.round for turn in turns), default=1) - 1
            self.high = max((turn.round for turn in turns), default=1)
        self.breadth = breadth
        self._scale = (breadth - LEFT - RIGHT) / max(1, self.high - self.low)

    def x(self, value: float) -> float:
        return LEFT + (value - self.low) * self._scale

    def span(self, turn: Turn) -> tuple[float, float]:
        """Where a turn begins and ends."""
        if self.over == "distance":
            return self.x(turn.begins), self.x(turn.ends)
        return self.x(turn.round - 1), self.x(turn.round)

    def every(self, room: float) -> int:
        """How many units lie between two numbers that need so much room."""
        return max(1, -(-int(room) // max(1, int(self._scale)))) if self._scale >= 1 else int(room / self._scale) + 1


def picture(drivers: Sequence[Driver], course: Course, cars: int, over: Over, breadth: int = WIDE) -> SafeString:
    """The charts of two drivers below each other."""
    axis, shown = Axis(over, drivers, breadth), charts(drivers, cars)
    y, parts = float(TOP), []
    for chart in shown:
        parts += [*_frame(chart, y, axis), *_lines(chart, drivers, y, axis)]
        y += chart.high + GAP
    foot = y - GAP
    look = "wide" if breadth == WIDE else "narrow"
    names = " · ".join(driver.seat.name for driver in drivers)
    label = _("Speed, gear, Heat and place: %(names)s. The table below has the numbers.") % {"names": names}
    return drawn(
        f'<svg class="traces {look}" viewBox="0 0 {breadth} {foot + 30:.0f}" {spoken(label)}>',
        *(_corners(course, axis, foot) if over == "distance" else ()),
        *parts,
        *_along(course, axis, foot),
        "</svg>",
    )


def _frame(chart: Chart, top: float, axis: Axis) -> Iterator[str]:
    """The name of a chart, its numbers and the lines at them."""
    yield f'<text class="named" x="{LEFT}" y="{top - 9:.1f}">{chart.name}</text>'
    for mark in chart.marks:
        y = top + chart.y(mark)
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{mark}</text>'
        yield f'<path class="gridl" d="M{LEFT} {y:.1f}H{axis.breadth - RIGHT}"/>'


def _lines(chart: Chart, drivers: Sequence[Driver], top: float, axis: Axis) -> Iterator[str]:
    """The lines, the second driver's first, so that the first one's lies on top; the marks of both above them."""
    marked = []
    for place, driver in reversed(list(enumerate(drivers))):
        known = [(turn, value) for turn in driver.turns if (value := chart.value(turn)) is not None]
        if not known:
            continue
        d, marks = "", ""
        for turn, value in known:
            begins, ends = axis.span(turn)
            y = top + chart.y(value)
            d += f"{'L' if d else 'M'}{begins:.1f} {y:.1f}H{ends:.1f}"
            marks += _mark(ends, y, place, turn.spun)
        paint = LIVERIES[driver.seat.colour].body
        group = f'<g class="trace {"second" if place else "first"} ln-{driver.seat.colour}" stroke="{paint}">'
        yield f'{group}<path class="under" d="{d}"/><path d="{d}"/></g>'
        marked.append(f"{group}{marks}</g>")
    yield from marked


def _mark(x: float, y: float, place: int, spun: bool) -> str:
    """The end of a turn; a cross where the car spun out."""
    if spun:
        return f'<path class="spun" d="M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"/>'
    if place:
        high = 2 * MARK + 4
        return f'<rect x="{x - high / 2:.1f}" y="{y - high / 2:.1f}" width="{high}" height="{high}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{MARK}"/>'


def _corners(course: Course, axis: Axis, foot: float) -> Iterator[str]:
    """The corner lines through all charts, each with its printed limit on top."""
    told = -99.0
    for line in course.lines(max(0, axis.low), axis.high, axis.high + 1):
        x = axis.x(line)
        yield f'<path class="corner" d="M{x:.1f} {TOP - 18}V{foot:.1f}"/>'
        if x - told >= 16:
            yield f'<text class="limit" x="{x:.1f}" y="{TOP - 22}">{course.corner(line).limit}</text>'
            told = x


def _along(course: Course, axis: Axis, foot: float) -> Iterator[str]:
    """The numbers below: rounds, or laps with the spaces between them."""
    if axis.over == "rounds":
        every = axis.every(26)
        for number in range(axis.low + 1, axis.high + 1, every):
            yield f'<text class="at" x="{axis.x(number - 0.5):.1f}" y="{foot + 20:.1f}">{number}</text>'
        return
    every = axis.every(34)
    every = -(-every // 5) * 5
    for at in range(0, axis.high + 1, every):
        yield f'<text class="at" x="{axis.x(at):.1f}" y="{foot + 20:.1f}">{at}</text>'
    for line in range(course.length, axis.high + 1, course.length):
        yield f'<path class="goal" d="M{axis.x(line):.1f} {TOP - 18}V{foot:.1f}"/>'


def key(place: int, colour: str) -> SafeString:
    """A piece of a driver's line, for the legend."""
    look = "second" if place else "first"
    return drawn(
        f'<svg class="traces key" viewBox="0 0 54 20" aria-hidden="true"><g class="trace {look} ln-{colour}"'
        f' stroke="{LIVERIES[colour].body}"><path d="M4 10H50"/>{_mark(27, 10, place, spun=False)}</g></svg>'
    )
