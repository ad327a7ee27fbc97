"""Throwing cards away at the end of a turn, and putting some back on the draw pile."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.discard import Discard, Discarded, Refreshed
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader, listed
from races.heat.moves.move import SiteMove


class DiscardLine(CarLine, frozen=True, tag="discard", kw_only=True):
    """The cards that were thrown away."""

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("{who} throws {cards} away."), who=reader.who(self.seat), cards=reader.cards(self.cards))


class RefreshLine(CarLine, frozen=True, tag="refresh", kw_only=True):
    """The cards that went back on the draw pile, one after the other."""

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} puts {cards} back on top of the draw pile.")
        return phrase(text, who=reader.who(self.seat), cards=listed(reader.card(face) for face in self.cards))


def _discarded(narrator: Narrator, event: Discarded) -> None:
    if event.cards:
        narrator.say(DiscardLine(seat=event.seat, cards=event.cards))


def _refreshed(narrator: Narrator, event: Refreshed) -> None:
    narrator.say(RefreshLine(seat=event.seat, cards=event.cards))


MOVE = SiteMove(
    choice=Discard,
    log=LogPart(lines=(DiscardLine, RefreshLine), narrated={Discarded: _discarded, Refreshed: _refreshed}),
)
