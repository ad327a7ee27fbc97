"""The mulligan: 1 Heat for a new hand before the first round."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.moves.mulligan import Mulligan, Mulliganed, MulliganedSeen
from engine.heat.state import Car
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import Button
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove
from races.heat.results.counts import Figures


class MulliganLine(CarLine, frozen=True, tag="mulligan", kw_only=True):
    """A new hand, and the Heat that the engine holds afterwards."""

    left: int

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} {cost}pays 1 Heat{end} for a new hand; {left} left.")
        return phrase(text, who=reader.who(self.seat), left=self.left)


def _mulliganed(narrator: Narrator, event: MulliganedSeen) -> None:
    narrator.say(MulliganLine(seat=event.seat, left=narrator.race.car(event.seat).engine - 1))


def _button(cockpit: Cockpit) -> Button | None:
    if not cockpit.of(Mulligan):
        return None
    return Button(do="mulligan", label=_("New hand, 1 Heat"), icon="swap")


def _count(figures: Figures, car: Car, event: Mulliganed) -> None:
    figures.cards += 1


MOVE = SiteMove(
    choice=Mulligan,
    log=LogPart(lines=(MulliganLine,), narrated={MulliganedSeen: _mulliganed}),
    counts={Mulliganed: _count},
    screens={},
    levers=None,
    button=_button,
    secret=None,
    named=lambda choice, cards: _("Pay for a new hand"),
    refusals={
        "mulligan_off": gettext_lazy("This race is driven without a mulligan."),
        "mulligan_late": gettext_lazy("A new hand can be had before the first round only."),
        "mulligan_used": gettext_lazy("You have had your new hand."),
    },
    presets=(),
)
