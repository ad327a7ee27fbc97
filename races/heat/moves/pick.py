"""Taking an upgrade from the market of a draft."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec.structs import replace

from engine.heat.moves.pick import Pick, Picked
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.draft import DraftScreen, each, owned_by
from races.heat.cockpit.screen import Button
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class PickedLine(CarLine, frozen=True, tag="picked", kw_only=True):
    """The cards that a driver took; those that are dealt one after the other are one line."""

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("{who} takes {cards}."), who=reader.who(self.seat), cards=reader.cards(self.cards))


def _picked(narrator: Narrator, event: Picked) -> None:
    if line := narrator.last_of(PickedLine, event.seat):
        narrator.replace_last(replace(line, cards=(*line.cards, event.card)))
    else:
        narrator.say(PickedLine(seat=event.seat, cards=(event.card,)))


def _screen(cockpit: Cockpit) -> DraftScreen:
    state = _("What you draft takes the place of the three starting upgrades.")
    if cockpit.decided is not None:
        state = _("You get what you have chosen ahead.")
    elif cockpit.decision_is_dropped:
        state = _("What you wanted is taken. Choose another card.")
    return DraftScreen(
        sentence=_("Take an upgrade for your deck."),
        state=state,
        take=each(cockpit, [choice.card for choice in cockpit.of(Pick)]),
        take_name="card",
        owned=owned_by(cockpit),
        go=Button(do="pick", label=_("Take this card")),
        go_with=_("Take #"),
    )


MOVE = SiteMove(
    choice=Pick,
    log=LogPart(lines=(PickedLine,), narrated={Picked: _picked}),
    counts={},
    screens={"draft": _screen, "snake_draft": _screen},
    levers=None,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Take %(card)s") % {"card": labels.short(cards[choice.card])},
    refusals={},
    presets=(),
)
