"""The bots of HenHur, in the processes where bots think. Nothing of Django is loaded here."""

from engine.henhur import HenHur, read_content
from engine.henhur.bots import BOTS

__all__ = ["BOTS", "bind"]


def bind(content: str) -> HenHur:
    """The game on stored content."""
    return HenHur(read_content(content))
