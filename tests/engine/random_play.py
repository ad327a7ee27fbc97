"""A game given to the laws of `tests/engine/contract.py`, and the random play of it that they look at."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from engine.kernel import (
    AnyView,
    Command,
    End,
    Game,
    Refusal,
    Retire,
    Seed,
    StandIn,
    Step,
    Withdrawal,
    command_for,
    fold,
)

Setup = TypeVar("Setup")
State = TypeVar("State")
Event = TypeVar("Event")
Choice = TypeVar("Choice")
View = TypeVar("View", bound=AnyView)

STEPS = 800
"""After so many commands a game is ended, so that a test stays short."""


class Subject(ABC, Generic[Setup, State, Event, Choice, View]):
    """A game that is about to be played, and what the kit cannot know of it."""

    game: Game[Setup, State, Event, Choice, View]
    setup: Setup
    seed: Seed
    seats: int
    dice: int
    """What the random seats and the samples of the laws are drawn from."""

    probes: tuple[Choice, ...] = ()
    """Choices of every kind, most of them illegal most of the time."""
    thrift: int = 1
    """How much rarer the samples of the laws are than they would be."""

    @abstractmethod
    def another(self) -> Game[Setup, State, Event, Choice, View]:
        """Another instance of the game, on the same content."""

    @abstractmethod
    def redealt(self, state: State, viewer: int | None, dice: Random) -> State:
        """The game with everything drawn anew that the viewer cannot know.

        It must not go by the view: what a view shows by mistake would stay as it is, and never be found.
        """

    @abstractmethod
    def read_command(self, data: bytes) -> Command[Choice] | Refusal:
        """A command from the wire."""

    @abstractmethod
    def read_events(self, data: bytes) -> tuple[Event, ...]:
        """The stored events of one entry."""

    @abstractmethod
    def read_view(self, data: bytes) -> View:
        """A view from the wire."""

    def is_drastic(self, choice: Choice) -> bool:
        """Whether random seats seldom choose this, because it would end most games early."""
        return False


AnySubject: TypeAlias = Subject[Any, Any, Any, Any, Any]
"""A subject of any game: the laws hand its values on."""


class Move(Struct, Generic[State, Event, Choice], frozen=True):
    """One command of a game: the states around it and the events between. The first has no command: the start."""

    before: State
    command: Command[Choice] | None
    events: tuple[Event, ...]
    state: State


AnyMove: TypeAlias = Move[Any, Any, Any]
Moves: TypeAlias = Sequence[AnyMove]


def standing(subject: AnySubject, state: Any) -> list[int]:
    """The seats whose answer can be taken back."""
    game = subject.game
    asked = {question.seat for question in game.awaiting(state)}
    return [seat for seat in range(subject.seats) if seat not in asked and len(game.legal(state, seat))]


def next_command(
    subject: Subject[Setup, State, Event, Choice, View], state: State, dice: Random, trouble: float
) -> Command[Choice]:
    """What happens next: nearly always an answer, now and then a stand-in, a withdrawal, or the host's command."""
    game = subject.game
    chance = dice.random()
    if chance < trouble * 0.01:
        return End()
    if chance < trouble * 0.06:
        leaving = [seat for seat in range(subject.seats) if isinstance(game.decide(state, Retire(seat)), Step)]
        if leaving:
            return Retire(dice.choice(leaving))
    question = dice.choice(game.awaiting(state))
    if chance < trouble:
        return StandIn(question, "away")
    if dice.random() < trouble and (seats := standing(subject, state)):
        seat = dice.choice(seats)
        return command_for(game.question(state, seat), game.legal(state, seat)[0])
    choices = game.legal(state, question.seat)
    choice = choices[dice.randrange(len(choices))]
    if not isinstance(choice, Withdrawal) and subject.is_drastic(choice) and (not trouble or dice.random() < 0.95):
        choice = choices[0]
    return command_for(question, choice)


def drive(
    subject: Subject[Setup, State, Event, Choice, View], steps: int = STEPS, trouble: float = 0.05
) -> Iterator[Move[State, Event, Choice]]:
    """A game of random seats, command by command, to its end (that of the step budget at the latest)."""
    dice = Random(subject.dice)
    game = subject.game
    events = game.start(subject.setup, subject.seed)
    state = fold(game, events)
    yield Move(state, None, events, state)
    for number in range(steps):
        if not game.awaiting(state):
            return
        command: Command[Choice] = next_command(subject, state, dice, trouble) if number < steps - 1 else End()
        step = game.decide(state, command)
        assert isinstance(step, Step), (command, step)
        yield Move(state, command, step.events, step.state)
        state = step.state


def viewers(subject: AnySubject) -> tuple[int | None, ...]:
    return (None, *range(subject.seats))


def sampled(subject: AnySubject, moves: Moves, rate: int) -> Iterator[AnyMove]:
    """The first and the last move, and about one of so many of the others."""
    dice = Random(subject.dice)
    for number, move in enumerate(moves):
        if number in {0, len(moves) - 1} or dice.randrange(rate * subject.thrift) == 0:
            yield move
