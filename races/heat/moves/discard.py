"""Throwing cards away at the end of a turn, and putting some back on the draw pile."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.cards import Card
from engine.heat.choices import Choice, Choices
from engine.heat.moves.discard import Discard, Discarded, Refreshed, refreshers
from races.heat.cockpit import labels
from races.heat.cockpit.cards import HandCard, hand_card
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.cockpit.turn import next_corner, sum_of_turn
from races.heat.commentary.line import CarLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader, listed
from races.heat.moves.move import Preset, Secret, SiteMove


class DiscardLine(CarLine, frozen=True, tag="discard", kw_only=True):
    """The cards that were thrown away."""

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("{who} throws {cards} away."), who=reader.who(self.seat), cards=reader.cards(self.cards))


class RefreshLine(CarLine, frozen=True, tag="refresh", kw_only=True):
    """The cards that went back on the draw pile, one after the other."""

    cards: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} puts {cards} back on top of the draw pile.")
        return phrase(text, who=reader.who(self.seat), cards=listed(reader.card(face) for face in self.cards))


def _discarded(narrator: Narrator, event: Discarded) -> None:
    if event.cards:
        narrator.say(DiscardLine(seat=event.seat, cards=event.cards))


def _refreshed(narrator: Narrator, event: Refreshed) -> None:
    narrator.say(RefreshLine(seat=event.seat, cards=event.cards))


@dataclass(frozen=True, kw_only=True)
class DiscardScreen(CockpitScreen):
    template = "discard"
    css_class = "is-discard"

    hand: list[HandCard]
    refresh: list[tuple[str, str]]
    most: int | None
    """How many cards may go at most, where that is limited."""
    goes: list[str]
    """What the main button says when one card is chosen, two, and so on."""
    nothing: str
    """What it says when none is."""
    played: str
    sum: str
    """How the speed came about, where it was more than one card."""
    holds: str
    bill: str


def _screen(cockpit: Cockpit) -> DiscardScreen:
    """Any cards that may go, or none."""
    may_go = {card for group in cockpit.offered.sets for card in group.cards}
    hand = _cards(cockpit, may_go)
    most = cockpit.game.effects(cockpit.view.setup).discard_max
    limit = cockpit.game.hand_limit(cockpit.view.setup)
    sentence, state = _("Throw away what you do not want."), _("Then you draw up to %(n)s cards.")
    if cockpit.goes_off and not may_go:
        sentence, state = _("Nothing here can be thrown away."), _("You go on in a moment.")
    if cockpit.decided is not None:
        sentence, state = _("It is done as you decided."), _("Then you draw up to %(n)s cards.")
    elif cockpit.decision_is_dropped:
        sentence = _("Things have changed since you decided. Choose anew.")
    return DiscardScreen(
        hand=hand,
        refresh=_refresh(cockpit),
        most=min(len(may_go), most) if most is not None else None,
        sentence=sentence,
        state=state % {"n": limit},
        nothing=_("Keep them all"),
        goes=[ngettext("Discard %(n)s card", "Discard %(n)s cards", n) % {"n": n} for n in range(1, len(hand) + 1)],
        go=Button(do="discard", label=_("Discard what is chosen")),
        played=cockpit.names(cockpit.car.play),
        sum=sum_of_turn(cockpit),
        holds=ngettext("You hold %(n)s card.", "You hold %(n)s cards.", len(hand)) % {"n": len(hand)},
        bill=next_corner(cockpit),
    )


def _cards(cockpit: Cockpit, may_go: set[str]) -> list[HandCard]:
    """The hand; what was decided to go lies chosen."""
    left = Counter(cockpit.decided.cards if isinstance(cockpit.decided, Discard) else ())
    found = []
    for face in cockpit.hand:
        found.append(_card(cockpit, face, may_go, chosen=left[face] > 0))
        left[face] -= 1
    return found


def _card(cockpit: Cockpit, face: str, may_go: set[str], *, chosen: bool) -> HandCard:
    if face in may_go:
        return hand_card(cockpit, face, chosen=chosen)
    return hand_card(cockpit, face, why=_("stays"), reason=cockpit.why_not(Discard((face,))))


def _refresh(cockpit: Cockpit) -> list[tuple[str, str]]:
    """What of the played cards may go back on top of the draw pile, and in which order."""
    if not refreshers(cockpit.game, cockpit.car.play):
        return []
    orders = [group[0] for group in cockpit.offered.sets]
    return [
        (" ".join(one.refresh), _("%(cards)s on top") % {"cards": ", ".join(map(cockpit.short, reversed(one.refresh)))})
        if one.refresh
        else ("", _("nothing"))
        for one in orders
        if isinstance(one, Discard)
    ]


def _standing(cockpit: Cockpit, choice: Discard) -> tuple[str, str]:
    thrown = cockpit.names(choice.cards)
    said = _("You throw away %(cards)s.") % {"cards": thrown} if thrown else _("You keep your cards.")
    return said, _("It stays hidden until everybody has chosen.")


def _caption(choice: Discard) -> str:
    return _("Has chosen to discard these.") if choice.cards else _("Has chosen to keep all.")


def _named(choice: Discard, cards: Mapping[str, Card]) -> str:
    thrown = labels.listed(choice.cards, cards)
    if choice.refresh:
        back = labels.listed(choice.refresh, cards)
        if not thrown:
            return _("Put %(back)s back on the pile") % {"back": back}
        return _("Throw %(cards)s away, put %(back)s back on the pile") % {"cards": thrown, "back": back}
    return _("Throw %(cards)s away") % {"cards": thrown} if thrown else _("Keep all cards")


def _keep_if_alone(choices: Choices) -> Choice | None:
    return Discard(()) if len(choices) == 1 and Discard(()) in choices else None


def _keep_all(choices: Choices) -> Choice | None:
    return Discard(()) if Discard(()) in choices else None


MOVE = SiteMove(
    choice=Discard,
    log=LogPart(lines=(DiscardLine, RefreshLine), narrated={Discarded: _discarded, Refreshed: _refreshed}),
    counts={},
    screens={"discard": _screen},
    levers=None,
    button=None,
    secret=Secret(standing=_standing, caption=_caption, cards=lambda choice: choice.cards),
    named=_named,
    refusals={
        "no_refresh": gettext_lazy("These cards cannot go back on top of your draw pile."),
        "discard_tunnel": gettext_lazy("Nothing can be thrown away in a tunnel."),
        "discard_too_many": gettext_lazy("In this race you can throw away %(most)s at most."),
        "card_kept": gettext_lazy("Heat and Stress stay in your hand. Choose other cards."),
    },
    presets=(
        Preset(
            name="stuck",
            label=gettext_lazy("Discard: go on if I can throw nothing away"),
            phase="discard",
            answer=_keep_if_alone,
            default=True,
            open="never",
        ),
        Preset(
            name="keep",
            label=gettext_lazy("Discard: keep all"),
            phase="discard",
            answer=_keep_all,
            default=False,
            open="never",
        ),
    ),
)
