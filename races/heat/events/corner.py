"""A corner line is crossed, and paid for."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from engine.heat.events import CornerTaken
from races.heat.commentary.corners import AtCornerLine, limit_of
from races.heat.commentary.line import Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator, speed_sum
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader


class CornerLine(AtCornerLine, frozen=True, tag="corner", kw_only=True):
    """A corner, taken for nothing or paid for."""

    look = Look("pay", phase=7)

    heat: int | None = None
    left: int | None = None
    """The Heat that the engine holds afterwards."""

    def plays(self) -> bool:
        return self.heat is not None

    def shows(self, reader: Reader) -> Shown:
        text = ngettext("{speed} at limit {limit}: {n} Heat", "{speed} at limit {limit}: {n} Heat", self.heat or 0)
        verdict = phrase(text, speed=self.speed, limit=self.limit, n=self.heat)
        heat = -(self.heat or 0)
        return {"line": self.line, "limit": self.limit, "heat": heat, "speed": self.speed, "verdict": verdict}

    def sentence(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        if self.heat is None:
            text = {
                0: _("{who} takes corner {letter}, limit {limit}, at {speed}: free."),
                1: _("{who} takes corner {letter}, first line of its chicane, limit {limit}, at {speed}: free."),
                2: _("{who} takes corner {letter}, second line of its chicane, limit {limit}, at {speed}: free."),
            }
            return phrase(
                text[self.line_of_chicane(reader)],
                who=who,
                letter=reader.letter(self.line),
                limit=self.said_limit(reader),
                speed=format_html("<b>{}</b>", self.speed),
            )
        paid = phrase(
            ngettext(
                "{who} {cost}pays {n} Heat{end}; {left} left.",
                "{who} {cost}pays {n} Heat{end}; {left} left.",
                self.heat,
            ),
            who=who,
            n=self.heat,
            left=self.left,
        )
        return joined(self.at_the_corner(reader), paid, self.hot_road())


def _corner_taken(narrator: Narrator, event: CornerTaken) -> None:
    """The limit is itemised where something changed it, the speed where it costs."""
    race = narrator.race
    limit, printed, changes = limit_of(race, event)
    line = CornerLine(
        seat=event.seat,
        line=event.line % race.course.length,
        limit=limit,
        printed=printed,
        changes=changes,
        speed=event.speed,
        overheat=event.overheat,
    )
    if event.heat:
        car = race.car(event.seat)
        line = replace(line, sum=speed_sum(car), heat=event.heat, left=car.engine - event.heat)
    narrator.say(line)


LOG = LogPart(lines=(CornerLine,), narrated={CornerTaken: _corner_taken})
