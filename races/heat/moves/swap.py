"""Swapping an upgrade for one that was left over in the draft."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.moves.swap import Swap, Swapped
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.draft import DraftScreen, each
from races.heat.cockpit.screen import Button
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove
from races.heat.moves.pass_ import leave


class SwappedLine(CarLine, frozen=True, tag="swapped", kw_only=True):
    """What was given for what."""

    give: str
    take: str

    def sentence(self, reader: Reader) -> SafeString:
        give, take = reader.card(self.give), reader.card(self.take)
        return phrase(_("{who} swaps {give} for {take}."), who=reader.who(self.seat), give=give, take=take)


def _swapped(narrator: Narrator, event: Swapped) -> None:
    narrator.say(SwappedLine(seat=event.seat, give=event.give, take=event.take))


def _screen(cockpit: Cockpit) -> DraftScreen:
    """One of the driver's own for one that was left over, or none."""
    swaps = cockpit.of(Swap)
    return DraftScreen(
        sentence=_("Swap an upgrade, or keep yours."),
        state=_("Choose one of yours and one of those that nobody took."),
        give=each(cockpit, [choice.give for choice in swaps]),
        give_name="give",
        take=each(cockpit, [choice.take for choice in swaps]),
        take_name="take",
        buttons=(leave(_("Keep mine")),),
        go=Button(do="swap", label=_("Swap them")),
        go_with=_("Swap for #"),
    )


MOVE = SiteMove(
    choice=Swap,
    log=LogPart(lines=(SwappedLine,), narrated={Swapped: _swapped}),
    counts={},
    screens={"swap": _screen},
    levers=None,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        _("Swap %(give)s for %(take)s")
        % {"give": labels.short(cards[choice.give]), "take": labels.short(cards[choice.take])}
    ),
    refusals={
        "swap_same": gettext_lazy("Swapping %(card)s for the same card changes nothing."),
    },
    presets=(),
)
