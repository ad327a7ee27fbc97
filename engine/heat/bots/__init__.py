"""Bots: programs that take a seat with a deck. They see their own view and the choices, nothing else."""

from collections.abc import Callable

from engine.heat.bots.bot import Bot, RandomBot
from engine.heat.bots.cautious import Cautious
from engine.heat.bots.champion import Champion
from engine.heat.bots.racer import Racer
from engine.heat.game import Heat

BOTS: dict[str, Callable[[Heat], Bot]] = {
    "random": RandomBot,
    "cautious": Cautious,
    "racer": Racer,
    "champion": Champion,
}
"""Every kind of bot, from the weakest to the strongest."""

__all__ = ["BOTS", "Bot"]
