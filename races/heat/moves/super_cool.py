"""Super cool: Heat from the discard pile to the engine, by the symbol of a card in play."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.cards import HEAT
from engine.heat.moves.super_cool import SuperCool, SuperCooled
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever, sources
from races.heat.commentary.line import CarLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove
from races.heat.results.counts import cooled


class SuperCoolLine(CarLine, frozen=True, tag="super_cool", kw_only=True):
    """How much, and by which cards."""

    look = Look("cool", phase=5)

    heat: int
    by: tuple[tuple[str, int], ...]
    left: int
    """The Heat that the engine holds afterwards."""

    def shows(self, reader: Reader) -> Shown:
        return {"heat": self.heat}

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{who} cools down {gain}{n} Heat{end} of the discard pile with {cards}; the engine now holds {left}.",
            "{who} cools down {gain}{n} Heat{end} of the discard pile with {cards}; the engine now holds {left}.",
            self.heat,
        )
        cards = reader.families(card for card, _amount in self.by)
        return phrase(text, who=reader.who(self.seat), n=self.heat, cards=cards, left=self.left)


def _super_cooled(narrator: Narrator, event: SuperCooled) -> None:
    left = narrator.race.car(event.seat).engine + event.heat
    by = tuple((item.source, item.amount) for item in event.spent)
    narrator.say(SuperCoolLine(seat=event.seat, heat=event.heat, by=by, left=left))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    if not cockpit.has("super_cool"):
        return
    lever = Lever("super_cool", _("Super cool"), "", css_class="cool", given_by=sources(cockpit, "super_cool"))
    amounts = [choice.heat for choice in cockpit.of(SuperCool)]
    if not amounts:
        yield lever.refuse(cockpit, SuperCool(1))
        return
    lever.take("super_cool", amounts, _("Super cool %(n)s") % {"n": amounts[0]})
    text = _("Heat from your discard pile back to the engine. The pile holds %(n)s.")
    lever.gives = text % {"n": cockpit.car.discard.count(HEAT)}
    lever.shows = sorted(cockpit.car.discard, key=lambda face: (face != HEAT, cockpit.hand_order(face)))
    yield lever


MOVE = SiteMove(
    choice=SuperCool,
    log=LogPart(lines=(SuperCoolLine,), narrated={SuperCooled: _super_cooled}),
    counts={SuperCooled: cooled},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        ngettext("Cool %(n)s Heat of the discard pile", "Cool %(n)s Heat of the discard pile", choice.heat)
        % {"n": choice.heat}
    ),
    refusals={
        "too_little_super_cool": gettext_lazy("Your cards cool up to %(most)s Heat of the discard pile, not %(heat)s."),
        "too_little_discarded_heat": gettext_lazy("There is no Heat in your discard pile, or less than %(heat)s."),
    },
    presets=(),
)
