"""Where a driver is in a lesson.

What has been taught follows from the questions that the driver was asked before. Nothing of it is stored: a page that
is loaded again, another browser of the same visitor and another process find the same step.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.heat import Heat, State
from engine.kernel.commands import Question
from engine.kernel.seats import Seat
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import LEARNER, Step, Topic

AT_FIRST, AT_ONCE = 5, 3
"""So many topics at most come up in the first question of a race, and in each later one."""


def steps(topics: Sequence[Topic], learner: Learner, taught: frozenset[str]) -> tuple[Step, ...]:
    """What is taught in this moment to a driver who has been taught so much."""
    if len(learner.offered) < 2:
        return ()  # it is answered by itself in a moment
    known = set(taught)
    found: list[Step] = []
    for topic in topics:
        fits = topic.name not in known and learner.view.phase in topic.phases and known.issuperset(topic.after)
        if fits and len(found) < (AT_ONCE if taught else AT_FIRST) and topic.due(learner):
            found.append(Step(topic, topic.numbers(learner)))
            known.add(topic.name)
    return tuple(found)


@dataclass(frozen=True)
class Progress:
    """Where a driver is in the lesson: the question that is open, what it teaches, what was taught before."""

    question: Question | None = None
    steps: tuple[Step, ...] = ()
    taught: tuple[str, ...] = ()
    learner: Learner | None = None

    @property
    def known(self) -> frozenset[str]:
        """The topics of this moment and of all before it."""
        return frozenset((*self.taught, *(step.topic.name for step in self.steps)))


def followed(topics: Sequence[Topic], game: Heat, states: Iterable[State], seat: Seat = LEARNER) -> Iterator[Progress]:
    """A race from its first state on, question by question of one driver, and what stands between them."""
    at = Progress()
    yield at
    for state in states:
        question = next((one for one in game.awaiting(state) if one.seat == seat), None)
        if question == at.question:
            continue
        taught = (*at.taught, *(step.topic.name for step in at.steps))
        if question is None:
            at = Progress(taught=taught)
        else:
            learner = Learner(game, game.view(state, seat))
            at = Progress(question, steps(topics, learner, frozenset(taught)), taught, learner)
        yield at
