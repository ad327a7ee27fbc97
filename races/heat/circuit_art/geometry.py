"""The centre line of a circuit, and how everything else finds its place beside it.

One number line runs through all of the drawing: s, counted in spaces from the start line. Line n of the board lies at
s = n, the middle of space n at s = n + 0.5. Distances across the road are counted in lanes, positive to the driver's
right.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

PER_SPACE = 12  # samples of the centre line in a space
SPACE = 60.0  # length of a space in drawing units, the same on every circuit
LANE = SPACE / 1.85  # width of a lane


def perimeter(points: Floats) -> float:
    return float(np.hypot(*(np.roll(points, -1, 0) - points).T).sum())


def resample(points: Floats, count: int) -> Floats:
    """So many points at equal distances round a closed line, from its first point on."""
    ring = np.vstack([points, points[:1]])
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))])
    at = np.linspace(0, run[-1], count, endpoint=False)
    return np.column_stack([np.interp(at, run, ring[:, axis]) for axis in (0, 1)])


def spline(points: Floats, per: int = 48) -> Floats:
    """A closed cubic B-spline: it irons out the wobble of points set by hand, where others would follow it."""
    t = np.linspace(0, 1, per, endpoint=False)
    weights = np.column_stack([(1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3]) / 6
    neighbours = range(len(points))
    return np.vstack([weights @ np.take(points, [i - 1, i, i + 1, i + 2], axis=0, mode="wrap") for i in neighbours])


def blur(values: Floats, sigma: float) -> Floats:
    """A Gaussian round a closed line, sigma in samples."""
    kernel = np.exp(-2 * (np.pi * np.fft.rfftfreq(len(values)) * sigma) ** 2)
    spectrum = np.fft.rfft(values, axis=0) * (kernel[:, None] if values.ndim == 2 else kernel)
    return np.fft.irfft(spectrum, len(values), axis=0)


def tangents(points: Floats) -> Floats:
    along = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    return np.asarray(along / np.maximum(np.hypot(*along.T), 1e-9)[:, None])


def curvature(points: Floats) -> Floats:
    """One over the radius, at each point; positive in a bend to the right (y runs down)."""
    t = tangents(points)
    turn = np.roll(t, -1, 0) - np.roll(t, 1, 0)
    run = np.hypot(*(np.roll(points, -1, 0) - np.roll(points, 1, 0)).T)
    return np.asarray((t[:, 0] * turn[:, 1] - t[:, 1] * turn[:, 0]) / np.maximum(run, 1e-9))


@dataclass(frozen=True)
class Crossing:
    """Where the road crosses itself: s on the bridge and s below it."""

    above: float
    below: float


def crossings(points: Floats, length: int, bridge_under: Sequence[int]) -> tuple[Crossing, ...]:
    """Every place where the line crosses itself; the board says which road is below, else it is the later one."""
    step = PER_SPACE // 3
    a = points[::step]
    b = np.roll(a, -1, 0)
    span = b - a

    def side(origin: Floats, along: Floats, point: Floats) -> Floats:
        """On which side of each segment each point lies; rows are segments."""
        x, y = point[None, :, 0] - origin[:, None, 0], point[None, :, 1] - origin[:, None, 1]
        return np.asarray(along[:, None, 0] * y - along[:, None, 1] * x)

    starts, ends = side(a, span, a), side(a, span, b)
    apart = (starts > 0) != (ends > 0)
    found: list[Crossing] = []
    for i, j in np.argwhere(np.triu(apart & apart.T)):
        # How far along its own segment each road is when it meets the other.
        first = (int(i) + float(starts[j, i] / (starts[j, i] - ends[j, i]))) / 3
        second = (int(j) + float(starts[i, j] / (starts[i, j] - ends[i, j]))) / 3
        if second - first < 5 or length - (second - first) < 5:  # a neighbour, or a kink that the band irons out
            continue
        below = min((first, second), key=lambda s: (min((abs(s - u - 0.5) for u in bridge_under), default=0.0), -s))
        above = first if below == second else second
        if all(abs(above - other.above) > 2 or abs(below - other.below) > 2 for other in found):
            found.append(Crossing(above, below))
    return tuple(found)


@dataclass(frozen=True)
class Line:
    """A centre line that is fit to drive on."""

    length: int  # in spaces
    lane: float  # width of a lane in drawing units
    points: Floats  # PER_SPACE samples in each space
    tangent: Floats
    bend: Floats  # curvature, a little blurred
    half: Floats  # half the width of the road at each sample, in lanes
    right: int  # +1 if lane 1 is on the driver's right, else -1
    crossings: tuple[Crossing, ...] = ()

    def _near(self, values: Floats, s: Floats) -> Floats:
        at = (s % self.length) * PER_SPACE
        low = at.astype(int) % len(values)
        part = at - np.floor(at)
        if values.ndim == 2:
            part = part[:, None]
        return np.asarray(values[low] * (1 - part) + values[(low + 1) % len(values)] * part)

    def trace(self, s: ArrayLike, offset: ArrayLike = 0.0, edge: float = 0.0) -> Floats:
        """Points on and beside the road: `offset` lanes from the centre, or from an edge of the road (+1, -1)."""
        places = np.atleast_1d(np.asarray(s, dtype=float))
        across = np.broadcast_to(np.asarray(offset, dtype=float), places.shape)
        if edge:
            across = across + edge * self._near(self.half, places)
        t = self._near(self.tangent, places)
        t = t / np.maximum(np.hypot(*t.T), 1e-9)[:, None]
        normal = np.column_stack([-t[:, 1], t[:, 0]])
        return np.asarray(self._near(self.points, places) + normal * across[:, None] * self.lane)

    def at(self, s: float, offset: float = 0.0, edge: float = 0.0) -> tuple[float, float]:
        x, y = self.trace(s, offset, edge)[0]
        return float(x), float(y)

    def run(self, a: float, b: float, offset: float = 0.0, edge: float = 0.0, step: float = 1 / 6) -> Floats:
        """Points from a to b, on a line beside the centre."""
        return self.trace(np.linspace(a, b, max(2, int(np.ceil((b - a) / step)) + 1)), offset, edge)

    def strip(self, a: float, b: float, low: tuple[float, float], high: tuple[float, float]) -> Floats:
        """The outline of a strip of road between two lines, each given as (offset, edge)."""
        return np.vstack([self.run(a, b, *low), self.run(a, b, *high)[::-1]])

    def heading(self, s: float) -> float:
        """The driver's direction in degrees, 0 to the right of the sheet, clockwise."""
        x, y = self.tangent[round((s % self.length) * PER_SPACE) % len(self.points)]
        return float(np.degrees(np.arctan2(y, x)))

    def half_at(self, s: float) -> float:
        return float(self._near(self.half, np.array([s]))[0])

    def outside(self, s: float) -> int:
        """+1 if the outside of the bend around s is on the driver's right, else -1."""
        i, span = int(s * PER_SPACE), int(2.5 * PER_SPACE)
        return -1 if float(np.take(self.bend, range(i - span, i + span), mode="wrap").sum()) > 0 else 1

    def tightest(self) -> float:
        """The smallest radius, in lanes."""
        return float(1 / max(np.abs(curvature(self.points)).max(), 1e-9) / self.lane)

    def nearest_stretch(self) -> float:
        """How near two stretches of road come that are no neighbours and do not cross, in lanes."""
        near = int(4.5 * LANE / SPACE * PER_SPACE)
        gaps = [
            float(np.hypot(*(self.points[j] - self.points[i]).T).min())
            for i, j in _others(len(self.points), near, self.crossings, self.length)
        ]
        return min(gaps, default=1e9) / self.lane


def _others(count: int, near: int, crossings: Sequence[Crossing], length: int) -> list[tuple[int, NDArray[np.intp]]]:
    """For each sample, the later samples that are neither neighbours nor its partners at a crossing."""
    index = np.arange(count)
    rows: list[tuple[int, NDArray[np.intp]]] = []
    for i in range(count):
        along = index - i
        allowed = (along > near) & (count - along > near)
        for crossing in crossings:
            for mine, theirs in ((crossing.above, crossing.below), (crossing.below, crossing.above)):
                if away(i / PER_SPACE, mine, length) < (8 if mine == crossing.above else 5.5):
                    reach = 8 if theirs == crossing.above else 5.5
                    allowed &= np.abs((index / PER_SPACE - theirs + length / 2) % length - length / 2) >= reach
        if allowed.any():
            rows.append((i, np.flatnonzero(allowed)))
    return rows


def away(a: float, b: float, length: int) -> float:
    """How far two places of the lap are apart, the shorter way round."""
    return abs((a - b + length / 2) % length - length / 2)
