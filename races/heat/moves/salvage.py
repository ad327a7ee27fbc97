"""Salvaging: cards of the discard pile are shuffled into the draw pile, by the symbol of a card in play."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.moves.salvage import Salvage, SalvagedSeen
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
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


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    for group in cockpit.offered.sets:
        choice = group[0]
        if not isinstance(choice, Salvage):
            continue
        text = ngettext(
            "Up to %(n)s card of your discard pile is shuffled into the draw pile.",
            "Up to %(n)s cards of your discard pile are shuffled into the draw pile.",
            group.most,
        )
        lever = Lever("salvage", _("Salvage"), text % {"n": group.most}, do=f"salvage:{choice.card}")
        lever.given_by = cockpit.short(choice.card)
        lever.cards, lever.most = sorted(group.cards, key=cockpit.hand_order), group.most
        yield lever


MOVE = SiteMove(
    choice=Salvage,
    log=LogPart(lines=(SalvageLine,), narrated={SalvagedSeen: _salvaged}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        _("Shuffle %(cards)s back into the pile") % {"cards": labels.listed(choice.cards, cards)}
        if choice.cards
        else _("Shuffle no card back")
    ),
    refusals={
        "salvage_too_many": gettext_lazy("You can take back %(most)s cards at most."),
        "not_in_discard": gettext_lazy("Your discard pile does not hold these cards."),
    },
    presets=(),
)
