"""Bots that play Heat."""

import secrets

import msgspec
from msgspec import Raw

from engine.heat import Choice, Content, Heat, View
from engine.heat.bots import BOTS
from engine.heat.tables import SHIPPED
from engine.kernel import Broken, Question, Seed, derive

__all__ = ["BOTS", "bind"]

_VIEWS = msgspec.json.Decoder(View, dec_hook=SHIPPED.dec_hook)


class HeatMind:
    """See `client.minds.Mind`."""

    def __init__(self, game: Heat, bot: str) -> None:
        self.game = game
        self.digest = game.digest
        self.bot = BOTS[bot](game)
        self.dice = Seed(secrets.token_hex(32))

    def choose(self, view: Raw, question: Question) -> Choice:
        seen = _VIEWS.decode(view)
        choices = self.game.legal(self.game.imagine(seen, derive(self.dice, "imagined")), question.seat)
        return self.bot.choose(seen, choices, derive(self.dice, str(question)))

    def places(self, view: Raw) -> tuple[int, ...]:
        return self.game.places(_VIEWS.decode(view))


def bind(content: Raw, bot: str) -> HeatMind:
    """A bot on the content of a race. Raises `ValueError` for content that this engine cannot read."""
    try:
        return HeatMind(Heat(msgspec.json.decode(content, type=Content)), bot)
    except (msgspec.DecodeError, Broken) as fault:
        raise ValueError(str(fault)) from None
