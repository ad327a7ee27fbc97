"""What an upgrade does, in words and figures: each symbol, what it counts in a plan, what it was measured to be worth.
Market, cockpit and comparison show the same facts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
            yield Fact(symbol, icon, symbols.number(symbol, amount) or str(amount), symbols.does(symbol, amount), costs)
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
        return Fact("value", "flag", "0", _("Measured with bots: as good as a Speed 2."))
    number = _count(abs(rounds))
    if rounds < 0:
        text = ngettext(
            "Measured with bots: %(n)s round a race slower than a Speed 2.",
            "Measured with bots: %(n)s rounds a race slower than a Speed 2.",
            number,
        )
        return Fact("value", "flag", f"−{amount}", text % {"n": amount}, costs=True)
    text = ngettext(
        "Measured with bots: %(n)s round a race faster than a Speed 2.",
        "Measured with bots: %(n)s rounds a race faster than a Speed 2.",
        number,
    )
    return Fact("value", "flag", f"+{amount}", text % {"n": amount})


def _count(number: float) -> int:
    """A whole number that takes the same form of a noun: of less than one zero, of more than one at least two."""
    rounded = round(number, 1)
    return int(rounded) if rounded < 1 else ceil(rounded)


def _decimal(number: float) -> str:
    rounded = round(number, 1)
    return number_format(rounded, 0 if rounded.is_integer() else 1)


def filters(box: CardSet, tiers: tuple[str, ...], expansions: tuple[str, ...]) -> list[tuple[str, str | Promise]]:
    """The symbols by which the market of this race can be filtered: those that its cards may have."""
    named = box.named()
    there = {symbol for face in set(box.upgrade_pile(tiers, expansions)) for symbol in named[face].symbols}
    return [(name, symbol.filter) for name, symbol in symbols.SYMBOLS.items() if name in there]
