"""Throwing Stress away, by the symbol of a card in play."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.cards import STRESS
from engine.heat.moves.reduce_stress import ReduceStress, StressReduced
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever, sources
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class ReduceStressLine(CarLine, frozen=True, tag="reduce_stress", kw_only=True):
    """How much, and by which cards."""

    stress: int
    by: tuple[tuple[str, int], ...]

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{who} throws {gain}{n} Stress{end} away with {cards}.",
            "{who} throws {gain}{n} Stress{end} away with {cards}.",
            self.stress,
        )
        cards = reader.families(card for card, _amount in self.by)
        return phrase(text, who=reader.who(self.seat), n=self.stress, cards=cards)


def _stress_reduced(narrator: Narrator, event: StressReduced) -> None:
    by = tuple((item.source, item.amount) for item in event.spent)
    narrator.say(ReduceStressLine(seat=event.seat, stress=event.stress, by=by))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    if not cockpit.has("reduce_stress"):
        return
    lever = Lever("reduce_stress", _("Drop Stress"), "", css_class="cool", given_by=sources(cockpit, "reduce_stress"))
    amounts = [choice.stress for choice in cockpit.of(ReduceStress)]
    if not amounts:
        yield lever.refuse(cockpit, ReduceStress(1))
        return
    lever.take("reduce_stress", amounts, _("Drop Stress %(n)s") % {"n": amounts[0]})
    text = _("Stress from your hand to the discard pile; you draw others at the end of the round. You hold %(n)s.")
    lever.gives = text % {"n": cockpit.mine.hand.count(STRESS)}
    yield lever


MOVE = SiteMove(
    choice=ReduceStress,
    log=LogPart(lines=(ReduceStressLine,), narrated={StressReduced: _stress_reduced}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        ngettext("Throw %(n)s Stress away", "Throw %(n)s Stress away", choice.stress) % {"n": choice.stress}
    ),
    refusals={
        "stress_tunnel": gettext_lazy("Stress cannot be thrown away in a tunnel."),
        "too_little_reduction": gettext_lazy("Your cards throw up to %(most)s Stress away, not %(stress)s."),
        "too_little_stress": gettext_lazy("There is no Stress in your hand, or less than %(stress)s."),
    },
    presets=(),
)
