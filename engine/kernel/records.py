"""The record of a game: what it was played with, every command, and the events that each led to.

The record is the truth. Folding its events gives every state of the game, for ever; deciding its commands again
with the same engine version must give the same events to the byte. Another version may decide otherwise, so a record
of it is checked by its stored events (`verify_events`).

As a rule a game starts from its set-up and seed. One that goes on from a position, such as a step of another game, has
the state of that position in its record, and no events in its first entry.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.bounds import Entries, Events, Label
from engine.kernel.chance import Seed
from engine.kernel.commands import Command
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import AnyView, Game
from engine.kernel.refusals import Refusal

Content_co = TypeVar("Content_co", covariant=True)
Setup_co = TypeVar("Setup_co", covariant=True)
Command_co = TypeVar("Command_co", covariant=True)
Event_co = TypeVar("Event_co", covariant=True)
State_co = TypeVar("State_co", covariant=True)
Setup = TypeVar("Setup")
State = TypeVar("State")
Event = TypeVar("Event")
Event_contra = TypeVar("Event_contra", contravariant=True)
Choice = TypeVar("Choice")
View = TypeVar("View", bound=AnyView)


class Entry(Struct, Generic[Command_co, Event_co], frozen=True):
    """One command and what came of it. The first entry has no command: it is the start."""

    command: Command_co | None
    events: Events[Event_co]


class Record(
    Struct, Generic[Content_co, Setup_co, Command_co, Event_co, State_co], frozen=True, kw_only=True, omit_defaults=True
):
    """A game as it is kept: engine version, content as it was at the start, set-up, seed, entries."""

    game: Label
    engine: Label
    content: Content_co
    setup: Setup_co
    seed: Seed
    entries: Entries[Entry[Command_co, Event_co]]
    position: State_co | None = None
    """The state from which the game went on; None for one that began with its set-up. What reads a record from outside
    judges it: the kernel knows no more of a state than `problems` tells."""


def encode(value: object) -> bytes:
    """The bytes of a state, an event, a command or a record: canonical JSON, the same for the same value."""
    return msgspec.json.encode(value, order="deterministic")


def decode(decoder: "msgspec.json.Decoder[State]", data: bytes | str, what: str) -> State:
    """Read a value strictly. Whatever the bytes are, the answer is a value or `Broken`."""
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        message, _, place = (str(error) or type(error).__name__).partition(" - at ")
        raise Broken(
            what, (Fault(place.strip("`").removeprefix("$").removeprefix("."), "malformed", message),)
        ) from None


class Folding(Protocol[State, Event_contra]):
    """What folding needs of a game."""

    def evolve(self, state: State | None, event: Event_contra) -> State: ...


def fold(game: Folding[State, Event], events: Iterable[Event], state: State | None = None) -> State:
    """The state after these events."""
    for event in events:
        state = game.evolve(state, event)
    assert state is not None, "a game has at least the event that starts it"
    return state


def replay(
    game: Folding[State, Event], entries: Iterable[Entry[object, Event]], position: State | None = None
) -> Iterator[State]:
    """The state after each entry, folded from the stored events alone, from the position if the game went on from one.
    Raises `Broken` where they do not fit."""
    state = position
    for number, entry in enumerate(entries):
        try:
            state = fold(game, entry.events, state)
        except Exception as error:  # events from outside may claim anything: this is the border
            text = f"these events do not fit the game so far ({type(error).__name__}: {error})"
            raise Broken("record", (Fault(f"entries[{number}].events", "misfit", text),)) from error
        yield state


def verify(
    game: Game[Setup, State, Event, Choice, View], record: Record[object, Setup, Command[Choice], Event, State]
) -> State:
    """Play the record again from its set-up and seed, or from its position. Raises `Broken` at the first entry that
    comes out otherwise."""
    _check_start(game, record)
    events = game.start(record.setup, record.seed) if record.position is None else ()
    state = _same(0, fold(game, events, record.position), events, record.entries[0].events)
    for number, entry in enumerate(record.entries[1:], start=1):
        if entry.command is None:
            raise Broken("record", (Fault(f"entries[{number}].command", "no_command", "a command is missing here"),))
        step = game.decide(state, entry.command)
        if isinstance(step, Refusal):
            text = f"this command is refused when played again: {step.sentence}"
            raise Broken("record", (Fault(f"entries[{number}].command", step.code, text),))
        state = _same(number, step.state, step.events, entry.events)
    return state


def verify_events(
    game: Game[Setup, State, Event, Choice, View], record: Record[object, Setup, object, Event, State]
) -> State:
    """Check a record that another version of the engine made, which may have decided otherwise: by its stored events.

    Raises `Broken` for a set-up that cannot be played, and at the first entry whose events do not fit, or after which
    an invariant of the game is broken.
    """
    _check_start(game, record)
    if record.position is None:
        game.start(record.setup, record.seed)
    before = record.position
    for number, state in enumerate(replay(game, record.entries, record.position)):
        try:
            problems = game.problems(state, before)
        except Exception as error:  # events from outside may claim anything: this is the border
            text = f"after these events there is no state of the game ({type(error).__name__}: {error})"
            raise Broken("record", (Fault(f"entries[{number}].events", "misfit", text),)) from error
        if problems:
            text = f"after these events the game is not sound: {', '.join(problems)}"
            raise Broken("record", (Fault(f"entries[{number}].events", "unsound", text),))
        before = state
    assert before is not None
    return before


def _check_start(
    game: Game[Setup, State, Event, Choice, View], record: Record[object, Setup, object, object, State]
) -> None:
    if not record.entries or record.entries[0].command is not None:
        raise Broken("record", (Fault("entries[0]", "no_start", "the first entry must be the start, with no command"),))
    if record.position is None:
        return
    try:
        problems = game.problems(record.position)
    except Exception as error:  # a state from outside may claim anything: this is the border
        text = f"this is no state of the game ({type(error).__name__}: {error})"
        raise Broken("record", (Fault("position", "misfit", text),)) from error
    if problems:
        text = f"no game goes on from here: {', '.join(problems)}"
        raise Broken("record", (Fault("position", "unsound", text),))


def _same(number: int, state: State, events: tuple[object, ...], stored: tuple[object, ...]) -> State:
    for place, (again, kept) in enumerate(zip(events, stored, strict=False)):
        if encode(again) != encode(kept):
            text = f"played again this is {encode(again).decode()}, not {encode(kept).decode()}"
            raise Broken("record", (Fault(f"entries[{number}].events[{place}]", "differs", text),))
    if len(events) != len(stored):
        text = f"played again there are {len(events)} events here, not {len(stored)}"
        raise Broken("record", (Fault(f"entries[{number}].events", "differs", text),))
    return state
