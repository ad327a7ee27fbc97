"""The contract of a game: what a table needs to know of it, and nothing about any one game."""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from engine.kernel.chance import Seed
from engine.kernel.commands import Question, Withdrawal
from engine.kernel.refusals import Refusal

State = TypeVar("State")
Event = TypeVar("Event")
Setup_contra = TypeVar("Setup_contra", contravariant=True)
View = TypeVar("View")
Choice = TypeVar("Choice")


class Step(Struct, Generic[State, Event], frozen=True):
    """What a command led to: the events in order, and the state that they fold to."""

    events: tuple[Event, ...]
    state: State


class Game(Protocol[Setup_contra, State, Event, Choice, View]):
    """One game, bound to its content once. States, commands and events are frozen values.

    Only `start` and `decide` draw chance, and only `decide` judges. Every other method is a question: it changes
    nothing, and asked twice it answers the same.
    """

    name: str

    def start(self, setup: Setup_contra, seed: Seed) -> tuple[Event, ...]:
        """The events that open a game. Raises `Broken` for a set-up that cannot be played."""

    def decide(self, state: State, command: Any) -> Step[State, Event] | Refusal:
        """Carry a command out, with everything that follows from it, or say why not."""

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after one more event. The first event makes the first state."""

    def awaiting(self, state: State) -> tuple[Question, ...]:
        """The open questions: who must act now. Empty when the game is over, never before."""

    def legal(self, state: State, seat: int) -> Sequence[Choice | Withdrawal]:
        """What the seat may choose now, in a fixed order. Empty for a seat that may not act."""

    def view(self, state: State, seat: int | None) -> View:
        """What a seat may know of a state; `None` is a spectator."""

    def see(self, event: Event, seat: int | None) -> Any:
        """An event as a seat may know it; `None` is a spectator."""

    def explain(self, view: View, choice: Choice) -> Any:
        """What a choice costs and may lead to, or why it is refused: from the view alone."""

    def imagine(self, view: View, chance: Seed) -> State:
        """A whole state that fits the view, with everything unknown drawn by `chance`."""

    def problems(self, state: State) -> tuple[str, ...]:
        """The broken invariants of a state, by name. A healthy game has none."""
