"""What players read of cards, tokens and places."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.henhur import Card, Effect, Priority, Rules, Token
from engine.henhur.views import lap_and_space

TOKEN_WORDS: Mapping[Token, Promise | str] = {
    "P+": gettext_lazy("priority +1"),
    "P+3": gettext_lazy("priority +3"),
    "R+": gettext_lazy("space +1"),
    "A+": gettext_lazy("trick +1"),
    "W+": gettext_lazy("wild +1"),
    "D": gettext_lazy("damage"),
}
"""What a token is worth, in as few words as stand in a list."""

SPENT_TO_RUN: tuple[Token, ...] = ("R+", "W+")
"""Tokens that add spaces to a run."""

TOKENS: Mapping[Token, Promise | str] = {
    "P+": gettext_lazy("token “priority +1”"),
    "P+3": gettext_lazy("token “priority +3”"),
    "R+": gettext_lazy("token “space +1”"),
    "A+": gettext_lazy("token “trick +1”"),
    "W+": gettext_lazy("token “wild +1”"),
    "D": gettext_lazy("damage"),
}
"""The same on a card that gives it."""

TITLES: Mapping[str, Promise | str] = {
    "pitstop": gettext_lazy("Pit Stop"),
    "highbid": gettext_lazy("High Bid"),
    "lowbid": gettext_lazy("Low Bid"),
    "rush": gettext_lazy("Rush"),
    "stride": gettext_lazy("Stride"),
    "punch": gettext_lazy("Punch"),
    "dash": gettext_lazy("Dash"),
    "trip": gettext_lazy("Trip"),
    "haggle": gettext_lazy("Haggle"),
    "elbow": gettext_lazy("Elbow"),
    "canter": gettext_lazy("Canter"),
    "surge": gettext_lazy("Surge"),
    "patchup": gettext_lazy("Patch Up"),
    "auctioneer": gettext_lazy("Auctioneer"),
    "feint": gettext_lazy("Feint"),
    "turboboost": gettext_lazy("Turbo Boost"),
    "lastlunge": gettext_lazy("Last Lunge"),
    "wrecker": gettext_lazy("Wrecker"),
    "jackpot": gettext_lazy("Jackpot"),
}
"""What the cards that ship are called. A card of other content keeps the title of its data."""


def title(card: Card) -> str:
    return str(TITLES.get(card.id, card.title))


def priority(one: Priority) -> str:
    """`2d8`, or the number where nothing is rolled."""
    if not one.dice:
        return str(one.plus)
    return f"{one.dice}d{one.sides}" + (f"+{one.plus}" if one.plus else "")


def turn(rules: Rules, number: int) -> str:
    """A turn of the match as a turn of its round."""
    past, nth = divmod(number - 1, rules.turns)
    return _("Round %(round)s, turn %(turn)s") % {"round": past + 1, "turn": nth + 1}


def place(rules: Rules, at: int) -> str:
    """A distance as lap and space."""
    if at >= rules.goal:
        return _("over the line")
    lap, space = lap_and_space(rules, at)
    return _("lap %(lap)s, space %(space)s") % {"lap": lap, "space": space}


def landing(rules: Rules, count: int, at: int) -> str:
    """How far a run goes, and where it ends."""
    if at >= rules.goal:
        text = ngettext("%(n)s space, over the line", "%(n)s spaces, over the line", count)
        return text % {"n": count}
    lap, space = lap_and_space(rules, at)
    text = ngettext(
        "%(n)s space, to lap %(lap)s, space %(space)s", "%(n)s spaces, to lap %(lap)s, space %(space)s", count
    )
    return text % {"n": count, "lap": lap, "space": space}


def effect(one: Effect) -> str:
    """What an effect does, as it stands on a card."""
    match one.op:
        case "more":
            return ngettext("%(n)s space more", "%(n)s spaces more", one.n) % {"n": one.n}
        case "repair":
            return ngettext("drop %(n)s damage", "drop up to %(n)s damage", one.n) % {"n": one.n}
        case "gain":
            assert one.token is not None, "a gain names its token"
            return gain(one.n, TOKENS[one.token])
        case "draw":
            return ngettext("draw %(n)s card", "draw %(n)s cards", one.n) % {"n": one.n}
        case "damage":
            return _damage(one)
    return _back(one)


def gain(count: int, token: Promise | str) -> str:
    """What tokens are called that a card gives."""
    return str(token) if count == 1 else _("%(n)s × %(token)s") % {"n": count, "token": token}


def _damage(one: Effect) -> str:
    if one.reach is None:
        return _("damage to the next hen ahead")
    if one.reach == (0, 0):
        return _("damage to every hen on your space")
    return _("damage to every hen up to %(most)s ahead") % {"most": one.reach[1]}


def _back(one: Effect) -> str:
    if one.reach is None:
        return ngettext("next hen ahead: %(n)s back", "next hen ahead: %(n)s back", one.n) % {"n": one.n}
    most = {"n": one.n, "most": one.reach[1]}
    return ngettext("hens up to %(most)s ahead: %(n)s back", "hens up to %(most)s ahead: %(n)s back", one.n) % most
