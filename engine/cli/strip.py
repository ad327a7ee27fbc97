"""The road as lines of text: a column a space, a row a lane, corner lines with their limits."""

from collections.abc import Sequence

from engine.heat import View
from engine.heat.course import Course

WIDTH = 60
"""Spaces a line."""


def road(view: View, course: Course, names: Sequence[str]) -> str:
    """The whole track from the start line on, with each car by the first letter of its driver's name."""
    cars = {(car.space, car.lane): names[car.seat][0] for car in view.cars if car.status == "racing"}
    lines = []
    for first in range(0, course.length, WIDTH):
        spaces = range(first, min(first + WIDTH, course.length))
        lines.append(f"{first:>4} " + "".join(_edge(course, space) for space in spaces))
        for lane in range(1, max(course.lanes[space] for space in spaces) + 1):
            row = "".join(_line(course, space) + _spot(course, space, lane, cars) for space in spaces)
            lines.append("     " + row)
    standing = [view.cars[seat] for seat in view.ranking]
    for place, car in enumerate(standing, start=1):
        ahead = course.to_line[car.space]
        corner = course.corner(car.at + ahead)
        lines.append(
            f"{place:>4} {names[car.seat]:<18} lap {max(1, car.lap + 1)}, space {car.space:>3}, gear {car.gear}, "
            f"{car.engine} Heat, corner in {ahead} (limit {corner.limit})"
            + (" – retired" if car.status == "retired" else "")
        )
    return "\n".join(lines)


def _edge(course: Course, space: int) -> str:
    """Above a space: the limit over its corner line, else nothing."""
    corner = course.corners.get(space)
    return f"{corner.limit:<2}" if corner else " "


def _line(course: Course, space: int) -> str:
    return "|" if space in course.corners else ""


def _spot(course: Course, space: int, lane: int, cars: dict[tuple[int, int], str]) -> str:
    if lane > course.lanes[space]:
        return " "
    if letter := cars.get((space, lane)):
        return letter
    return "~" if (space, lane) in course.flooded else "=" if (space, lane) in course.tunnel else "."
