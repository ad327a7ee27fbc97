"""Symbols of cards that work without a choice of the driver: they change what others count."""

from collections.abc import Mapping

from engine.heat.cards import MOST_SYMBOL, Card
from engine.heat.symbols import Symbol

PLUS = Symbol("plus", "flip {}")
"""Flips, when the card is revealed."""

ADJUST_LIMIT = Symbol("adjust_limit", "limits {:+}", least=-MOST_SYMBOL)
"""Changes the limit of every corner of the turn."""

MODIFIERS = (PLUS, ADJUST_LIMIT)


def flips_of(cards: Mapping[str, Card], played: tuple[str, ...]) -> int:
    """How many cards these cards flip when they come into play."""
    return sum([cards[card].symbols.get(PLUS.name, 0) for card in played if cards[card].symbols])


def limit_change(cards: Mapping[str, Card], play: tuple[str, ...]) -> int:
    """By how much the cards in play change every corner's limit."""
    return sum([cards[card].symbols.get(ADJUST_LIMIT.name, 0) for card in play if cards[card].symbols])
