"""From a rough outline to a road: an elastic band that opens hairpins and keeps stretches apart.

Outlines are set by hand, and a road drawn straight along one would fold in its bends or run over itself. The band is
pulled to the outline, smoothed where it bends too tightly, and pushed away where it comes too near to itself. That
replaces every later correction by hand, and works for circuits of operators as well.
"""

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPoint

from engine.heat.tracks import Track
from races.heat.circuit_art.geometry import (
    LANE,
    PER_SPACE,
    SPACE,
    Crossing,
    Floats,
    Line,
    blur,
    crossings,
    curvature,
    perimeter,
    resample,
    spline,
    tangents,
)
from races.heat.circuit_art.themes import Recipe

ROUNDS = 220  # after each of three such turns the band is cut to its length again
Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]


def lay(track: Track, recipe: Recipe, rounds: int = ROUNDS) -> Line:
    """The centre line of a circuit."""
    half = np.repeat([track.lanes_at(space) / 2 for space in range(track.length)], PER_SPACE)
    widest = float(half.max())
    # A very short and very wide circuit would have no infield left.
    lane = min(LANE, SPACE * track.length / (2 * np.pi) / (widest + 0.9))
    outline = np.array(track.outline or _oval(), dtype=float) * np.array(recipe.stretch)
    if MultiPoint(outline).convex_hull.area < 0.0002 * perimeter(outline) ** 2 or perimeter(outline) < 1:
        outline = np.array(_oval(), dtype=float)  # points on a heap or in a row enclose no circuit
    curve = _cut(resample(spline(outline), track.length * PER_SPACE), track.length)
    crossed = crossings(curve, track.length, track.bridge_under)
    for _ in range(3):
        curve = _cut(_Band(curve, lane, widest, crossed, track.length, recipe).relax(rounds), track.length)
    curve = curve - curve.min(0)
    return Line(
        length=track.length,
        lane=lane,
        points=curve,
        tangent=tangents(curve),
        bend=blur(curvature(curve), 2),
        half=half if isinstance(track.lanes, int) else blur(half, PER_SPACE * 0.3),
        right=1 if track.lane1_side == "right" else -1,
        crossings=crossings(curve, track.length, track.bridge_under),
    )


def _oval() -> tuple[tuple[float, float], ...]:
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return tuple((float(50 + 48 * np.cos(t)), float(50 + 24 * np.sin(t))) for t in turns)


def _cut(curve: Floats, length: int) -> Floats:
    """The same shape at the scale at which each space has its length."""
    return np.asarray(curve * (SPACE * length / perimeter(curve)))


class _Band:
    """The forces on the band. Home is where this turn of relaxing finds it."""

    def __init__(
        self, home: Floats, lane: float, half: float, crossed: tuple[Crossing, ...], length: int, recipe: Recipe
    ) -> None:
        self.home = home
        self.tightest = (half + 0.95) * lane
        self.apart = lane * (2 * half + recipe.gap)
        self.hold = recipe.hold
        self.reach = self.apart + lane  # within ten rounds nothing moves farther than this allows for
        self.near = self.apart * 1.75 / (SPACE / PER_SPACE)  # samples that may be close, being neighbours
        space = np.arange(len(home)) / PER_SPACE
        self.crossed = [
            tuple(
                np.abs((space - s + length / 2) % length - length / 2) < reach
                for s, reach in ((c.above, 8.0), (c.below, 5.5))
            )
            for c in crossed
        ]

    def relax(self, rounds: int) -> Floats:
        x = self.home
        pairs = self._pairs(x)
        for number in range(rounds):
            x = self._round(x, pairs)
            if number % 10 == 9:
                x = resample(blur(x, 1.2), len(x))
                pairs = self._pairs(x)
        return resample(blur(x, 2.0), len(x))

    def _pairs(self, x: Floats) -> Pairs:
        """The samples that could come too near to each other before they are looked for again."""
        count, index = len(x), np.arange(len(x))
        firsts: list[NDArray[np.intp]] = []
        seconds: list[NDArray[np.intp]] = []
        for low in range(0, count, 256):  # in blocks, or a long circuit would need gigabytes
            rows = index[low : low + 256]
            along = np.abs(rows[:, None] - index[None])
            close = np.hypot(*(x[rows, None] - x[None]).transpose(2, 0, 1)) < self.reach
            close &= np.minimum(along, count - along) >= self.near
            for above, below in self.crossed:
                close &= ~((above[rows, None] & below[None]) | (below[rows, None] & above[None]))
            i, j = np.nonzero(close)
            firsts.append(i + low)
            seconds.append(j)
        return np.concatenate(firsts), np.concatenate(seconds)

    def _round(self, x: Floats, pairs: Pairs) -> Floats:
        push, pushed = self._push(x, pairs)
        over = blur(np.clip(np.abs(curvature(x)) * self.tightest - 1, 0, 1), PER_SPACE * 0.45)
        over = np.clip(over * 2.2, 0, 1)[:, None]
        # Taubin: smooth, then take a little of it back, so that bends open instead of shrinking away.
        once = blur(x, PER_SPACE * 0.55)
        twice = blur(once, PER_SPACE * 0.55)
        smooth = (once - x) - 0.92 * (twice - once)
        loose = 1 - 0.85 * np.maximum(over, pushed[:, None])
        return np.asarray(x + push + over * smooth * 1.1 + (self.home - x) * self.hold * loose)

    def _push(self, x: Floats, pairs: Pairs) -> tuple[Floats, NDArray[np.bool_]]:
        i, j = pairs
        d = x[i] - x[j]
        distance = np.hypot(*d.T)
        close = distance < self.apart
        i, d, distance = i[close], d[close], distance[close]
        count = np.bincount(i, minlength=len(x))
        if not len(i):
            return np.zeros_like(x), count > 0
        force = d * ((self.apart - distance) / np.maximum(distance, 1e-6))[:, None]
        total = np.column_stack([np.bincount(i, force[:, axis], len(x)) for axis in (0, 1)])
        return blur(total / np.maximum(count, 1)[:, None], PER_SPACE * 0.5) * 0.5, count > 0
