"""What happens in a process where bots think: a position in, a choice out. Nothing of Django is loaded here."""

import os
from functools import lru_cache

import msgspec

from engine.heat import Choice, Content, Heat
from engine.heat.bots import BOTS
from engine.kernel.chance import Seed
from engine.kernel.commands import Question


@lru_cache(maxsize=32)
def _game(data: str) -> Heat:
    return Heat(msgspec.json.decode(data, type=Content))


def think(bot: str, content: str, state: str, question: Question, dice: Seed) -> Choice:
    """What this bot answers. It is given the view of its own seat and its choices, and nothing else."""
    game = _game(content)
    position = game.decode(state)
    return BOTS[bot](game).choose(game.view(position, question.seat), game.legal(position, question.seat), dice)


def be_modest() -> None:
    """People's clicks come first."""
    os.nice(19)
