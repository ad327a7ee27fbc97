"""Bots that play Last Card."""

from collections.abc import Sequence

import msgspec
from msgspec import Raw

from client.engine_mind import EngineMind, bound
from engine.lastcard import Choice, LastCard, State, View, read_content
from engine.lastcard.bots import BOTS

__all__ = ["BOTS", "bind"]

_VIEWS = msgspec.json.Decoder(View)


def bind(content: Raw, bot: str) -> EngineMind[State, View, Sequence[Choice], Choice]:
    """See `client.engine_mind.bound`."""
    game, player = bound("Last Card", BOTS, bot, lambda: LastCard(read_content(bytes(content))))
    return EngineMind(game, player, _VIEWS)
