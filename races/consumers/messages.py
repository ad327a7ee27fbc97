"""What programs and the site say to each other, message by message. docs/PROTOCOL.md is their book;
docs/RACES.md says how one is added."""

from typing import TypeAlias

from msgspec import Raw, Struct

from engine.kernel.bounds import Place, Serial
from engine.kernel.commands import Question, Reader

# From programs. What is not named here is refused.


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag="command"):
    """Answer a question, or take an answer back: a command as the engine reads it."""

    command: Raw


class Explain(Struct, frozen=True, forbid_unknown_fields=True, tag="explain"):
    """What would a choice cost, and what may come of it?"""

    choice: Raw


class MoreChoices(Struct, frozen=True, forbid_unknown_fields=True, tag="choices"):
    """Name the choices from this one on."""

    start: Place


class EventsAfter(Struct, frozen=True, forbid_unknown_fields=True, tag="events"):
    """Tell what has happened since the entry of this number; -1 asks from the start."""

    after: Serial


FromProgram: TypeAlias = Command | Explain | MoreChoices | EventsAfter

read: Reader[FromProgram] = Reader(FromProgram)
"""Reads a message from a program."""


# To programs.


class RaceTerms(Struct, frozen=True):
    """What was agreed before the race. Clock and grace are seconds; a clock of 0 is none. `absence` says whether a
    stand-in plays for a player who leaves, or the race waits."""

    code: str
    laps: int
    rules: str
    clock: int
    grace: int
    absence: str


class SeatInfo(Struct, frozen=True):
    """Who sits where, and in which car."""

    number: int
    kind: str
    name: str
    colour: str
    car_number: int


class Hello(Struct, frozen=True, kw_only=True, tag="hello"):
    """The first message: which race this is, who you are in it, and what it is driven on."""

    game: str
    engine: str
    race: RaceTerms
    seat: int | None
    seats: tuple[SeatInfo, ...]
    digest: str
    content: Raw


class QuestionClock(Struct, frozen=True):
    """The clock of one open question."""

    seat: int
    question: str
    """The question as one word, as the race's clocks are stored under it; elsewhere a question is an object."""
    left: int | None
    """The milliseconds that are left; none where the race has no clock."""
    runs: bool
    """Whether they are running out: a clock stands while the race is paused."""
    over: int | None
    """The milliseconds until a stand-in answers, which is sooner where a driver is away."""


class ChoicePage(Struct, frozen=True):
    """Choices of an open question: how many there are in all, and those from `start` on, in the engine's order."""

    total: int
    start: int
    choices: tuple[object, ...]


class Update(Struct, frozen=True, kw_only=True, tag="update"):
    """The race as it stands for you. It stands alone: nothing of an older update is needed to understand it."""

    revision: int
    version: int
    paused: bool
    away: tuple[int, ...]
    bots: tuple[int, ...]
    clocks: tuple[QuestionClock, ...]
    view: Raw
    question: Question | None
    choices: Raw
    may_withdraw: bool


class Choices(Struct, frozen=True, tag="choices"):
    """More of the choices of your open question."""

    question: Question
    page: ChoicePage


class SeenEntry(Struct, frozen=True):
    """The events of one entry of the record, as you may know them."""

    seq: int
    events: tuple[object, ...]


class Events(Struct, frozen=True, tag="events"):
    """What has happened. If `entries` ends before `version`, ask again from its last."""

    version: int
    entries: tuple[SeenEntry, ...]


class Explanation(Struct, frozen=True, tag="explanation"):
    """A choice, explained by the engine."""

    question: Question
    explanation: object


class Accepted(Struct, frozen=True, tag="accepted"):
    """A command was carried out, with this entry of the record; a repeated one was so before."""

    id: str
    seq: int
    repeated: bool


class Refused(Struct, frozen=True, tag="refused"):
    """Something was not done, and has left no trace. `id` is the command's, empty for anything else."""

    id: str
    code: str
    sentence: str
    params: dict[str, str | int]


class Over(Struct, frozen=True, tag="over"):
    """The race is over; where its record and its results are to be had."""

    record: str
    results: str


ToProgram: TypeAlias = Hello | Update | Choices | Events | Explanation | Accepted | Refused | Over
