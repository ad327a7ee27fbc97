"""The track as a drawing: three rings of 30 spaces, the first lap outside. Along a straight there are six spaces, nine
around a bend, so that the same space of each lap lies on one line through the rings."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin

from django.utils.safestring import SafeString

from engine.henhur import Rules
from races.parts.markup import drawn

WIDTH, HEIGHT = 1000, 560
MIDDLE = (500, 284)
HALF = 189
"""Half of a straight."""
RADII = (232, 180, 128)
LANE = 26
"""Half of a lane's width."""
STRAIGHT, BEND = 6, 9
AROUND = 2 * (STRAIGHT + BEND)
NUMBERED = 5


def point(ring: float, along: float) -> tuple[float, float]:
    """Where a ring of this radius is after so many spaces, from the line at the lower left, against the clock."""
    x, y = MIDDLE
    along %= AROUND
    if along < STRAIGHT:
        return x - HALF + 2 * HALF * along / STRAIGHT, y + ring
    along -= STRAIGHT
    if along < BEND:
        angle = pi / 2 - pi * along / BEND
        return x + HALF + ring * cos(angle), y + ring * sin(angle)
    along -= BEND
    if along < STRAIGHT:
        return x + HALF - 2 * HALF * along / STRAIGHT, y - ring
    along -= STRAIGHT
    angle = -pi / 2 - pi * along / BEND
    return x - HALF + ring * cos(angle), y + ring * sin(angle)


def space_of(rules: Rules, at: int) -> tuple[float, float]:
    """The middle of the space at a distance. What is over the line stands right behind it, on the inmost ring."""
    lap = min(at // rules.lap, rules.laps - 1)
    along = (at - lap * rules.lap + 0.5) * AROUND / rules.lap
    return point(RADII[_ring_of(rules, lap)], along)


def _ring_of(rules: Rules, lap: int) -> int:
    """Which ring a lap is run on; where there are more laps than rings, several follow each other on one."""
    return lap * len(RADII) // max(rules.laps, len(RADII))


def _laps_of(rules: Rules, ring: int) -> str:
    """The laps of a ring, as they are written on it."""
    laps = [lap + 1 for lap in range(rules.laps) if _ring_of(rules, lap) == ring]
    return "" if not laps else f"L{laps[0]}" if len(laps) == 1 else f"L{laps[0]}–{laps[-1]}"


def places(rules: Rules) -> list[list[int]]:
    """The middle of every space up to a little over the line, for scripts that let hens run."""
    return [[round(value) for value in space_of(rules, at)] for at in range(rules.goal + 24)]


def _ring(ring: float) -> str:
    x, y = MIDDLE
    return (
        f"M{x - HALF} {y + ring}H{x + HALF}A{ring} {ring} 0 0 0 {x + HALF} {y - ring}"
        f"H{x - HALF}A{ring} {ring} 0 0 0 {x - HALF} {y + ring}Z"
    )


def _marks(rules: Rules) -> Iterator[str]:
    """The lines between spaces, and every fifth number."""
    inner, outer = RADII[-1] - LANE, RADII[0] + LANE
    for space in range(rules.lap):
        along = space * AROUND / rules.lap
        (x, y), (to_x, to_y) = point(inner, along), point(outer, along)
        yield f'<path class="mark" d="M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}"/>'
    for number, ring in enumerate(RADII):
        for space in range(0, rules.lap, NUMBERED):
            x, y = point(ring - LANE + 9, (space + 0.5) * AROUND / rules.lap)
            yield f'<text class="number" x="{x:.0f}" y="{y:.0f}">{space or _laps_of(rules, number)}</text>'


def _line() -> str:
    """The line where laps begin and end: two columns of squares across all lanes."""
    x, top = MIDDLE[0] - HALF - 6, MIDDLE[1] + RADII[-1] - LANE
    count = (RADII[0] - RADII[-1] + 2 * LANE) // 6
    squares = "".join(f"M{x + 6 * (row % 2)} {top + 6 * row}h6v6h-6Z" for row in range(count))
    return f'<path class="line-ground" d="M{x} {top}h12v{6 * count}h-12Z"/><path class="line" d="{squares}"/>'


@cache
def drawing(rules: Rules) -> SafeString:
    """The track without hens."""
    grass = f'<path class="meadow" d="{_ring(RADII[0] + LANE + 16)}"/>'
    lanes = "".join(f'<path class="lane lane-{number}" d="{_ring(ring)}"/>' for number, ring in enumerate(RADII))
    infield = f'<path class="infield" d="{_ring(RADII[-1] - LANE)}"/>'
    return drawn(grass, lanes, infield, *_marks(rules), _line())
