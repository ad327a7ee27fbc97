"""What lines about a corner share, whether it is paid for or the car spins out there."""

from typing import TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.events import CornerTaken, SpunOut
from races.heat.commentary.line import CarLine
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader, Term
from races.heat.commentary.spectator import Spectator

Changes: TypeAlias = tuple[tuple[str, int], ...]
"""What changes a limit: the road or a card, and by how much."""


class AtCornerLine(CarLine, frozen=True, kw_only=True):
    """A line about a car at a corner line."""

    line: int
    limit: int
    printed: int | None = None
    """The limit as the circuit has it, where it is another."""
    changes: Changes = ()
    sum: tuple[Term, ...] = ()
    speed: int
    overheat: int = 0
    """How much of the Heat is a road token's."""

    def said_limit(self, reader: Reader) -> SafeString:
        return reader.limit(self.limit, self.printed, self.changes)

    def line_of_chicane(self, reader: Reader) -> int:
        """1 or 2 at the lines of a chicane, which share one letter; 0 at any other corner."""
        corners = reader.game.course.corners
        if corners[self.line].chicane_of is not None:
            return 2
        return int(any(other.chicane_of == self.line for other in corners.values()))

    def at_the_corner(self, reader: Reader) -> SafeString:
        text = {
            0: _("Corner {letter}, limit {limit}: {sum}."),
            1: _("Corner {letter}, first line of its chicane, limit {limit}: {sum}."),
            2: _("Corner {letter}, second line of its chicane, limit {limit}: {sum}."),
        }
        return phrase(
            text[self.line_of_chicane(reader)],
            letter=reader.letter(self.line),
            limit=self.said_limit(reader),
            sum=reader.sum(self.sum, self.speed),
        )

    def hot_road(self) -> str:
        if not self.overheat:
            return ""
        text = ngettext("{n} of it is for the hot road.", "{n} of it are for the hot road.", self.overheat)
        return phrase(text, n=self.overheat)


def limit_of(spectator: Spectator, event: CornerTaken | SpunOut) -> tuple[int, int | None, Changes]:
    """The limit that held; as it is printed, and what road and cards add, if that is another."""
    (_source, printed), *changes = spectator.limit_parts(event.seat, event.line)
    return event.limit, printed if changes else None, tuple(changes)
