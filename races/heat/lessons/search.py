"""The seed of a lesson: the number under which everything comes up that the lesson teaches.

`manage.py find_lessons` finds it again: for a lesson that was changed, or an engine that draws otherwise.
"""

from collections.abc import Iterator
from itertools import pairwise

from engine.heat import State
from engine.heat.race import Race
from engine.kernel.chance import Seed
from engine.kernel.commands import command_for
from engine.kernel.game import Step
from engine.kernel.records import fold
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import LEARNER, Lesson, seed_of
from races.heat.lessons.progress import followed

MOST = 20_000
"""So many seeds are tried."""


def driven_as_told(lesson: Lesson, seed: Seed) -> Race:
    """The race of a driver who does what the coach says."""
    game = lesson.game
    race = Race(game, lesson.setup, seed)
    while waiting := game.awaiting(race.state):
        learner = Learner(game, game.view(race.state, LEARNER))
        done = race.submit(command_for(waiting[0], learner.hint.choice))
        assert isinstance(done, Step), f"the coach said what is refused: {done}"
    return race


def states(race: Race) -> Iterator[State]:
    """The state after each entry of a race."""
    state: State | None = None
    for entry in race.entries:
        state = fold(race.game, entry.events, state)
        yield state


def teaches(lesson: Lesson, race: Race) -> bool:
    """Whether a driver who followed the hints was taught everything, in good order and in time."""
    if race.state.round > lesson.rounds or not lesson.shows(race):
        return False
    *_before, last = followed(lesson.topics, race.game, states(race))
    taught = last.taught
    if len(taught) != len(lesson.topics):
        return False
    return all(taught.index(first) < taught.index(then) for first, then in pairwise(lesson.in_order))


def found(lesson: Lesson, most: int = MOST) -> int:
    """The first number under which everything comes up. Raises `LookupError` if there is none."""
    for number in range(most):
        if teaches(lesson, driven_as_told(lesson, seed_of(lesson.name, number))):
            return number
    raise LookupError(f"no seed teaches all of the lesson “{lesson.name}”")
