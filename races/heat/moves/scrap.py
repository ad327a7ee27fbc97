"""Scrapping cards off the top of the draw pile, as a card in play demands."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from engine.heat.cards import HEAT, STRESS
from engine.heat.moves.scrap import Scrap, Scrapped
from races.heat.cockpit import labels
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
        name = _("Scrap %(n)s") % {"n": item.amount}
        lever = Lever("scrap", name, "", given_by=cockpit.short(item.source), must=True)
        if item.source in scrapped:
            lever.do = f"scrap:{item.source}"
            lever.gives = _what_it_takes(cockpit, item.amount)
            known = cockpit.car.top[: item.amount]
            lever.shows = [*known, *["back"] * (min(item.amount, cockpit.car.draw) - len(known))]
            yield lever
        else:
            yield lever.refuse(cockpit, Scrap(item.source))


def _what_it_takes(cockpit: Cockpit, amount: int) -> str:
    """How many of the draw pile go, and what its driver knows to be in it."""
    pile = cockpit.mine.draw
    values = {"n": amount, "draw": len(pile), "heat": pile.count(HEAT), "stress": pile.count(STRESS)}
    if amount > len(pile):
        return _("All %(draw)s cards of your draw pile are discarded, and more after a shuffle.") % values
    text = ngettext(
        "The top card of your draw pile of %(draw)s is discarded. It holds %(heat)s Heat and %(stress)s Stress.",
        "The top %(n)s of your draw pile of %(draw)s are discarded. It holds %(heat)s Heat and %(stress)s Stress.",
        amount,
    )
    return text % values


MOVE = SiteMove(
    choice=Scrap,
    log=LogPart(lines=(ScrapLine,), narrated={Scrapped: _scrapped}, continuing=frozenset({Scrapped})),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Scrap for %(card)s") % {"card": labels.short(cards[choice.card])},
    refusals={},
    presets=(),
)
