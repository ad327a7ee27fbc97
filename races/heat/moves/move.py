"""What an action is on the site: all that pages show of it, in one value that its module declares.

Log, playback, cockpit, replay and presets take their parts from these (`races.heat.moves.MOVES`). A part
that an action does not have is said to be missing where the action is declared; none is left out by a default.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from django.utils.functional import Promise

from engine.heat.cards import Card
from engine.heat.choices import Choice, Choices
from engine.heat.rules import PhaseName
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Levers
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.commentary.log_part import LogPart
from races.heat.results.counts import Counts

C = TypeVar("C", bound=Choice)


@dataclass(frozen=True, kw_only=True)
class Secret(Generic[C]):
    """What is said of a choice while it stands hidden, until all have chosen."""

    standing: Callable[[Cockpit, C], tuple[str, str]]
    """What its driver reads: the choice, and more about it in small letters."""
    caption: Callable[[C], str]
    """What a replay says of it, seen with that driver's eyes."""
    cards: Callable[[C], tuple[str, ...]]
    """The cards of the hand that are chosen."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """An answer that a driver can give in advance."""

    name: str
    """As it is stored in the race's column `presets`."""
    label: str | Promise
    """What a driver reads beside its switch."""
    phase: PhaseName
    answer: Callable[[Choices], Choice | None]
    """The answer to a question of that phase, of what is offered; None where the driver is asked."""
    default: bool
    """Whether it holds for everybody who has not switched it off."""
    open: Literal["always", "if_known", "never"]
    """When what it answers is seen by all or follows from what they see: always, if everybody knows what the driver
    could use (`presets.depends_on_hand`), or never."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SiteMove(Generic[C]):
    """One action."""

    choice: type[C]
    log: LogPart
    """What the log and the playback have of its events."""
    counts: Counts
    """What its events, as they are stored, add to the figures of the car: the Heat that it pays or cools, and more."""
    screens: Mapping[PhaseName, Callable[[Cockpit], CockpitScreen]]
    """By phase: the screen of a question that this action answers."""
    levers: Levers | None
    """Its levers in React."""
    button: Callable[[Cockpit], Button | None] | None
    """Its button on the screen of another action, if it is offered there."""
    secret: Secret[C] | None
    """For a choice that stays hidden until all have chosen."""
    named: Callable[[C, Mapping[str, Card]], str]
    """What the choice is called among others, where one looks back at a race; the cards of the race are given."""
    refusals: Mapping[str, str | Promise]
    """By the codes that no other action has: what its driver reads. Names in brackets are the refusal's parameters."""
    presets: tuple[Preset, ...]
    """The answers in advance that it has."""
