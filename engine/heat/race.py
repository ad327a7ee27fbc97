"""A race being driven in one process: the state, and the record that grows with every command."""

from engine.heat.content import Content
from engine.heat.events import Event
from engine.heat.game import Command, Heat
from engine.heat.reading import RaceRecord
from engine.heat.state import Setup, State
from engine.kernel.chance import Seed
from engine.kernel.game import Step
from engine.kernel.records import Entry, Record, fold
from engine.kernel.refusals import Refusal


class Race:
    """Starts a race and carries commands out, one after the other. A site with several writers needs more than this."""

    def __init__(self, game: Heat, setup: Setup, seed: Seed, position: State | None = None) -> None:
        """With a position the race goes on from there; its set-up and seed are those of the position."""
        self.game = game
        self.setup = setup
        self.seed = seed
        self.position = position
        self.events: tuple[Event, ...] = game.start(setup, seed) if position is None else ()
        """What the last command led to."""
        self.state: State = fold(game, self.events, position)
        self.entries: list[Entry[Command, Event]] = [Entry(None, self.events)]

    def submit(self, command: Command) -> Step[State, Event] | Refusal:
        step = self.game.decide(self.state, command)
        if isinstance(step, Step):
            self.events, self.state = step.events, step.state
            self.entries.append(Entry(command, step.events))
        return step

    def record(self, engine: str) -> RaceRecord:
        """The record so far, made by this version of the engine."""
        content: Content = self.game.content
        return Record(
            game=self.game.name,
            engine=engine,
            content=content,
            setup=self.setup,
            seed=self.seed,
            entries=tuple(self.entries),
            position=self.position,
        )
