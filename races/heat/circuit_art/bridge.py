"""Where the road crosses itself, one road is carried over the other."""

import math

from races.heat.circuit_art.geometry import SPACE, Crossing, away
from races.heat.circuit_art.road import even_spaces, markings, start
from races.heat.circuit_art.sheet import Sheet
from races.heat.circuit_art.svg import drawn, path


def deck(sheet: Sheet) -> tuple[str, str]:
    """The bridges, and the start line, which one of them may carry: the part over the lower cars, the part below."""
    spans = [_span(sheet, crossing) for crossing in sheet.line.crossings]
    grid = min((spot.space for spot in sheet.track.grid), default=0) - sheet.line.length
    carries_start = any(_overlap(a, b, grid, 1, sheet.line.length) for a, b in spans)
    bridges = "".join(_bridge(sheet, a, b) for a, b in spans)
    line = start(sheet)
    return (bridges + line, "") if carries_start else (bridges, line)


def spaces_below(sheet: Sheet) -> tuple[int, ...]:
    """The spaces where a car is wholly or partly under a bridge."""
    length = sheet.line.length
    return tuple(
        space
        for space in range(length)
        if any(
            away(space + 0.5, crossing.below, length) < _reach(sheet, crossing, over=True) + 0.5
            for crossing in sheet.line.crossings
        )
    )


def _span(sheet: Sheet, crossing: Crossing) -> tuple[float, float]:
    reach = _reach(sheet, crossing, over=False)
    return crossing.above - reach, crossing.above + reach


def _reach(sheet: Sheet, crossing: Crossing, over: bool) -> float:
    """In spaces: half of what one road needs to pass the other, with a wall; more if they cross aslant."""
    line = sheet.line
    angle = math.radians(line.heading(crossing.above) - line.heading(crossing.below))
    sine, cosine = max(abs(math.sin(angle)), 0.4), abs(math.cos(angle))
    mine, other = (crossing.below, crossing.above) if over else (crossing.above, crossing.below)
    lanes = (1.2 * line.half_at(other) + cosine * 1.2 * line.half_at(mine)) / sine + (0 if over else 0.6)
    return min(lanes * line.lane / SPACE, 2.6)


def _overlap(a: float, b: float, c: float, d: float, length: int) -> bool:
    return any(a + turn < d and c < b + turn for turn in (-length, 0, length))


def _bridge(sheet: Sheet, a: float, b: float) -> str:
    line = sheet.line

    def strip(a: float, b: float, left: float, right: float) -> str:
        return path(line.strip(a, b, (left, -1), (right, 1)), True)

    tone = sheet.lines.index(sheet.track.sector(math.floor(b) % line.length)) % 3
    rails = "".join(path(line.run(a, b, side * 0.2, side)) for side in (-1, 1))
    return (
        drawn("bridge-shade", strip(a + 0.2, b - 0.2, -0.5, 0.75))
        + drawn("bridge-side", strip(a, b, -0.3, 0.3))
        + drawn("road-rim", strip(a, b, -4.5 / line.lane, 4.5 / line.lane))
        + drawn(f"asphalt s{tone}", strip(a, b, 0, 0))
        + even_spaces(sheet, (a, b))
        + markings(sheet, (a, b))
        + drawn("bridge-rail", rails)
        + drawn("bridge-post", rails)
    )
