"""What an upgrade does, in words and figures: each symbol, what it counts in a plan, what it was measured to be worth.
Market, cockpit and comparison show the same facts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.bots.symbols import CARD_VALUES
from engine.heat.cards import Card, CardSet
from races.heat.parts import symbols
from races.parts import icons


@dataclass(frozen=True)
class Fact:
    """One thing that a card does."""

    kind: str
    """`counts`, a symbol, or `value`: cards are compared kind by kind."""
    icon: str
    amount: str
    """The figure alone, for a table."""
    text: str
    costs: bool = False
    """Whether it is a price, or a must that may hurt."""
    is_printed: bool = False
    """Whether the picture of the card says as much, so that a tile need not."""


@dataclass(frozen=True)
class Upgrade:
    """A card as the garage shows it."""

    facts: tuple[Fact, ...]
    speed: str
    """What it counts in a plan, on average: a plain number, for sorting."""
    value: str
    """Rounds that it saves in a race, the same way."""
    kinds: str
    """The symbols on it, with spaces between."""


def upgrade(card: Card, box: CardSet) -> Upgrade:
    low, high, mean = _flip(box)
    flips = card.symbols.get("plus", 0)
    return Upgrade(
        facts=tuple(_facts(card, (low, high, mean))),
        speed=f"{float(Fraction(sum(card.worth), len(card.worth)) + flips * mean):.2f}",
        value=f"{CARD_VALUES.get(card.id, 0):.2f}",
        kinds=" ".join(card.symbols) or card.kind,
    )


def _flip(box: CardSet) -> tuple[int, int, Fraction]:
    """The least, the most and the mean that a flip counts: it ends with a Speed card, and all drivers own the same."""
    worths = [card.worth[0] for card in box.cards if card.kind == "speed"]
    return min(worths), max(worths), Fraction(sum(worths), len(worths))


def _facts(card: Card, flip: tuple[int, int, Fraction]) -> Iterator[Fact]:
    if card.kind == "heat":
        yield Fact(
            "heat_card", "heat", "1", _("One Heat more in your deck: cool it once, and the engine holds 1 more.")
        )
    else:
        yield _counts(card, flip)
    for symbol, amount in card.symbols.items():
        if symbol != "plus":
            icon = symbol if symbol in symbols.SYMBOLS else icons.STAND_IN
            costs = symbols.costs(symbol) or amount < 0
            yield Fact(symbol, icon, symbols.number(symbol, amount) or str(amount), does(symbol, amount), costs)
    if card.id in CARD_VALUES:
        yield _value(CARD_VALUES[card.id])


def _counts(card: Card, flip: tuple[int, int, Fraction]) -> Fact:
    """What the card adds to the speed of a plan."""
    low, high, mean = flip
    flips = card.symbols.get("plus", 0)
    if not flips:
        if len(card.worth) == 1:
            text = _("Counts %(n)s.") % {"n": card.worth[0]}
            return Fact("counts", "gear", str(card.worth[0]), text, is_printed=True)
        worths = ", ".join(map(str, card.worth))
        text = _("Counts what you choose when the cards are turned: %(worths)s.")
        return Fact("counts", "gear", worths, text % {"worths": worths})
    least, most = card.worth[0] + flips * low, card.worth[0] + flips * high
    values = {"least": least, "most": most, "mean": _decimal(float(card.worth[0] + flips * mean)), "n": flips}
    text = ngettext(
        "Counts %(least)s to %(most)s with its flip, %(mean)s on average.",
        "Counts %(least)s to %(most)s with its %(n)s flips, %(mean)s on average.",
        flips,
    )
    return Fact("counts", "plus", f"{least} – {most}", text % values)


def _value(rounds: float) -> Fact:
    amount = _decimal(abs(rounds))
    if amount == "0":
        return Fact("value", "flag", "0", _("Measured: worth as much to a bot as a plain 2."))
    if rounds < 0:
        text = _("Measured: a bot loses %(n)s rounds of a race with it, against a plain 2.")
        return Fact("value", "flag", f"−{amount}", text % {"n": amount}, costs=True)
    text = _("Measured: a bot saves %(n)s rounds of a race with it, against a plain 2.")
    return Fact("value", "flag", f"+{amount}", text % {"n": amount})


def _decimal(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


FILTERS: Mapping[str, str | Promise] = {
    "plus": gettext_lazy("Flips cards"),
    "cooldown": gettext_lazy("Cools down"),
    "super_cool": gettext_lazy("Cools the discard pile"),
    "slipstream": gettext_lazy("Lengthens the slipstream"),
    "draft": gettext_lazy("Drafts behind a car"),
    "direct_play": gettext_lazy("Can be played in React"),
    "accelerate": gettext_lazy("Accelerates"),
    "adjust_limit": gettext_lazy("Changes corner limits"),
    "reduce_stress": gettext_lazy("Throws Stress away"),
    "salvage": gettext_lazy("Brings discarded cards back"),
    "refresh": gettext_lazy("Can be drawn again"),
    "scrap": gettext_lazy("Scraps cards"),
    "heat": gettext_lazy("Costs Heat"),
}
"""The symbols by which a market can be filtered: what moves and helps first, what costs last."""


def filters(box: CardSet, tiers: tuple[str, ...], expansions: tuple[str, ...]) -> list[tuple[str, str | Promise]]:
    """Those of them that cards of this race may have."""
    named = box.named()
    there = {symbol for face in set(box.upgrade_pile(tiers, expansions)) for symbol in named[face].symbols}
    return [(name, words) for name, words in FILTERS.items() if name in there]


def does(symbol: str, amount: int) -> str:
    """What a symbol does, as a sentence; of one that is not known here, its name."""
    say = DOES.get(symbol)
    return say(amount) if say else symbols.words(symbol, amount)


def _limit(n: int) -> str:
    if n < 0:
        return _("The limit of every corner that you cross this turn is %(n)s lower.") % {"n": -n}
    return _("The limit of every corner that you cross this turn is %(n)s higher.") % {"n": n}


DOES: Mapping[str, Callable[[int], str]] = {
    "cooldown": lambda n: _("Cools up to %(n)s Heat: from your hand to the engine.") % {"n": n},
    "heat": lambda n: _("Costs %(n)s Heat from the engine, before the rest of it can be used.") % {"n": n},
    "reduce_stress": lambda n: _("Throws away up to %(n)s Stress of your hand.") % {"n": n},
    "scrap": lambda n: (
        ngettext(
            "A must: the top %(n)s card of your draw pile is discarded.",
            "A must: the top %(n)s cards of your draw pile are discarded.",
            n,
        )
        % {"n": n}
    ),
    "salvage": lambda n: (
        ngettext(
            "Shuffles up to %(n)s discarded card back into your draw pile.",
            "Shuffles up to %(n)s discarded cards back into your draw pile.",
            n,
        )
        % {"n": n}
    ),
    "super_cool": lambda n: _("Brings up to %(n)s Heat of your discard pile to the engine.") % {"n": n},
    "direct_play": lambda n: _("Can be played from your hand in React, on top of the cards of your gear."),
    "accelerate": lambda n: _("Adds 1 speed for each flip of your turn."),
    "draft": lambda n: (
        ngettext(
            "Closes a gap of %(n)s space to the car ahead. That is not speed.",
            "Closes a gap of up to %(n)s spaces to the car ahead. That is not speed.",
            n,
        )
        % {"n": n}
    ),
    "slipstream": lambda n: (
        ngettext(
            "Your slipstream may go %(n)s space farther.",
            "Your slipstream may go %(n)s spaces farther.",
            n,
        )
        % {"n": n}
    ),
    "adjust_limit": _limit,
    "refresh": lambda n: _("Goes back on top of your draw pile at the end of the turn, if you want."),
}
"""By symbol, what it does."""
