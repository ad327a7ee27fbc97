"""Sponsor cards of a championship: drawn, and out of the race once they are played."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.events import SponsorsSpent
from engine.heat.masking import SponsorsDrawnSeen
from races.heat.commentary.line import CarLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader


class SponsorsLine(CarLine, frozen=True, tag="sponsors", kw_only=True):
    """How many sponsor cards a driver drew, and for what."""

    look = Look("press", phase=7)

    why: str
    count: int

    def plays(self) -> bool:
        """What the event deals before the race is only read."""
        return self.why != "event"

    def shows(self, reader: Reader) -> Shown:
        text = ngettext("{n} sponsor card", "{n} sponsor cards", self.count)
        return {"earned": self.count, "verdict": phrase(text, n=self.count)}

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_drew(self.why, self.count), who=reader.who(self.seat), n=self.count)


def _drew(why: str, n: int) -> str:
    if why == "press":
        return ngettext(
            "{who} draws {gain}{n} sponsor card{end} for the press at the corner.",
            "{who} draws {gain}{n} sponsor cards{end} for the press at the corner.",
            n,
        )
    if why == "speed":
        return ngettext(
            "{who} draws {gain}{n} sponsor card{end} for speed.",
            "{who} draws {gain}{n} sponsor cards{end} for speed.",
            n,
        )
    if why == "overtaking":
        return ngettext(
            "{who} draws {gain}{n} sponsor card{end} for overtaking.",
            "{who} draws {gain}{n} sponsor cards{end} for overtaking.",
            n,
        )
    if why == "first_lap":
        return ngettext(
            "{who} draws {gain}{n} sponsor card{end} for an early first lap.",
            "{who} draws {gain}{n} sponsor cards{end} for an early first lap.",
            n,
        )
    return ngettext(
        "{who} draws {gain}{n} sponsor card{end} for the event.",
        "{who} draws {gain}{n} sponsor cards{end} for the event.",
        n,
    )


class SponsorsSpentLine(CarLine, frozen=True, tag="sponsors_spent", kw_only=True):
    """Sponsor cards that were played leave the race."""

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} has played {cards}: out of the race.")
        return phrase(text, who=reader.who(self.seat), cards=reader.cards(self.cards))


def _drawn(narrator: Narrator, event: SponsorsDrawnSeen) -> None:
    narrator.say(SponsorsLine(seat=event.seat, why=event.why, count=event.count))


def _spent(narrator: Narrator, event: SponsorsSpent) -> None:
    narrator.say(SponsorsSpentLine(seat=event.seat, cards=event.cards))


LOG = LogPart(lines=(SponsorsLine, SponsorsSpentLine), narrated={SponsorsDrawnSeen: _drawn, SponsorsSpent: _spent})
