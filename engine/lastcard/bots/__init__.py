"""Bots: programs that take a seat. They see their own view and the choices, nothing else."""

from collections.abc import Callable

from engine.lastcard.bots.bot import Bot, RandomBot
from engine.lastcard.bots.cautious import Cautious
from engine.lastcard.bots.good import Good
from engine.lastcard.game import LastCard

BOTS: dict[str, Callable[[LastCard], Bot]] = {
    "random": RandomBot,
    "cautious": Cautious,
    "good": Good,
}
"""Every kind of bot, from the weakest to the strongest."""

__all__ = ["BOTS", "Bot"]
