"""Water, tunnels and chicanes where they bite: what a driver reads of them before choosing, with how far they are."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat import View
from engine.heat.bound import Bound
from engine.heat.course import Course
from engine.heat.views import CarView

FAR = 20
"""Spaces; what lies farther ahead does not matter to this turn."""


def told(bound: Bound, view: View, car: CarView) -> list[str]:
    """What holds where the car stands, and what comes within reach."""
    course = bound.course
    if car.status != "racing" or view.ended or not view.round:
        return []
    return [*_water(course, car), *_tunnel(course, car), *_chicane(course, car)]


def at(course: Course, place: int, lane: int) -> str:
    """What holds for a car that comes to rest there, as a sentence; empty on a plain space."""
    if course.is_flooded(place, lane):
        return _("It is flooded there.")
    if course.is_tunnel(place, lane):
        return _("It is in the tunnel.")
    return ""


def _water(course: Course, car: CarView) -> list[str]:
    if course.is_flooded(car.at, car.lane):
        if car.gear > 1:
            return [_("You stand in water: shifting down costs 1 Heat more.")]
        return [_("You stand in water, which is no matter in 1st gear.")]
    if far := _first(course.flooded, course, car):
        text = ngettext(
            "Water %(n)s space ahead: who stops there pays 1 Heat more to shift down.",
            "Water %(n)s spaces ahead: who stops there pays 1 Heat more to shift down.",
            far,
        )
        return [text % {"n": far}]
    return []


def _tunnel(course: Course, car: CarView) -> list[str]:
    if course.is_tunnel(car.at, car.lane):
        out = next(n for n in range(1, course.length + 1) if not course.is_tunnel(car.at + n, car.lane))
        text = ngettext(
            "In the tunnel, %(n)s space to its end: nothing can be thrown away.",
            "In the tunnel, %(n)s spaces to its end: nothing can be thrown away.",
            out,
        )
        return [text % {"n": out}]
    if far := _first(course.tunnel, course, car):
        text = ngettext(
            "Tunnel %(n)s space ahead: who stops in it throws nothing away.",
            "Tunnel %(n)s spaces ahead: who stops in it throws nothing away.",
            far,
        )
        return [text % {"n": far}]
    return []


def _chicane(course: Course, car: CarView) -> list[str]:
    """Of the corner that comes next, if it has two lines and neither is behind the car."""
    line = (car.at + course.to_line[course.space(car.at)]) % course.length
    second = next((one for one in course.corners.values() if one.chicane_of == line), None)
    if second is None:
        return []
    far = (second.line - line) % course.length
    text = ngettext(
        "Chicane ahead: two lines, %(n)s space apart, each with its own limit.",
        "Chicane ahead: two lines, %(n)s spaces apart, each with its own limit.",
        far,
    )
    return [text % {"n": far}]


def _first(spots: frozenset[tuple[int, int]], course: Course, car: CarView) -> int:
    """How far ahead the first of some spots is; 0 if none is in reach."""
    spaces = {space for space, _lane in spots}
    return next((n for n in range(1, FAR + 1) if (car.at + n) % course.length in spaces), 0) if spaces else 0
