"""Bots: programs that take a seat. They see their own view and the choices, nothing else."""

from collections.abc import Callable

from engine.henhur.bots.bot import Bot, RandomBot
from engine.henhur.bots.cautious import Cautious
from engine.henhur.bots.good import Good
from engine.henhur.game import HenHur

BOTS: dict[str, Callable[[HenHur], Bot]] = {"random": RandomBot, "cautious": Cautious, "good": Good}
"""Every kind of bot, from the weakest to the strongest."""

__all__ = ["BOTS", "Bot"]
