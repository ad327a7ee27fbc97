"""A symbol as cards may carry it."""

from msgspec import Struct


class Symbol(Struct, frozen=True):
    """A symbol: its name in the data, and how the terminal describes a card with it."""

    name: str
    text: str
    """With `{}` for the number on the card."""
    least: int = 1
    """The least number that may stand on a card."""
