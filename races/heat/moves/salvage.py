"""Salvaging: cards of the discard pile are shuffled into the draw pile, by the symbol of a card in play."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.salvage import Salvage, SalvagedSeen
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class SalvageLine(CarLine, frozen=True, tag="salvage", kw_only=True):
    """Which cards came back, by which card."""

    card: str
    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        who, card = reader.who(self.seat), reader.card(self.card)
        if not self.cards:
            return phrase(_("{who} shuffles the draw pile with {card}."), who=who, card=card)
        text = _("{who} shuffles {cards} back into the draw pile with {card}.")
        return phrase(text, who=who, cards=reader.cards(self.cards), card=card)


def _salvaged(narrator: Narrator, event: SalvagedSeen) -> None:
    narrator.say(SalvageLine(seat=event.seat, card=event.spent.source, cards=event.cards))


MOVE = SiteMove(choice=Salvage, log=LogPart(lines=(SalvageLine,), narrated={SalvagedSeen: _salvaged}))
