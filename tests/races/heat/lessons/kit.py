"""A lesson driven on the engine, decision by decision, by a driver who does what a rule says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.heat import Choice, State
from engine.heat.events import Event
from engine.heat.race import Race
from engine.kernel.chance import Seed
from engine.kernel.commands import command_for
from engine.kernel.game import Step as EngineStep
from races.heat.lessons.lesson import Lesson
from races.heat.lessons.progress import Progress, followed

NAMES = ("Ada", "Legend Blue")


@dataclass(frozen=True)
class Decision:
    """What the coach said, in which state, and what the engine made of the choice."""

    at: Progress
    before: State
    choice: Choice
    events: tuple[Event, ...]
    after: State


def drive(lesson: Lesson, seed: Seed, choose: Callable[[Progress], Choice]) -> Iterator[Decision]:
    game = lesson.game
    race = Race(game, lesson.setup, seed)
    states = [race.state]
    while waiting := game.awaiting(race.state):
        *_before, at = followed(lesson.topics, game, states)
        choice, before = choose(at), race.state
        done = race.submit(command_for(waiting[0], choice))
        assert isinstance(done, EngineStep), done
        states.append(race.state)
        yield Decision(at, before, choice, done.events, race.state)
