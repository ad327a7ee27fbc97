"""Scrapping cards off the top of the draw pile, as a card in play demands."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec.structs import replace

from engine.heat.moves.scrap import Scrap, Scrapped
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.commentary.line import OpenLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class ScrapLine(OpenLine, frozen=True, tag="scrap", kw_only=True):
    """Which cards went, for which card. Cards turned before and after a reshuffle are one line."""

    card: str
    cards: tuple[str, ...] = ()

    def sentence(self, reader: Reader) -> SafeString:
        who, card = reader.who(self.seat), reader.card(self.card)
        if not self.cards:
            return phrase(_("{who} has nothing to scrap for {card}."), who=who, card=card)
        said = phrase(_("{who} scraps {cards} for {card}."), who=who, cards=reader.cards(self.cards), card=card)
        return joined(said, self.reshuffle())


def _scrapped(narrator: Narrator, event: Scrapped) -> None:
    line = narrator.open
    if not isinstance(line, ScrapLine):
        narrator.close()
        line = ScrapLine(seat=event.seat, card=event.card)
    narrator.open = replace(line, cards=(*line.cards, *event.cards))
    if event.done:
        narrator.close()


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    scrapped = {choice.card for choice in cockpit.of(Scrap)}
    for item in dict.fromkeys(item for item in cockpit.car.items if item.kind == "scrap"):
        lever = Lever("scrap", _("Scrap %(n)s") % {"n": item.amount}, "", why=cockpit.short(item.source))
        if item.source in scrapped:
            lever.do = f"scrap:{item.source}"
            lever.gives = _("Cards off the top of your draw pile go to the discard pile. This is a must.")
            yield lever
        else:
            yield lever.refuse(cockpit, Scrap(item.source))


MOVE = SiteMove(
    choice=Scrap,
    log=LogPart(lines=(ScrapLine,), narrated={Scrapped: _scrapped}, continuing=frozenset({Scrapped})),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    refusals={},
    presets=(),
)
