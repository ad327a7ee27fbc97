"""Items of React: where they come from, and which of several are spent."""

from functools import cache
from itertools import combinations

from engine.heat.moment import moment_of
from engine.heat.state import Item
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat

GEAR_COOLDOWN = {1: 3, 2: 1}

GIVEN = frozenset({"cooldown", "boost", "adrenaline"})
"""The kinds of items that gear and adrenaline give; items of any other kind come from symbols of cards."""

SOURCES_FIRST = ("gear", "adrenaline")
"""Items of these sources are spent before those of cards."""


def card_items(symbols: dict[str, int], card: str, kinds: frozenset[str]) -> tuple[Item, ...]:
    """What can be used of a card in play: its symbols of these kinds."""
    return tuple(Item(kind, amount, card) for kind, amount in sorted(symbols.items()) if kind in kinds)


@cache
def gear_items(gear: int, boost_gears: tuple[int, ...]) -> tuple[Item, ...]:
    """What the gear gives: cooldown in the low gears, and a boost where the rule set has one."""
    items: tuple[Item, ...] = ()
    if cooldown := GEAR_COOLDOWN.get(gear):
        items += (Item("cooldown", cooldown, "gear"),)
    if gear in boost_gears:
        items += (Item("boost", 1, "gear"),)
    return items


def sources_for(items: tuple[Item, ...], amount: int) -> tuple[Item, ...]:
    """The sources that an amount spends: no more of them than it takes, the free ones first, and the least to waste."""
    items = tuple(sorted(items, key=_spent_first))
    for size in range(1, len(items)):
        if enough := [some for some in combinations(items, size) if sum([one.amount for one in some]) >= amount]:
            return min(enough, key=lambda some: (sum(map(_spent_first, some)), sum([one.amount for one in some])))
    return items


def _spent_first(item: Item) -> int:
    return SOURCES_FIRST.index(item.source) if item.source in SOURCES_FIRST else len(SOURCES_FIRST)


def open_item(transaction: Transaction, seat: Seat, kind: str, source: str = "") -> Item:
    """The item of a kind that a seat uses now: of this source, if one is named."""
    items = moment_of(transaction.bound, transaction.state, seat).items(kind)
    return next(item for item in items if source in ("", item.source))


def open_items(transaction: Transaction, seat: Seat, kind: str) -> tuple[Item, ...]:
    return moment_of(transaction.bound, transaction.state, seat).items(kind)
