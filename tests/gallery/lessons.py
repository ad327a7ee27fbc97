"""Lessons that stand where a picture is taken: driven as the coach says, up to the moment of a topic."""

from functools import cache

from engine.heat import Heat, State
from engine.heat.race import Race
from races import models
from races.heat.lessons import begin
from races.heat.lessons.course import LEARNER, SEED, TRACK, driven_as_told, states
from races.heat.lessons.topics import followed
from races.heat.table_game import heat_of
from tests.gallery import positions
from tests.races.factories import deck_version, track_version

MOMENTS = ("aim", "movement", "corner", "cooldown", "slipstream", "boost", "discard")
"""Topics that between them meet every kind of question but that of the cards, which follows from a gear."""


def begun(visitor: str = positions.ME) -> models.Race:
    """A lesson in its first question."""
    deck_version()
    return begin.begin(visitor, "Ada", track_version(TRACK))


@cache
def _driven(digest: str) -> tuple[Race, tuple[State, ...]]:
    game: Heat = heat_of(digest).game
    race = driven_as_told(game, SEED)
    return race, tuple(states(race))


def stand(topic: str = "", visitor: str = positions.ME) -> models.Race:
    """A lesson in the moment in which this topic is taught; without one, at its end."""
    row = begun(visitor)
    race, found = _driven(row.content_id)
    number = len(found) - 1
    if topic:
        lesson = followed(race.game, found, LEARNER)
        question = next(at.question for at in lesson if topic in {step.topic.name for step in at.steps})
        number = next(at for at, state in enumerate(found) if question in race.game.awaiting(state))
    positions.write(row, race, 1, number)
    return positions.stands(row, race.game, found[number], number)
