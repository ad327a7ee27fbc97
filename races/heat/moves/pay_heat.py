"""Paying the Heat that a card in play costs."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.moves.pay_heat import PaidHeat, PayHeat
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever, Opened
from races.heat.commentary.line import CarLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove
from races.heat.parts import symbols
from races.heat.results.counts import paid_for_cards

AT_ONCE = frozenset({"heat", "plus", "adjust_limit", "slipstream", "refresh"})
"""Symbols that are no levers of React: they are the price itself, or they count of themselves."""


class PayLine(CarLine, frozen=True, tag="pay", kw_only=True):
    """How much, and for which card."""

    look = Look("pay", phase=5)

    card: str
    heat: int
    left: int
    """The Heat that the engine holds afterwards."""

    def shows(self, reader: Reader) -> Shown:
        return {"heat": -self.heat}

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{who} {cost}pays {n} Heat{end} for {card}; {left} left.",
            "{who} {cost}pays {n} Heat{end} for {card}; {left} left.",
            self.heat,
        )
        return phrase(text, who=reader.who(self.seat), n=self.heat, card=reader.card(self.card), left=self.left)


def _paid_heat(narrator: Narrator, event: PaidHeat) -> None:
    left = narrator.race.car(event.seat).engine - event.heat
    narrator.say(PayLine(seat=event.seat, card=event.card, heat=event.heat, left=left))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    payable = {choice.card for choice in cockpit.of(PayHeat)}
    for item in dict.fromkeys(item for item in cockpit.car.items if item.kind == "heat"):
        card = cockpit.short(item.source)
        lever = Lever("heat", _("Pay %(n)s") % {"n": item.amount}, "", css_class="boost", given_by=card, must=True)
        lever.opens = [
            Opened(symbol, symbols.number(symbol, amount), symbols.words(symbol, amount))
            for symbol, amount in cockpit.game.cards[item.source].symbols.items()
            if symbol not in AT_ONCE
        ]
        if item.source in payable:
            lever.do = f"pay_heat:{item.source}"
            lever.gives = _("%(card)s costs Heat, before the rest of it can be used.") % {"card": card}
            lever.cost, lever.free = labels.heat(item.amount), False
            yield lever
        else:
            yield lever.refuse(cockpit, PayHeat(item.source))


MOVE = SiteMove(
    choice=PayHeat,
    log=LogPart(lines=(PayLine,), narrated={PaidHeat: _paid_heat}),
    counts={PaidHeat: paid_for_cards},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Pay the Heat of %(card)s") % {"card": labels.short(cards[choice.card])},
    refusals={
        "cost_unpaid": gettext_lazy(
            "%(card)s costs %(heat)s Heat, and your engine holds %(engine)s. Cool down first if you can."
        ),
    },
    presets=(),
)
