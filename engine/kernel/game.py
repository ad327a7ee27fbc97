"""The contract of a game: what a table needs to know of it, and nothing about any one game."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from engine.kernel.chance import Seed
from engine.kernel.commands import Command, Question, Withdrawal
from engine.kernel.refusals import Refusal


class AnyView(Protocol):
    """What every game's view has, so that parts which know no game can say how far a game is."""

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""

    @property
    def phase(self) -> str:
        """The phase of the open questions; empty when there are none."""

    @property
    def ended(self) -> str:
        """Why the game is over; empty while it is on."""


State = TypeVar("State")
Event = TypeVar("Event")
Setup_contra = TypeVar("Setup_contra", contravariant=True)
View = TypeVar("View", bound=AnyView)
Choice = TypeVar("Choice")


class Step(Struct, Generic[State, Event], frozen=True):
    """What a command led to: the events in order, and the state that they fold to."""

    events: tuple[Event, ...]
    state: State


class Game(Protocol[Setup_contra, State, Event, Choice, View]):
    """One game, bound to its content once. States, commands and events are frozen values.

    Only `start` and `decide` draw chance, and only `decide` judges. Every other method is a question: it changes
    nothing, and asked twice it answers the same.

    Whether a seat is asked follows from public facts. A game that asked a seat only if its hand held an answer
    would tell by the question, by its clock and by the pause before the next one what is in that hand. So `awaiting`
    stays the same when all that a spectator cannot know is dealt anew, and a seat that turns out to have nothing to
    choose is asked all the same, and passes.
    """

    name: str

    def start(self, setup: Setup_contra, seed: Seed) -> tuple[Event, ...]:
        """The events that open a game. Raises `Broken` for a set-up that cannot be played."""

    def decide(self, state: State, command: Command[Choice]) -> Step[State, Event] | Refusal:
        """Carry a command out, with everything that follows from it, or say why not."""

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after one more event. The first event makes the first state."""

    def awaiting(self, state: State) -> tuple[Question, ...]:
        """The open questions: which seats must act now. Empty when the game is over, never before."""

    def question(self, state: State, seat: int) -> Question:
        """The question of a seat that is asked, or whose answer stands and can be taken back."""

    def legal(self, state: State, seat: int) -> Sequence[Choice | Withdrawal]:
        """What the seat may choose now, in a fixed order and each choice once.

        Never empty for a seat that is asked. For a seat whose answer stands it holds a `Withdrawal` while that can be
        taken back; for every other seat it is empty.
        """

    def view(self, state: State, seat: int | None) -> View:
        """What a seat may know of a state; `None` is a spectator."""

    def see(self, event: Event, seat: int | None) -> object:
        """An event as a seat may know it; `None` is a spectator."""

    def explain(self, view: View, choice: Choice) -> object:
        """What a choice costs and may lead to, or why it is refused: from the view alone."""

    def places(self, view: View) -> tuple[int, ...]:
        """The place of each seat, from 1; equal numbers are shared places. While the game is on, as it stands."""

    def imagine(self, view: View, chance: Seed) -> State:
        """A whole state that fits the view, with everything unknown drawn by `chance`."""

    def problems(self, state: State, before: State | None = None) -> tuple[str, ...]:
        """The broken invariants of a state, by name. A healthy game has none.

        `before` is an earlier state without problems. What is the same object in both need not be judged again.
        """

    def encode(self, state: State) -> bytes:
        """The bytes of a state: the same for the same state."""

    def decode(self, data: bytes | str) -> State:
        """Read a state that `encode` wrote. Raises `Broken` for bytes that are no state of this game and content."""
