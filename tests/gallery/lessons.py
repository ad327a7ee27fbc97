"""Lessons that stand where a picture is taken: driven as the coach says, up to the moment of a topic."""

from functools import cache

from engine.heat import State
from engine.heat.race import Race
from engine.heat.tracks import write_track
from races import models
from races.heat import catalogue
from races.heat.lessons import begin
from races.heat.lessons.lesson import Lesson
from races.heat.lessons.progress import followed
from races.heat.lessons.search import driven_as_told, states
from races.heat.lessons.taught import FIRST, LESSONS
from tests.gallery import positions

MOMENTS = ("aim", "movement", "price", "cooldown", "slipstream", "boost", "discard")
"""Topics of the first lesson that between them meet every kind of question but that of the cards, which follows from a
gear."""
MOMENTS_OF_MODULES = {
    "garage": ("market", "used"),
    "react": ("mulligan", "order"),
    "weather": ("drawn", "cooling"),
    "roads": ("bill",),
    "press": ("event", "earned"),
    "places": ("tunnel", "chicane"),
}
"""By lesson of a module topics that point at what only it has."""


def circuit(lesson: Lesson) -> models.TrackVersion:
    """The circuit of a lesson, as the fixtures have it."""
    track = lesson.game.content.track
    if version := begin.track(lesson) or models.TrackVersion.objects.filter(track__slug=track.id).first():
        return version
    return catalogue.save_track(track.id, write_track(track).decode())


def begun(visitor: str = positions.ME, lesson: Lesson = FIRST) -> models.Race:
    """A lesson in its first question."""
    return begin.begin(lesson, visitor, "Ada", circuit(lesson))


@cache
def _driven(name: str) -> tuple[Race, tuple[State, ...]]:
    race = driven_as_told(LESSONS[name], LESSONS[name].seed)
    return race, tuple(states(race))


def stand(topic: str = "", visitor: str = positions.ME, lesson: Lesson = FIRST) -> models.Race:
    """A lesson in the moment in which this topic is taught; without one, at its end."""
    if (before := begin.going_on(visitor).get(lesson.name)) is not None:
        before.delete()
    row = begun(visitor, lesson)
    race, found = _driven(lesson.name)
    number = len(found) - 1
    if topic:
        told = followed(lesson.topics, race.game, found)
        question = next(at.question for at in told if topic in {step.topic.name for step in at.steps})
        number = next(at for at, state in enumerate(found) if question in race.game.awaiting(state))
    positions.write(row, race, 1, number)
    return positions.stands(row, race.game, found[number], number)
