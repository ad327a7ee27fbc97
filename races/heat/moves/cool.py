"""Cooling down in React: Heat from the hand to the engine."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.choices import Choice, Choices
from engine.heat.moves.cool import Cool, Cooled
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever, sources
from races.heat.commentary.line import CarLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import Preset, SiteMove
from races.heat.results.counts import cooled


class CoolLine(CarLine, frozen=True, tag="cool", kw_only=True):
    """How much, and what gave the cooldown."""

    look = Look("cool", phase=5)

    heat: int
    by: tuple[tuple[str, int], ...]
    left: int
    """The Heat that the engine holds afterwards."""
    gear: int | None = None
    """The gear of the turn, if it gave some of it."""

    def shows(self, reader: Reader) -> Shown:
        return {"heat": self.heat}

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


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    """Always there."""
    lever = Lever("cooldown", _("Cool down"), "", css_class="cool", given_by=sources(cockpit, "cooldown"))
    amounts = [choice.heat for choice in cockpit.of(Cool)]
    if not amounts:
        lever.refuse(cockpit, Cool(1))
        if lever.refused and "heat" not in cockpit.mine.hand and cockpit.has("cooldown"):
            lever.gives = _("There is no Heat in your hand to cool.")
    elif len(amounts) == 1:
        text = ngettext(
            "%(n)s Heat goes from your hand to the engine: %(after)s there.",
            "%(n)s Heat go from your hand to the engine: %(after)s there.",
            amounts[0],
        )
        lever.gives = text % {"n": amounts[0], "after": cockpit.car.engine + amounts[0]}
    else:
        text = _("Heat from your hand back to the engine. It holds %(engine)s now.")
        lever.gives = text % {"engine": cockpit.car.engine}
    if amounts:
        lever.take("cool", amounts, _("Cool down %(n)s") % {"n": amounts[0]})
    yield lever


def _cool_all(choices: Choices) -> Choice | None:
    """The most cooldown that is offered. What else there is in React, the driver is asked."""
    cooldowns = [choice for choice in choices.others if isinstance(choice, Cool)]
    return max(cooldowns, key=lambda cool: cool.heat, default=None)


MOVE = SiteMove(
    choice=Cool,
    log=LogPart(lines=(CoolLine,), narrated={Cooled: _cooled}),
    counts={Cooled: cooled},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: ngettext("Cool %(n)s Heat", "Cool %(n)s Heat", choice.heat) % {"n": choice.heat},
    refusals={
        "no_cooldown": gettext_lazy("You have no cooldown now. 1st gear cools 3, 2nd gear cools 1."),
        "cooldown_weather": gettext_lazy("The weather allows no cooldown in this sector."),
        "too_little_cooldown": gettext_lazy("Your cooldown moves up to %(most)s Heat, not %(heat)s."),
        "too_little_heat": gettext_lazy("Your hand does not hold %(heat)s Heat."),
    },
    presets=(
        Preset(
            name="cool",
            label=gettext_lazy("React: cool all Heat that I can"),
            phase="react",
            answer=_cool_all,
            default=True,
            open="always",
        ),
    ),
)
