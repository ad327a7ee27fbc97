"""A driver loses Heat for the rest of the race."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.heat.events import HeatLost
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader

LOST = {
    "engine": gettext_lazy("{who} {cost}loses 1 Heat for good{end}, from the engine."),
    "hand": gettext_lazy("{who} {cost}loses 1 Heat for good{end}, from the hand."),
    "discard": gettext_lazy("{who} {cost}loses 1 Heat for good{end}, from the discard pile."),
    "draw": gettext_lazy("{who} {cost}loses 1 Heat for good{end}, from the draw pile."),
}
"""By the pile that the Heat came from."""


class HeatLostLine(CarLine, frozen=True, tag="heat_lost", kw_only=True):
    """Where the Heat came from."""

    place: str

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(str(LOST[self.place]), who=reader.who(self.seat))


def _lost(narrator: Narrator, event: HeatLost) -> None:
    narrator.say(HeatLostLine(seat=event.seat, place=event.place))


LOG = LogPart(lines=(HeatLostLine,), narrated={HeatLost: _lost})
