"""What all log lines share: how they are said and played back. Each kind of line is a class of its own."""

from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias, TypedDict

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec import Struct, field

from engine.kernel.seats import Seat
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, Term
from races.heat.commentary.spectator import Spectator

if TYPE_CHECKING:
    from engine.heat.events import Moved

Place: TypeAlias = tuple[int, int]
"""How far along the race a car is, and in which lane."""


Counted: TypeAlias = tuple[tuple[str, int], ...]
"""Cards face up, each with what it counts; a card that was flipped in vain counts 0."""


class Look(Struct, frozen=True):
    """How a line is played back: the name of its look in play.js, and the phase that the page shows meanwhile."""

    name: str
    phase: int = 0
    """The number of the phase, 0 where a line of this kind can come in any phase."""


class Shown(TypedDict, total=False):
    """What the broadcast shows of a line beside the motion of its car."""

    cards: Counted
    """The cards of a car, which turn over."""
    flips: Counted
    """The cards that turn over from the draw pile, in their order."""
    before: int
    """The speed that counting begins with, where it is not nothing."""
    speed: int
    """The speed that it ends with."""
    heat: int
    """The change of Heat in the engine."""
    line: int
    """The corner line, as a space of the track."""
    limit: int
    verdict: str
    """The speed beside the limit, or another result in few words."""
    earned: int
    """The sponsor cards that the driver draws."""
    stress: int
    """The Stress that comes into the hand."""
    gears: tuple[int, int]
    """The gear before and after."""
    place: int
    ranking: tuple[int, ...]


class LogLine(Struct, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True):
    """One line of the log, in no language yet. Lines are not stored: they are derived from stored events."""

    look: ClassVar[Look | None] = None
    """How the line is played back; None for lines that are only read."""

    turn: int = 0
    """The place of its car in the order of the round, counted from 0: playback shows cars that follow each other in one
    picture."""

    def sentence(self, reader: Reader) -> SafeString:
        """The line as HTML in the language of the moment."""
        raise NotImplementedError

    def about(self) -> int | None:
        """The seat of the car that the line is about, if it is about one."""
        return None

    def led_by(self) -> Seat | None:
        """The seat in whose turn it is played back."""
        return None

    def begins_round(self) -> int | None:
        """The round that begins with this line, if one does: the log puts what follows under its heading."""
        return None

    def plays(self) -> bool:
        """Whether there is something to see when this line is played back."""
        return self.look is not None

    def path(self) -> tuple[Place, ...]:
        """The places that the car passes, for playback."""
        return ()

    def target_was_full(self) -> bool:
        """Whether the space that the move was to end on was full, so that the car came to rest ahead of it or short
        of it, as the rules have it."""
        return False

    def shows(self, reader: Reader) -> Shown:
        """What the broadcast shows beside the motion."""
        return {}


class CarLine(LogLine, frozen=True, kw_only=True):
    """A line about one car."""

    seat: Seat

    def about(self) -> int | None:
        return self.seat

    def led_by(self) -> Seat | None:
        return self.seat


class OpenLine(CarLine, frozen=True, kw_only=True):
    """A line about one car that the events after its first one go on with: flips, a reshuffle, a move."""

    reshuffled: int | None = None
    """How many cards of the discard pile became the draw pile meanwhile."""

    def arrived(self, spectator: Spectator, event: "Moved") -> Self:
        """The line once the car has moved, with what only this kind of line says of a move."""
        return self

    def closed(self, spectator: Spectator) -> "LogLine | None":
        """The line when no further event belongs to it. None leaves it out of the log."""
        return self

    def reshuffle(self) -> str:
        if self.reshuffled is None:
            return ""
        return phrase(_("The discard pile of {count} becomes the draw pile."), count=self.reshuffled)


class MoveLine(OpenLine, frozen=True, kw_only=True):
    """A line about a car that moves, with the cards that were flipped for it."""

    start: Place | None = field(default=None, name="from")
    to: Place | None = None
    meant: int | None = None
    """How far the move was to lead, where that space was full."""
    lap: int | None = None
    """The laps that are done with this move, where it completes one."""
    flag: int | None = None
    """The same for the last lap."""
    vain: tuple[str, ...] = ()
    """Cards that were flipped and did not count."""
    flipped: int | None = None
    """What the flipped cards count."""
    turned: Counted = ()
    """All cards that were flipped, in their order."""

    def begun(self) -> Place:
        """Where the move begins."""
        assert self.start is not None, "a line about a move begins somewhere"
        return self.start

    def path(self) -> tuple[Place, ...]:
        """By way of the space that was full, where the car was pushed on from it."""
        if self.to is None:
            return ()
        if self.meant is not None and self.begun()[0] < self.meant < self.to[0]:
            return self.begun(), (self.meant, self.to[1]), self.to
        return self.begun(), self.to

    def target_was_full(self) -> bool:
        return self.to is not None and self.meant is not None

    def pushed(self, reader: Reader) -> Shown:
        """Why the car does not stand where it was to."""
        if self.meant is None or not self.target_was_full():
            return {}
        return {"verdict": phrase(_("space {space} is full"), space=reader.space(self.meant))}

    def way(self, reader: Reader) -> SafeString:
        """Where the move leads, why not where it was to end, and the lap that is done."""
        here = self.begun()[0]
        if self.to is None or self.to == self.begun():
            if self.meant is not None:
                return phrase(_("There is no room ahead: stays on {space}."), space=reader.space(here))
            return phrase(_("Stays on {space}."), space=reader.space(here))
        there = reader.space(self.to[0])
        if here < 0:
            said = phrase(_("From the grid to {there}."), there=there)
        else:
            said = phrase(_("From {here} to {there}."), here=reader.space(here), there=there)
        return joined(said, self._full(reader, self.to), self._lap())

    def _full(self, reader: Reader, to: Place) -> str:
        if self.meant is None:
            return ""
        if to[0] > self.meant:
            return phrase(_("{space} is full."), space=reader.space(self.meant))
        return phrase(_("{space} is full: the car stops short."), space=reader.space(self.meant))

    def _lap(self) -> str:
        if self.flag is not None:
            return phrase(_("That is the finish."))
        if self.lap is not None:
            return phrase(_("Lap {lap} begins."), lap=self.lap + 1)
        return ""

    def flips(self, reader: Reader) -> str:
        """The cards that were flipped and did not count, and a draw pile that ran out on the way."""
        vain = phrase(_("Flipped and discarded: {cards}."), cards=reader.cards(self.vain)) if self.vain else ""
        return joined(vain, self.reshuffle())


class AddingLine(MoveLine, frozen=True, kw_only=True):
    """A line about something that adds to a car's speed, and moves the car by as much."""

    worth: int
    speed: int
    """The speed before."""

    def shows(self, reader: Reader) -> Shown:
        return {
            "before": self.speed,
            "speed": self.speed + self.worth + (self.flipped or 0),
            "flips": self.turned,
            "verdict": self.total(),
        }

    def total(self) -> str:
        """The speed before, and what is added."""
        return f"{self.speed} + {self.worth + (self.flipped or 0)}"

    def added(self, reader: Reader, source: str) -> SafeString:
        """The new speed, term by term."""
        terms: list[Term] = [self.speed, (source, self.worth)]
        if self.flipped is not None:
            terms.append(("flip", self.flipped))
        total = reader.sum(terms, self.speed + self.worth + (self.flipped or 0))
        return joined(format_html("{}.", total), self.flips(reader), self.way(reader))
