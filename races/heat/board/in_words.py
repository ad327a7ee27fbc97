"""The board in words, for drivers and spectators who do not see it: where each car is, whom it is beside and behind,
and what comes next."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from engine.heat import View
from engine.heat.views import CarView
from races.heat.board import field, kept
from races.heat.counts import names
from races.heat.scene import HeatScene

IN_SIGHT = 20
"""Spaces; a car that is farther ahead is not named."""


class CarInWords(Struct, frozen=True):
    """A car: the seat, and what is told of it, sentence by sentence."""

    seat: int
    sentences: tuple[str, ...]


@kept.once_for(kept.places)
def cars(scene: HeatScene) -> tuple[CarInWords, ...]:
    """The cars in the order of the race."""
    view = scene.view(None)
    nearest = {one.seat: one for one in field.nearest(scene)}
    found = []
    for seat in view.ranking:
        car = view.cars[seat]
        told = [_where(scene, view, car)]
        if car.status == "racing":
            if (ahead := nearest.get(seat)) is not None:
                told.append(_next(ahead))
            told += _company(scene, view, car)
        found.append(CarInWords(seat, tuple(told)))
    return tuple(found)


def _where(scene: HeatScene, view: View, car: CarView) -> str:
    """Space, lane and lap; behind the start line the way to it."""
    values = {"name": scene.seats[car.seat].name, "place": car.place, "space": car.space, "lane": car.lane}
    if car.status == "home":
        return _("%(name)s is home, in place %(place)s.") % values
    if car.status == "retired":
        return _("%(name)s has retired.") % values
    course = scene.game.course
    in_race_lane = car.lane == course.race_lane[car.space]
    if car.at < 0:
        text = (
            ngettext(
                "%(name)s, on the grid, %(n)s space before the line, race lane.",
                "%(name)s, on the grid, %(n)s spaces before the line, race lane.",
                -car.at,
            )
            if in_race_lane
            else ngettext(
                "%(name)s, on the grid, %(n)s space before the line, lane %(lane)s.",
                "%(name)s, on the grid, %(n)s spaces before the line, lane %(lane)s.",
                -car.at,
            )
        )
        return text % {**values, "n": -car.at}
    text = (
        _("%(name)s, space %(space)s, race lane, lap %(lap)s of %(laps)s.")
        if in_race_lane
        else _("%(name)s, space %(space)s, lane %(lane)s, lap %(lap)s of %(laps)s.")
    )
    return text % {**values, "lap": min(car.lap + 1, view.setup.laps), "laps": view.setup.laps}


def _next(ahead: field.Ahead) -> str:
    """What comes next on the road."""
    values = {"n": ahead.distance, "letter": ahead.letter, "limit": ahead.limit}
    text = (
        ngettext(
            "%(n)s space before corner %(letter)s, limit %(limit)s.",
            "%(n)s spaces before corner %(letter)s, limit %(limit)s.",
            ahead.distance,
        )
        if ahead.letter
        else ngettext("%(n)s space before the finish.", "%(n)s spaces before the finish.", ahead.distance)
    )
    return text % values


def _company(scene: HeatScene, view: View, car: CarView) -> Iterator[str]:
    """The cars on the same space, and on the nearest space ahead, whatever lap they are in."""
    length = scene.game.course.length
    by_way: dict[int, list[str]] = {}
    for other in view.cars:
        if other.seat != car.seat and other.status == "racing":
            by_way.setdefault((other.space - car.space) % length, []).append(scene.seats[other.seat].name)
    if beside := by_way.pop(0, None):
        yield _("Beside %(names)s.") % {"names": names(beside)}
    way = min(by_way, default=IN_SIGHT + 1)
    if way <= IN_SIGHT:
        text = ngettext("%(n)s space behind %(names)s.", "%(n)s spaces behind %(names)s.", way)
        yield text % {"n": way, "names": names(by_way[way])}
