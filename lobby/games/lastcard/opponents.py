"""Who else plays: characters that bots play."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.lastcard.bots.cast import cast as engine_cast
from lobby import rooms
from lobby.games import Opponent
from lobby.models import Room

STRENGTHS: Mapping[str, Promise | str] = {
    "random": gettext_lazy("plays anything"),
    "cautious": gettext_lazy("plays it safe"),
    "good": gettext_lazy("counts cards"),
}
"""By the engine's name of a bot."""


def cast() -> list[Opponent]:
    return [Opponent(one.name, one.bot, strength(one.bot), one.style) for one in engine_cast()]


def strength(bot: str) -> str:
    return str(STRENGTHS.get(bot, bot))


def strengths() -> list[tuple[str, str]]:
    return [(bot, strength(bot)) for bot in STRENGTHS]


def fill(room: Room, count: int, bot: str) -> None:
    """Put so many bots into a room: those of the wanted strength first, and further ones of the cast behind them."""
    left = rooms.cast_left(room, room.members.all())
    wanted = sorted(left, key=lambda one: one.bot != bot)
    for one in wanted[:count]:
        rooms.place(room, name=one.name, bot=bot, ready=True)
