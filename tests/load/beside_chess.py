"""Sets the engine beside python-chess on the same machine, in one run: random play-outs, decisions a second.

    pip install chess        # for the comparison only; it is no dependency of ours
    python -m tests.load.beside_chess [SECONDS]

One decision of chess is: list the legal moves, pick one at random, push it, as its own random play-outs do. One of ours
is: list the choices, pick one at random, decide, fold the events. Both in CPU time of one core, by turns.
"""

import importlib
import json
import sys
import time
from random import Random
from typing import Any

from engine.cli.bench import CARS, measure
from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.kernel import Seed

MOST_MOVES = 200
TURNS = 3


def chess_moves_per_second(chess: Any, seconds: float, dice: Random) -> float:
    moves = 0
    begun = spent = time.process_time()
    while spent - begun < seconds:
        board = chess.Board()
        for _ in range(MOST_MOVES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(dice.choice(legal))
            moves += 1
        spent = time.process_time()
    return moves / (spent - begun)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    chess = importlib.import_module("chess")
    game = Heat(Content(track=next(iter(all_tracks().values()))))
    setup = Setup(tuple(Entrant() for _ in range(CARS)), 2)
    theirs, ours = [], []
    for turn in range(TURNS):
        theirs.append(chess_moves_per_second(chess, seconds, Random(turn)))
        ours.append(measure(game, (setup,), Seed(f"{turn:032x}"), seconds)["decisions_per_second"])
    figures = {"python_chess": max(theirs), "heat": max(ours), "ratio": max(ours) / max(theirs)}
    print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))


if __name__ == "__main__":
    main()
