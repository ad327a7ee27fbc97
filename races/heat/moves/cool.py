"""Cooling down in React: Heat from the hand to the engine."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.moves.cool import Cool, Cooled
from races.heat.commentary.line import CarLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class CoolLine(CarLine, frozen=True, tag="cool", kw_only=True):
    """How much, and what gave the cooldown."""

    look = Look("cool", phase=5)

    heat: int
    by: tuple[tuple[str, int], ...]
    left: int
    """The Heat that the engine holds afterwards."""
    gear: int | None = None
    """The gear of the turn, if it gave some of it."""

    def heat_change(self) -> int:
        return self.heat

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{who} cools down {gain}{n} Heat{end}; the engine now holds {left}.",
            "{who} cools down {gain}{n} Heat{end}; the engine now holds {left}.",
            self.heat,
        )
        said = phrase(text, who=reader.who(self.seat), n=self.heat, left=self.left)
        return joined(said, phrase(_("Cooldown: {sum}."), sum=reader.terms(self.by, self.gear or 0)))


def _cooled(narrator: Narrator, event: Cooled) -> None:
    car = narrator.race.car(event.seat)
    by = [(item.source, item.amount) for item in event.spent]
    if event.sector is not None:
        by.append(("weather", narrator.race.weather_cooldown(car.at)))
    narrator.say(
        CoolLine(
            seat=event.seat,
            heat=event.heat,
            by=tuple(by),
            left=car.engine + event.heat,
            gear=car.gear if any(item.source == "gear" for item in event.spent) else None,
        )
    )


MOVE = SiteMove(choice=Cool, log=LogPart(lines=(CoolLine,), narrated={Cooled: _cooled}))
