"""The sheet of one circuit while it is drawn: the road on it, and the places that are taken already."""

import math
from functools import cached_property
from random import Random

import numpy as np
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from engine.heat.tracks import Track
from races.heat.circuit_art.geometry import Floats, Line
from races.heat.circuit_art.themes import THEMES, Theme, theme_of

MARGIN = 120.0  # paper around the road that belongs to the picture
FAR = 1600.0  # the land goes on so far beyond the sheet, for stages of any shape


class Sheet:
    """Layers are drawn one after another; each takes the places that later ones must leave alone."""

    def __init__(self, track: Track, line: Line) -> None:
        self.track = track
        self.line = line
        self.lane = line.lane
        self.width, self.height = (float(size) for size in line.points.max(0))
        self.theme: Theme = THEMES[theme_of(track)]
        self.chance = Random(track.id)  # noqa: S311 – where trees stand is no secret, and the same for ever
        self.taken: list[tuple[float, float, float]] = []  # discs: x, y, radius
        self.crowd: list[tuple[float, float]] = []  # where the grandstand is
        self.sea: BaseGeometry | None = None
        self.title: BaseGeometry | None = None
        self.lines = [corner.line for corner in track.corners]
        self.widest = float(line.half.max())

    @cached_property
    def road(self) -> BaseGeometry:
        return Polygon(self.line.points).exterior.buffer(self.lane * (self.widest + 0.02))

    @cached_property
    def infield(self) -> BaseGeometry:
        return Polygon(self.line.points).buffer(0)

    def room(self, x: float, y: float) -> float:
        """How far a place is from the road's edge; negative on the road."""
        return float(self.rooms(np.array([[x, y]]))[0])

    def rooms(self, places: Floats) -> Floats:
        points = self.line.points
        out = np.empty(len(places))
        for low in range(0, len(places), 512):
            block = places[low : low + 512]
            across, down = block[:, :1] - points[None, :, 0], block[:, 1:] - points[None, :, 1]
            out[low : low + 512] = np.sqrt((across * across + down * down).min(1))
        return np.asarray(out - self.lane * self.widest)

    def is_free(self, x: float, y: float, radius: float) -> bool:
        return self.leaves_alone(x, y, radius) and self.room(x, y) > radius

    def leaves_alone(self, x: float, y: float, radius: float) -> bool:
        """Nothing that was drawn before stands there."""
        return all(math.hypot(x - a, y - b) > radius + r for a, b, r in self.taken)

    def on_land(self, x: float, y: float, radius: float) -> bool:
        return self.sea is None or not self.sea.intersects(Point(x, y).buffer(radius))

    def race_offset(self, space: int) -> float:
        """Where the race line runs in a space."""
        return self.offset(space, self.track.race_lane(space % self.track.length))

    def offset(self, space: int, lane: int) -> float:
        """The middle of a lane in a space; where the road is narrower, of the last lane that is there."""
        return lane_offset(self.track, self.line, space, lane)


def lane_offset(track: Track, line: Line, space: int, lane: int) -> float:
    lanes = track.lanes_at(space % track.length)
    return line.right * ((lanes + 1) / 2 - min(lane, lanes))
