"""Giving an upgrade back after a draft."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.give_up import GaveUp, GiveUp
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.draft import DraftScreen, each
from races.heat.cockpit.screen import Button
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import Secret, SiteMove


class GaveUpLine(CarLine, frozen=True, tag="gave_up", kw_only=True):
    """The upgrade that went back."""

    card: str

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("{who} gives {card} back."), who=reader.who(self.seat), card=reader.card(self.card))


def _gave_up(narrator: Narrator, event: GaveUp) -> None:
    narrator.say(GaveUpLine(seat=event.seat, card=event.card))


def _screen(cockpit: Cockpit) -> DraftScreen:
    return DraftScreen(
        sentence=_("Give one upgrade back."),
        state=_("You keep the other three. What you choose stays hidden until everybody has chosen."),
        give=each(cockpit, [choice.card for choice in cockpit.of(GiveUp)]),
        give_name="card",
        go=Button(do="give_up", label=_("Give this card back")),
        go_with=_("Give # back"),
    )


def _standing(cockpit: Cockpit, choice: GiveUp) -> tuple[str, str]:
    said = _("You give %(card)s back.") % {"card": cockpit.short(choice.card)}
    return said, _("It stays hidden until everybody has chosen.")


MOVE = SiteMove(
    choice=GiveUp,
    log=LogPart(lines=(GaveUpLine,), narrated={GaveUp: _gave_up}),
    counts={},
    screens={"give_up": _screen},
    levers=None,
    button=None,
    secret=Secret(standing=_standing, caption=lambda choice: _("Has chosen."), cards=lambda choice: ()),
    named=lambda choice, cards: _("Give %(card)s back") % {"card": labels.short(cards[choice.card])},
    refusals={},
    presets=(),
)
