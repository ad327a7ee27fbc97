"""Who else plays: characters that bots play."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.lastcard.bots.cast import cast as engine_cast
from lobby.games import Opponent

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
