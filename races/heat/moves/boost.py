"""Boosting: 1 Heat for a flip."""

from collections.abc import Iterator

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.moves.boost import Boost, Boosted
from engine.heat.state import Car
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.commentary.line import Look, MoveLine, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove
from races.heat.results.counts import Figures


class BoostLine(MoveLine, frozen=True, tag="boost", kw_only=True):
    """What it cost, what was flipped, and where it led."""

    look = Look("boost", phase=5)

    heat: int
    left: int
    """The Heat that the engine holds afterwards."""
    speed: int
    """The speed before."""

    def shows(self, reader: Reader) -> Shown:
        return {
            "before": self.speed,
            "speed": self.speed + (self.flipped or 0),
            "flips": self.turned,
            "heat": -self.heat,
            "verdict": f"{self.speed} + {self.flipped or 0}",
        }

    def sentence(self, reader: Reader) -> SafeString:
        flips = self.flips(reader)
        if not self.flipped:
            return joined(self._paid(reader), phrase(_("There is no Speed card to flip.")), flips)
        total = reader.sum([self.speed, ("flip", self.flipped)], self.speed + self.flipped)
        return joined(self._paid(reader), format_html("{}.", total), flips, self.way(reader))

    def _paid(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        if not self.heat:
            return phrase(_("{who} boosts for nothing here."), who=who)
        text = ngettext(
            "{who} boosts and {cost}pays {n} Heat{end}; {left} left.",
            "{who} boosts and {cost}pays {n} Heat{end}; {left} left.",
            self.heat,
        )
        return phrase(text, who=who, n=self.heat, left=self.left)


def _boosted(narrator: Narrator, event: Boosted) -> None:
    race, seat = narrator.race, event.seat
    car = race.car(seat)
    left = car.engine - event.heat
    narrator.begin(BoostLine(seat=seat, start=race.place(seat), heat=event.heat, left=left, speed=car.speed))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    """The lever of a boost stands in every React, also where it cannot be used: then it says why."""
    gears = cockpit.game.content.rules.boost_gears
    lever = Lever("boost", _("Boost"), "", css_class="boost", given_by=_givers(cockpit))
    if not cockpit.of(Boost):
        lever.refuse(cockpit, Boost())
        if len(gears) == 1 and cockpit.car.gear not in gears and not cockpit.has("boost"):
            lever.gives = _("There is a boost in gear %(gear)s.") % {"gear": gears[0]}
        yield lever
        return
    outlook = lever.show_outlook(cockpit, Boost())
    assert outlook is not None, "a boost moves the car"
    now = sum(term.amount for term in outlook.explanation.speed)
    flips = sorted({outcome.speed - now for outcome in outlook.outcomes})
    text = _("Flip for +%(flips)s: Speed %(speed)s, and the car moves on.")
    if lever.flips:
        text = _("Flip for +%(flips)s, and the car moves on.")
    lever.gives = text % {"flips": labels.span(flips[0], flips[-1]), "speed": outlook.speed}
    lever.do = "boost"
    yield lever


def _givers(cockpit: Cockpit) -> str:
    """What gives the boost: the gear or a card."""
    cards, items = cockpit.game.cards, cockpit.car.items
    return " + ".join(labels.source(item.source, cockpit.car.gear, cards) for item in items if item.kind == "boost")


def _count(figures: Figures, car: Car, event: Boosted) -> None:
    figures.boosts += 1
    figures.boosted += event.heat


MOVE = SiteMove(
    choice=Boost,
    log=LogPart(lines=(BoostLine,), narrated={Boosted: _boosted}),
    counts={Boosted: _count},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Boost"),
    refusals={
        "no_boost": gettext_lazy("There is no boost to use this turn."),
    },
    presets=(),
)
