"""Sponsor cards of a championship: drawn, and out of the race once they are played."""

from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from msgspec.structs import replace

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
    line: int | None = None
    """Of the press corner that pays, as a distance of the race."""
    limit: int = 0
    speed: int = 0
    slipped: bool = False
    """Whether it pays for a slipstream over the line, and not for speed."""

    def plays(self) -> bool:
        """What the event deals before the race is only read."""
        return self.why != "event"

    def shows(self, reader: Reader) -> Shown:
        text = ngettext("{n} sponsor card", "{n} sponsor cards", self.count)
        return {"earned": self.count, "verdict": phrase(text, n=self.count)}

    def sentence(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        if self.line is None:
            return phrase(_drew(self.why, self.count), who=who, n=self.count)
        letter = reader.letter(reader.space(self.line))
        if self.slipped:
            text = ngettext(
                "{who} draws {gain}{n} sponsor card{end} at corner {letter}: the press pays for the slipstream.",
                "{who} draws {gain}{n} sponsor cards{end} at corner {letter}: the press pays for the slipstream.",
                self.count,
            )
            return phrase(text, who=who, n=self.count, letter=letter)
        text = ngettext(
            "{who} draws {gain}{n} sponsor card{end} at corner {letter}: the press pays for {speed} at limit {limit}.",
            "{who} draws {gain}{n} sponsor cards{end} at corner {letter}: the press pays for {speed} at limit {limit}.",
            self.count,
        )
        return phrase(text, who=who, n=self.count, letter=letter, speed=self.speed, limit=self.limit)


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
        text = ngettext(
            "{cards} is used up and leaves the deck of {who}.",
            "{cards} are used up and leave the deck of {who}.",
            len(self.cards),
        )
        return phrase(text, who=reader.who(self.seat), cards=reader.cards(self.cards))


def _drawn(narrator: Narrator, event: SponsorsDrawnSeen) -> None:
    line = SponsorsLine(seat=event.seat, why=event.why, count=event.count)
    narrator.say(_at_the_corner(narrator, line) if event.why == "press" else line)


def _at_the_corner(narrator: Narrator, line: SponsorsLine) -> SponsorsLine:
    """With the corner that pays: the next one after that of the line before. A record of older rules may name none."""
    race, before = narrator.race, narrator.last_of(SponsorsLine, line.seat)
    for at, slipped in race.paying_corners(line.seat):
        if before is None or before.line is None or at > before.line:
            speed, limit = race.car(line.seat).speed, race.limit(at)
            return replace(line, line=at, limit=limit, speed=speed, slipped=slipped)
    return line


def _spent(narrator: Narrator, event: SponsorsSpent) -> None:
    narrator.say(SponsorsSpentLine(seat=event.seat, cards=event.cards))


LOG = LogPart(lines=(SponsorsLine, SponsorsSpentLine), narrated={SponsorsDrawnSeen: _drawn, SponsorsSpent: _spent})
