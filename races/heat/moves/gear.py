"""Shifting: a gear for this round."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.moves.gear import Gear, Shifted
from races.heat.commentary.line import CarLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class ShiftLine(CarLine, frozen=True, tag="shift", kw_only=True):
    """From which gear to which, and what it cost."""

    look = Look("shift", phase=1, together=True)

    gears: tuple[int, int]
    heat: int | None = None
    left: int | None = None
    """The Heat that the engine holds afterwards."""

    def heat_change(self) -> int:
        return -(self.heat or 0)

    def sentence(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        was, gear = self.gears
        now = format_html("<b>{}</b>", gear)
        if was == gear:
            return phrase(_("{who} stays in gear {now}."), who=who, now=now)
        if self.heat is None:
            return phrase(_("{who} shifts from gear {was} to gear {now}: free."), who=who, was=was, now=now)
        text = ngettext(
            "{who} shifts from gear {was} to gear {now} and {cost}pays {n} Heat{end}; {left} left.",
            "{who} shifts from gear {was} to gear {now} and {cost}pays {n} Heat{end}; {left} left.",
            self.heat,
        )
        return phrase(text, who=who, was=was, now=now, n=self.heat, left=self.left)


def _shifted(narrator: Narrator, event: Shifted) -> None:
    car = narrator.race.car(event.seat)
    gears = car.gear, event.gear
    if event.heat:
        narrator.say(ShiftLine(seat=event.seat, gears=gears, heat=event.heat, left=car.engine - event.heat))
    else:
        narrator.say(ShiftLine(seat=event.seat, gears=gears))


MOVE = SiteMove(choice=Gear, log=LogPart(lines=(ShiftLine,), narrated={Shifted: _shifted}))
