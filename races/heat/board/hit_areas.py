"""Where the things on the road that explain themselves can be pointed at, in the units of the board."""

import math
from collections.abc import Iterator
from itertools import groupby

from races.heat.board.explained import Explained, Place, runs
from races.heat.circuit_art.drawing import Art

Point = tuple[float, float]

BESIDE = 0.8
"""Lanes; so far beside the road marks of Legends are drawn."""
THICK = 0.35
"""Spaces before and behind a line."""


def shape(art: Art, one: Explained, place: Place) -> str:
    """The path of the area."""
    if one.kind == "legends":
        return _outline(_band(art, place.first - THICK, place.first + THICK))
    if one.kind == "chevrons":
        return "".join(_outline(strip) for strip in _verges(art, place.first, place.last + 1))
    return "".join(_outline(area) for area in _lanes(art, place))


def _lanes(art: Art, place: Place) -> Iterator[list[Point]]:
    """Lane by lane, spaces in a row as one area."""
    for lane, spots in groupby(sorted((lane, space) for space, lane in place.lanes), key=lambda spot: spot[0]):
        for first, last in runs(space for _lane, space in spots):
            half = art.lane / 2
            left, right = [], []
            for at in _steps(first, last + 1):
                x, y, turn = _sample(art, lane - 1, at)
                left.append(_aside(x, y, turn, -half))
                right.append(_aside(x, y, turn, half))
            yield left + right[::-1]


def stretch(art: Art, first: int, last: int) -> str:
    """The road from space to space, from edge to edge."""
    left, right = [], []
    for at in _steps(first, last + 1):
        x, y, turn, half = _middle(art, at)
        left.append(_aside(x, y, turn, -half))
        right.append(_aside(x, y, turn, half))
    return _outline(left + right[::-1])


def _band(art: Art, start: float, end: float) -> list[Point]:
    """Across the road, with a strip beside it on each side."""
    ones, others = [], []
    for at in (start, (start + end) / 2, end):
        x, y, turn, half = _middle(art, at)
        far = half + BESIDE * art.lane
        ones.append(_aside(x, y, turn, -far))
        others.append(_aside(x, y, turn, far))
    return ones + others[::-1]


def _verges(art: Art, start: float, end: float) -> Iterator[list[Point]]:
    """A strip along each edge of the road."""
    for side in (-1, 1):
        inner, outer = [], []
        for at in _steps(start, end):
            x, y, turn, half = _middle(art, at)
            inner.append(_aside(x, y, turn, side * half))
            outer.append(_aside(x, y, turn, side * (half + BESIDE * art.lane)))
        yield inner + outer[::-1]


def _steps(start: float, end: float) -> list[float]:
    return [start + number / 2 for number in range(round((end - start) * 2) + 1)]


def _sample(art: Art, lane: int, at: float) -> tuple[float, float, float]:
    """A place on a lane; between two samples in proportion, with the heading of the nearer one."""
    flat = art.lanes[lane]
    low = math.floor(at * 2)
    part = at * 2 - low
    (x1, y1, h1), (x2, y2, h2) = (
        (flat[i], flat[i + 1], flat[i + 2]) for i in (3 * n % len(flat) for n in (low, low + 1))
    )
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, h2 if part > 0.5 else h1


def _middle(art: Art, at: float) -> tuple[float, float, float, float]:
    """The middle of the road with its heading, and how far its edges are."""
    x1, y1, turn = _sample(art, 0, at)
    x2, y2, _turn = _sample(art, len(art.lanes) - 1, at)
    return (x1 + x2) / 2, (y1 + y2) / 2, turn, math.hypot(x2 - x1, y2 - y1) / 2 + art.lane / 2


def _aside(x: float, y: float, turn: float, far: float) -> Point:
    across = math.radians(turn + 90)
    return x + math.cos(across) * far, y + math.sin(across) * far


def _outline(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"
