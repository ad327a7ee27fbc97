"""High Card as the command line plays it: what `engine.cli.games` asks of a game, at its smallest."""

import argparse
from collections.abc import Sequence
from typing import Any

from engine.cli.games import Played, Table
from tests.engine.kernel.high_card import BOTS, Chosen, HighCard, Play, Setup, View


class HighCardPlayed:
    """See `engine.cli.games.Played`."""

    bots = BOTS
    seats = 3

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=3)

    def table(self, given: argparse.Namespace, seats: int) -> Table:
        return Table(HighCard(), Setup(seats, given.rounds))

    def situation(self, view: View, names: Sequence[str]) -> str:
        return f"Round {view.round}"

    def choice(self, choice: Play) -> str:
        return f"card {choice.card}"

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        return f"{names[event.seat]} puts a card down." if isinstance(event, Chosen) else ""


PLAYED: Played = HighCardPlayed()
