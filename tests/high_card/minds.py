"""The bots of High Card, for the processes where bots think."""

import msgspec

from tests.engine.kernel.high_card import BOTS, Content, HighCard

__all__ = ["BOTS", "bind"]


def bind(content: str) -> HighCard:
    return HighCard(msgspec.json.decode(content, type=Content))
