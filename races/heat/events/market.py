"""A draft begins: upgrades lie open."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.events import MarketClosed
from engine.heat.masking import MarketDealtSeen
from races.heat.commentary.line import LogLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader


class MarketLine(LogLine, frozen=True, tag="market", kw_only=True):
    """The upgrades on the market."""

    cards: tuple[str, ...]
    again: bool = False
    """Whether the upgrades that were left over were shuffled in before."""

    def sentence(self, reader: Reader) -> SafeString:
        again = phrase(_("What nobody took is shuffled in again.")) if self.again else ""
        return joined(again, phrase(_("On the market: {cards}."), cards=reader.cards(self.cards)))


def _dealt(narrator: Narrator, event: MarketDealtSeen) -> None:
    narrator.say(MarketLine(cards=event.cards, again=event.again))


LOG = LogPart(lines=(MarketLine,), narrated={MarketDealtSeen: _dealt}, silent=frozenset({MarketClosed}))
