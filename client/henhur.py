"""Bots that play HenHur."""

import msgspec
from msgspec import Raw

from client.engine_mind import EngineMind, bound
from engine.henhur import Choice, HenHur, State, View, read_content
from engine.henhur.bots import BOTS
from engine.henhur.choices import Choices

__all__ = ["BOTS", "bind"]

_VIEWS = msgspec.json.Decoder(View)


def bind(content: Raw, bot: str) -> EngineMind[State, View, Choices, Choice]:
    """See `client.engine_mind.bound`."""
    game, player = bound("HenHur", BOTS, bot, lambda: HenHur(read_content(bytes(content))))
    return EngineMind(game, player, _VIEWS)
