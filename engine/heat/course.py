"""The track as the cars drive it: fast tables, corner lines ahead, free lanes, and where a move comes to rest."""

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

from engine.heat.tracks import Corner, Track
from engine.heat.units import Distance, Lane, Space

NO_LANE = Lane(0)


class Placed(Protocol):
    """A car as far as its place goes: in a state, or in a view."""

    @property
    def at(self) -> Distance: ...
    @property
    def lane(self) -> Lane: ...
    @property
    def status(self) -> str: ...


class Course:
    """Look-up tables over one track. Distances are counted from the start line of the first lap (see `Car.at`)."""

    def __init__(self, track: Track) -> None:
        spaces = range(track.length)
        self.length = track.length
        self.corners: dict[int, Corner] = {corner.line: corner for corner in track.corners}
        self.lanes = tuple(track.lanes_at(space) for space in spaces)
        self.race_lane = tuple(Lane(track.race_lane(space)) for space in spaces)
        lines = sorted(self.corners)
        self.to_line = tuple(
            next((line for line in lines if line > space), lines[0] + track.length) - space for space in spaces
        )
        """From each space, how far on the next corner line lies (1: right before it)."""
        self.sector = tuple(track.sector(space) for space in spaces)
        """The sector of each space, named after the line of the corner behind it."""
        self.token_lines = tuple(line for line in lines if not any(c.chicane_of == line for c in track.corners))
        """Where road tokens lie: one for each corner, a chicane's at its second line."""
        self.flooded = frozenset((spot.space, spot.lane) for spot in track.flooded)
        self.tunnel = frozenset((spot.space, spot.lane) for spot in track.tunnel)

    def chicane_lines(self, line: int) -> tuple[int, ...]:
        """The lines of a corner: its own, and the first of a chicane."""
        first = self.corners[line].chicane_of
        return (line,) if first is None else (first, line)

    def space(self, at: int) -> Space:
        return Space(at % self.length)

    def lap(self, at: int) -> int:
        """The lap counter: -1 on the grid, 0 in the first lap."""
        return at // self.length

    def laps_done(self, at: int) -> int:
        return max(0, at // self.length)

    def is_flooded(self, at: int, lane: int) -> bool:
        return bool(self.flooded) and (at % self.length, lane) in self.flooded

    def is_tunnel(self, at: int, lane: int) -> bool:
        return bool(self.tunnel) and (at % self.length, lane) in self.tunnel

    def corner(self, line: int) -> Corner:
        """The corner of a line that is given as a distance."""
        return self.corners[line % self.length]

    def lines(self, start: int, end: int, goal: int) -> Iterator[Distance]:
        """The corner lines that a car crosses from `start` to `end`, as distances; none beyond the goal."""
        to_line, length = self.to_line, self.length
        line = start + to_line[start % length]
        while line <= end and line < goal:
            yield Distance(line)
            line += to_line[line % length]

    def rank(self, car: Placed) -> tuple[int, bool, int]:
        """Sorts cars from the furthest ahead: distance, then the lane of the race line, then the other lanes."""
        return -car.at, car.lane != self.race_lane[car.at % self.length], car.lane

    def free_lane(self, cars: Sequence[Placed], at: int, mover: Placed) -> Lane:
        """The lane that a car would take in a space: the race line's if it is free, else another; 0 if it is full.

        The mover's own spot counts as free.
        """
        space = at % self.length
        taken = [
            car.lane for car in cars if car.status == "racing" and car.at % self.length == space and car is not mover
        ]
        race_lane = self.race_lane[space]
        if race_lane not in taken:
            return race_lane
        return next((Lane(lane) for lane in range(1, self.lanes[space] + 1) if lane not in taken), NO_LANE)

    def landing(
        self, cars: Sequence[Placed], mover: Placed, distance: int, blocked: Literal["ahead", "back"]
    ) -> tuple[Distance, Lane]:
        """Where a move of so many spaces comes to rest, and in which lane. With nowhere to go the car stays."""
        if distance <= 0:
            return mover.at, mover.lane
        target = mover.at + distance
        if blocked == "ahead":
            own = target + self.length - distance % self.length  # stop before the own space, a lap on
            for at in range(target, own):
                if lane := self.free_lane(cars, at, mover):
                    return Distance(at), lane
        else:
            for at in range(target, mover.at, -1):
                if lane := self.free_lane(cars, at, mover):
                    return Distance(at), lane
        return mover.at, mover.lane

    def back_before(self, cars: Sequence[Placed], mover: Placed, line: int) -> tuple[Distance, Lane]:
        """The nearest spot behind a corner line, for a car that is sent back: as far back as it must."""
        for at in range(line - 1, line - 1 - self.length, -1):
            if lane := self.free_lane(cars, at, mover):
                return Distance(at), lane
        return mover.at, mover.lane
