"""What happens in a process where bots think: a position in, a choice out. Nothing of Django is loaded here."""

import os
import signal
from functools import lru_cache
from multiprocessing import parent_process
from threading import Thread

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


def settle_in() -> None:
    """People's clicks come first. Ctrl-C is for the server; and where that has gone, somehow, nobody thinks on."""
    os.nice(19)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_go_with_the_server, daemon=True).start()


def _go_with_the_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
