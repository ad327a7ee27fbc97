"""What happens in a process where bots think: a position in, a choice out. Nothing of Django is loaded here."""

import os
import signal
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from multiprocessing import parent_process
from threading import Thread
from typing import Protocol

from engine.kernel.chance import Seed
from engine.kernel.commands import Question
from races import registry


class Position(Protocol):
    """A game of the engine, as far as a bot needs it. Its values are handed on, and never looked into."""

    def decode(self, data: str, /) -> object: ...

    def view(self, state: object, seat: int, /) -> object: ...

    def legal(self, state: object, seat: int, /) -> Sequence[object]: ...


class Bot(Protocol):
    def choose(self, view: object, choices: Sequence[object], dice: Seed, /) -> object:
        """One of the choices. `dice` is the bot's own chance for this decision."""


@lru_cache(maxsize=32)
def _game(package: str, content: str) -> Position:
    game: Position = registry.part_of(package, "minds").bind(content)
    return game


def think(package: str, bot: str, content: str, state: str, question: Question, dice: Seed) -> object:
    """What this bot answers in the game of this package. It is given the view of its own seat and its choices, and
    nothing else."""
    bots: Mapping[str, Callable[[Position], Bot]] = registry.part_of(package, "minds").BOTS
    game = _game(package, content)
    position = game.decode(state)
    return bots[bot](game).choose(game.view(position, question.seat), game.legal(position, question.seat), dice)


def settle_in(niceness: int) -> None:
    """Prepare a process of the pool: it gives way, so that requests come first; Ctrl-C ends the server, which ends the
    pool; and if the server was killed, the process ends itself."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_go_with_the_server, daemon=True).start()


def _go_with_the_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
