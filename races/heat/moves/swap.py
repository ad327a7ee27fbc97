"""Swapping an upgrade for one that nobody took."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.swap import Swap, Swapped
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class SwappedLine(CarLine, frozen=True, tag="swapped", kw_only=True):
    """What was given for what."""

    give: str
    take: str

    def sentence(self, reader: Reader) -> SafeString:
        give, take = reader.card(self.give), reader.card(self.take)
        return phrase(_("{who} swaps {give} for {take}."), who=reader.who(self.seat), give=give, take=take)


def _swapped(narrator: Narrator, event: Swapped) -> None:
    narrator.say(SwappedLine(seat=event.seat, give=event.give, take=event.take))


MOVE = SiteMove(choice=Swap, log=LogPart(lines=(SwappedLine,), narrated={Swapped: _swapped}))
