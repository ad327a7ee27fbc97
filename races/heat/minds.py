"""The bots of Heat, in the processes where bots think. Nothing of Django is loaded here."""

import msgspec

from engine.heat import Content, Heat
from engine.heat.bots import BOTS

__all__ = ["BOTS", "bind"]


def bind(content: str) -> Heat:
    """The game on stored content."""
    return Heat(msgspec.json.decode(content, type=Content))
