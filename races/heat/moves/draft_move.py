"""Drafting: up behind the next car, by the symbols of cards in play."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.moves.draft_move import DraftMove, DraftUsed
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever, sources
from races.heat.commentary.line import Look, MoveLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class DraftLine(MoveLine, frozen=True, tag="draft", kw_only=True):
    """By which cards."""

    look = Look("slipstream", phase=5)

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} drafts with {cards}, up behind the next car: not speed.")
        said = phrase(text, who=reader.who(self.seat), cards=reader.families(self.cards))
        return joined(said, self.way(reader))


def _draft_used(narrator: Narrator, event: DraftUsed) -> None:
    cards = tuple(item.source for item in event.spent)
    narrator.begin(DraftLine(seat=event.seat, start=narrator.race.place(event.seat), cards=cards))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    for choice in cockpit.of(DraftMove):
        text = ngettext(
            "Close the gap of %(n)s space to the car ahead. Your speed stays.",
            "Close the gap of %(n)s spaces to the car ahead. Your speed stays.",
            choice.gap,
        )
        lever = Lever("draft", _("Draft"), text % {"n": choice.gap}, do=f"draft_move:{choice.gap}", css_class="slip")
        lever.given_by = sources(cockpit, "draft")
        lever.show_outlook(cockpit, choice)
        yield lever


MOVE = SiteMove(
    choice=DraftMove,
    log=LogPart(lines=(DraftLine,), narrated={DraftUsed: _draft_used}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        ngettext("Close a gap of %(n)s space", "Close a gap of %(n)s spaces", choice.gap) % {"n": choice.gap}
    ),
    refusals={
        "draft_gap": gettext_lazy("The gap ahead is %(gap)s. Your cards close one of 1 to %(most)s."),
    },
    presets=(),
)
