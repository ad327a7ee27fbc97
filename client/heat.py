"""Bots that play Heat."""

import msgspec
from msgspec import Raw

from client.engine_mind import EngineMind, bound
from engine.heat import Choice, Content, Heat, State, View
from engine.heat.bots import BOTS
from engine.heat.choices import Choices
from engine.heat.tables import SHIPPED

__all__ = ["BOTS", "bind"]

_VIEWS = msgspec.json.Decoder(View, dec_hook=SHIPPED.dec_hook)


def bind(content: Raw, bot: str) -> EngineMind[State, View, Choices, Choice]:
    """See `client.engine_mind.bound`."""
    game, player = bound("Heat", BOTS, bot, lambda: Heat(msgspec.json.decode(content, type=Content)))
    return EngineMind(game, player, _VIEWS)
