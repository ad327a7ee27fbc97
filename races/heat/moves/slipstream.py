"""Slipstreaming."""

from typing import Self

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from engine.heat.events import Moved
from engine.heat.moves.slipstream import Slipstream, Slipstreamed
from races.heat.commentary.line import Look, MoveLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.commentary.spectator import Spectator
from races.heat.moves.move import SiteMove


class SlipstreamLine(MoveLine, frozen=True, tag="slipstream", kw_only=True):
    """Behind whom, how far, and beside whom the car now stands."""

    look = Look("slipstream", phase=6)

    behind: int
    distance: int = 0
    beside: tuple[int, ...] = ()

    def arrived(self, race: Spectator, event: Moved) -> Self:
        space = race.course.space
        here = [seat for seat, at, _lane in race.racing() if space(at) == space(event.at) and seat != self.seat]
        return replace(self, distance=event.distance, beside=tuple(here))

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{who} slipstreams {other}: <b>{n} space</b>, not speed.",
            "{who} slipstreams {other}: <b>{n} spaces</b>, not speed.",
            self.distance,
        )
        said = phrase(text, who=reader.who(self.seat), other=reader.who(self.behind), n=self.distance)
        beside = phrase(_("Now beside {others}."), others=reader.all(self.beside)) if self.beside else ""
        return joined(said, self.way(reader), beside)


def _slipstreamed(narrator: Narrator, event: Slipstreamed) -> None:
    """Whose slipstream it is: the nearest car beside or ahead."""
    race = narrator.race
    start = race.place(event.seat)
    ahead = [((at - start[0]) % race.course.length, seat) for seat, at, _lane in race.racing() if seat != event.seat]
    narrator.begin(SlipstreamLine(seat=event.seat, start=start, behind=min(ahead)[1]))


MOVE = SiteMove(choice=Slipstream, log=LogPart(lines=(SlipstreamLine,), narrated={Slipstreamed: _slipstreamed}))
