"""All lessons, in the order in which the page of lessons has them. A new one is a module here, and a line below."""

from collections.abc import Mapping
from types import MappingProxyType

from races.heat.lessons.lesson import Lesson, name_in
from races.heat.lessons.taught import first, garage, places, press, react, roads, weather
from races.models import Race

FIRST = first.LESSON
_IN_ORDER = (
    FIRST,
    garage.LESSON,
    react.LESSON,
    weather.LESSON,
    roads.LESSON,
    press.LESSON,
    places.LESSON,
)
LESSONS: Mapping[str, Lesson] = MappingProxyType({lesson.name: lesson for lesson in _IN_ORDER})
"""By name."""


def lesson_of(race: Race) -> Lesson | None:
    """The lesson that a race is, if it is one: its seed says so. A record that was opened is none."""
    name = None if race.game != "heat" or race.opened else name_in(race.seed)
    return None if name is None else LESSONS.get(name or FIRST.name)
