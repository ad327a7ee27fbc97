"""The bots of Last Card, for the processes where bots think."""

from engine.lastcard import LastCard, read_content
from engine.lastcard.bots import BOTS

__all__ = ["BOTS", "bind"]


def bind(content: str) -> LastCard:
    return LastCard(read_content(content))
