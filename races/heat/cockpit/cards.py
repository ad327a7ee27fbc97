"""A card of the hand that can be chosen with others, or says why it cannot."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class HandCard:
    face: str
    short: str
    why: str = ""
    """Why it cannot be chosen, in a word or two; empty if it can."""
    reason: str = ""
    """The same as a sentence."""
