"""What a lesson is: the race that it is driven in, the topics that it teaches, and the seed by which all comes up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from django.utils.functional import Promise

from engine.heat import Content, Entrant, Heat, Setup
from engine.heat.events import Event, SpunOut
from engine.heat.race import Race
from engine.heat.rules import PhaseName
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat
from races.heat.lessons.learner import Learner

Words: TypeAlias = Promise | str
Numbers: TypeAlias = Mapping[str, int | str]
"""What the sentences of a topic say of this moment, by the names in them."""

LEARNER, LEGEND = Seat(0), Seat(1)
GRID = (LEGEND, LEARNER)
"""The Legend is ahead: it is to be caught."""

SEED_DIGITS, NAME_DIGITS, NUMBER_DIGITS = 64, 24, 8
NO_OTHER_SEED = "0" * (SEED_DIGITS - NAME_DIGITS - NUMBER_DIGITS)
"""The seeds of lessons begin with this; a seed that was drawn by chance never does."""


def against(level: str) -> tuple[Entrant, ...]:
    """The learner, and a Legend of this level."""
    return Entrant(), Entrant(legend=level)


def seed_of(name: str, number: int) -> Seed:
    """The seed of a lesson: its name, spelled in ASCII, and a number that was found for it (`search.py`)."""
    return Seed(f"{name.encode().hex()}{number:0{NUMBER_DIGITS}x}".zfill(SEED_DIGITS))


def name_in(seed: str) -> str | None:
    """The name of the lesson that a seed belongs to; empty for a seed from before lessons had names, and None for one
    that is no lesson's."""
    if len(seed) != SEED_DIGITS or not seed.startswith(NO_OTHER_SEED):
        return None
    try:
        return bytes.fromhex(seed[len(NO_OTHER_SEED) : -NUMBER_DIGITS].lstrip("0")).decode("ascii")
    except ValueError:
        return None


@dataclass(frozen=True, kw_only=True)
class Topic:
    """One step of a lesson: taught once, in the first moment in which it matters to the driver."""

    name: str
    title: Words
    sentences: Callable[[Numbers], str]
    """Two to four sentences, with the names of the numbers in them."""
    target: str
    """What the page points at: a name in `TARGETS` of static/js/heat/coach.js."""
    phases: tuple[PhaseName, ...]
    due: Callable[[Learner], bool] = lambda learner: True
    after: tuple[str, ...] = ()
    """Topics without which it would make no sense."""
    numbers: Callable[[Learner], Numbers] = lambda learner: {}
    is_rule: bool = True
    """Whether the rules of a moment say it, too, to a driver who looks something up."""


@dataclass(frozen=True)
class Step:
    """A topic with the numbers of the moment in which it is taught."""

    topic: Topic
    numbers: Numbers


def is_shown_by(race: Race) -> bool:
    """What most lessons need of their race: the driver gets home without a spin-out."""
    return not any(isinstance(event, SpunOut) for event in own_events(race))


@dataclass(frozen=True, kw_only=True, eq=False)
class Lesson:
    """A race of one driver and one Legend with a coach."""

    name: str
    """In its address and its seed: at most twelve small letters."""
    title: Words
    lead: Words
    """What it teaches, in a sentence."""
    minutes: int
    chapter: str
    """The chapter of the book of rules that tells more."""
    joins: str = ""
    """The setting of a room that brings what it teaches: a field of the form of a room of Heat."""
    content: Callable[[], Content]
    setup: Setup
    topics: tuple[Topic, ...]
    number: int
    """The number of the seed: `manage.py find_lessons NAME` finds it."""
    rounds: int
    """It is over after so many rounds at most, for a driver who does what the coach says."""
    in_order: tuple[str, ...] = ()
    """Topics that are to come up one after the other; the others may come up in between."""
    shows: Callable[[Race], bool] = is_shown_by
    """Whether all that it speaks of has happened in a race."""

    @property
    def seed(self) -> Seed:
        return seed_of(self.name, self.number)

    @cached_property
    def game(self) -> Heat:
        return Heat(self.content())


def own_events(race: Race) -> Iterator[Event]:
    """What happened to the learner."""
    return (event for entry in race.entries for event in entry.events if getattr(event, "seat", None) == LEARNER)
