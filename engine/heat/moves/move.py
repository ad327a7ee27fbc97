"""What an action is: all that the engine knows of it, in one value that its module declares.

Loop, wire, masks, notation, refusals, explanations and the terminal take their parts from the list of moves
(`engine.heat.moves.MOVES`, see `engine.heat.tables`). An action that lacks a part fails when its
module is imported.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import Chosen, Event
from engine.heat.forecast import Explanation, Forecast
from engine.heat.masking import Masked
from engine.heat.moment import Moment, PublicMoment
from engine.heat.rules import PhaseName
from engine.heat.state import State
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat

C = TypeVar("C", bound=Choice)
E = TypeVar("E", bound=Event)


class Describe(Protocol):
    """How the terminal names a card: by its id, or with its numbers and symbols."""

    def __call__(self, card: str, /) -> str: ...


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Mask(Generic[E]):
    """What others may know of an event that holds a secret."""

    form: type[Masked]
    """The event as it is shown."""
    see: Callable[[E, int | None], Masked]
    """The event as a seat may know it; `None` is a spectator."""
    written: Callable[[Any, Course], str]
    """The form in the notation, without the seat."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Happening(Generic[E]):
    """An event of an action, with all that the engine does with it."""

    event: type[E]
    fold: Callable[[Course, State, E], State]
    """How it changes the state: pure and total, drawing nothing."""
    mask: Mask[E] | None
    """What is hidden of it; None if it holds nothing secret."""
    written: Callable[[E, Course], str]
    """The event in the notation, without the seat."""
    sentence: Callable[[Any, str, Course], str] | None
    """The line of the event in the terminal's log, of the event's public form and the name of its driver;
    None: it has no line. The site has sentences of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Notation(Generic[C]):
    """The choice in the notation: a word, and for most choices one value."""

    word: str
    write: Callable[[C], str] | None
    """The value; None for a choice that is its word alone."""
    read: Callable[[str], C]
    """The choice of a value, which is empty for a choice that is its word alone. Raises `Unreadable`."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ItemUse:
    """An item of React: a symbol of a card in play, or what gear and adrenaline give."""

    kind: str
    """The name of the symbol that makes the item; for what gear and adrenaline give, one of `items.GIVEN`."""
    visible: Callable[[PublicMoment], bool]
    """Whether the driver is asked because of it. It sees only what is public: if it depended on the hand, the pause
    before an answer would tell others what the hand holds."""
    must: Callable[[str], Choice] | None
    """If it must be used, the choice that uses the item of a card, for stand-ins; None if it may be left."""
    before_paying: bool
    """Whether it can be used before the Heat of the same card is paid (docs/RULES.md, GR.8); False locks it."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Move(Generic[C]):
    """One action."""

    choice: type[C]
    phases: frozenset[PhaseName]
    """The phases (`Phase.name`) whose questions it answers."""
    offers: Callable[[Moment], Choices]
    """The ways to do it now; only asked in its phases, and for an item of React only while there is one."""
    do: Callable[[Transaction, Seat, C], bool]
    """Carries the choice out. True when the driver is then done with the phase."""
    settle: Callable[[Transaction, Seat, C], None] | None
    """Carries out what was chosen in secret, once all have chosen; None if `do` has done everything, or if a later
    phase does it: `Reveal` turns the cards of a Play over."""
    refuse: Callable[[Case, C], Refusal | None]
    """Why the choice is not offered in one of its phases; None refuses it with the code `not_an_answer`."""
    sentences: Mapping[str, str]
    """Its refusals: each code that no other action has, with its sentence. Not what is said of its events."""
    explain: Callable[[Forecast, C], Explanation]
    """What the choice costs and may lead to; `as_it_stands` for a choice that changes neither place, speed nor
    engine, `now.follow` for any other."""
    notation: Notation[C]
    menu: Callable[[C, Describe], str]
    """The choice as a line of the terminal's menu."""
    moved: Mapping[str, str]
    """Each `Moved.why` under which it moves the car, with the words of the terminal that follow the distance; empty
    for an action that moves no car."""
    happenings: tuple[Happening[Any], ...]
    """Its events."""
    symbols: tuple[Symbol, ...]
    """The symbols of cards that it uses."""
    item: ItemUse | None
    """The item of React that it uses."""


def in_secret(transaction: Transaction, seat: Seat, choice: Choice) -> bool:
    """Keep the choice until all have chosen."""
    transaction.emit(Chosen(seat, choice=choice))
    return True
