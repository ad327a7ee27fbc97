"""Throwing Stress away, by the symbol of a card in play."""

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from engine.heat.moves.reduce_stress import ReduceStress, StressReduced
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


MOVE = SiteMove(choice=ReduceStress, log=LogPart(lines=(ReduceStressLine,), narrated={StressReduced: _stress_reduced}))
