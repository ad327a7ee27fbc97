"""The road as lines of text: a column a space, a row a lane, corner lines with their limits."""

from collections.abc import Sequence

from engine.heat import Heat, View
from engine.heat.course import Course
from engine.heat.roads import Roads

WIDTH = 60
"""Spaces a line."""


def road(game: Heat, view: View, names: Sequence[str]) -> str:
    """The whole track from the start line on, with each car by a letter of its driver's name."""
    course = game.course
    roads = game.roads(view.weather, view.tokens)
    letters = letters_of(names)
    cars: dict[tuple[int, int], str] = {
        (car.space, car.lane): letters[car.seat] for car in view.cars if car.status == "racing"
    }
    lines = []
    for first in range(0, course.length, WIDTH):
        spaces = range(first, min(first + WIDTH, course.length))
        lines.append(f"{first:>4} " + "".join(_edge(course, roads, space) for space in spaces))
        for lane in range(1, max(course.lanes[space] for space in spaces) + 1):
            row = "".join(_line(course, space) + _spot(course, space, lane, cars) for space in spaces)
            lines.append("     " + row)
    lines += conditions(game, view)
    standing = [view.cars[seat] for seat in view.ranking]
    for place, car in enumerate(standing, start=1):
        ahead = course.to_line[car.space]
        limit = roads.limit(car.at + ahead)
        where = "on the grid" if car.lap < 0 else f"lap {car.lap + 1}, space {car.space:>3}"
        engine = "" if car.legend else f", gear {car.gear}, {car.engine} Heat"
        lines.append(
            f"{place:>4} {letters[car.seat]} {names[car.seat]:<18} {where}{engine}, corner in {ahead} (limit {limit})"
            + (" – retired" if car.status == "retired" else "")
        )
    return "\n".join(lines)


def letters_of(names: Sequence[str]) -> list[str]:
    """A letter for each car: the first of its name that no other has yet, else a digit."""
    letters: list[str] = []
    for number, name in enumerate(names):
        free = (letter for letter in name if letter.isalpha() and letter not in letters)
        letters.append(next(free, str(number % 10)))
    return letters


def conditions(game: Heat, view: View) -> list[str]:
    """The weather and the road tokens in a line, if there are any."""
    roads, corners = game.roads(view.weather, view.tokens), game.course.corners
    signs = [f"weather {view.weather}"] if view.weather else []
    for line, token in zip(game.course.token_lines, view.tokens, strict=False):
        was, now = corners[line].limit, roads.limit(line)
        signs.append(f"{line}: {token.replace('_', ' ')}" + (f" ({was} → {now})" if was != now else ""))
    return ["     " + " · ".join(signs)] if signs else []


def _edge(course: Course, roads: Roads, space: int) -> str:
    """Above a space: the limit over its corner line, as tokens have changed it; else nothing."""
    return f"{roads.limit(space):<2}" if space in course.corners else " "


def _line(course: Course, space: int) -> str:
    return "|" if space in course.corners else ""


def _spot(course: Course, space: int, lane: int, cars: dict[tuple[int, int], str]) -> str:
    if lane > course.lanes[space]:
        return " "
    if letter := cars.get((space, lane)):
        return letter
    return "~" if (space, lane) in course.flooded else "=" if (space, lane) in course.tunnel else "."
