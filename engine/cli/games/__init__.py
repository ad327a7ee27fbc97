"""Games beside Heat on the command line: `simulate`, `drive` and `bench` with `--game NAME`.

The commands know what the kernel's contract says of a game. What it does not say (the set-up that options ask
for, and what is printed) stands in one module a game, listed here.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine.kernel import Broken, Fault, Game, Seed

GAMES: dict[str, str] = {
    "lastcard": "engine.cli.games.lastcard",
    "henhur": "engine.cli.games.henhur",
}
"""By the name of a game: the module that has it as `PLAYED`."""

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


class AnyBot(Protocol):
    """A bot of a game of which nothing is known."""

    def choose(self, view: Any, choices: Any, dice: Seed) -> Any:
        """One of the choices, from the view of the bot's own seat."""


class Table(NamedTuple):
    """A game bound to its content, and the set-up for so many seats."""

    game: AnyGame
    setup: Any


class Played(Protocol):
    """A game as the command line plays it."""

    @property
    def bots(self) -> Mapping[str, Callable[[Any], AnyBot]]:
        """From the weakest to the strongest."""

    @property
    def seats(self) -> int:
        """How many play where nothing else is said."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """The options of a set-up."""

    def table(self, given: argparse.Namespace, seats: int) -> Table:
        """What these options ask for. Raises `Broken` for options that make no set-up."""

    def situation(self, view: Any, names: Sequence[str]) -> str:
        """What a player at the terminal sees before a choice; may be of several lines."""

    def choice(self, choice: Any) -> str:
        """A choice in words."""

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        """What happened, as a seat sees the event; empty for what needs no words."""


def played(name: str) -> Played:
    """A game by its name, which is in the list."""
    return played_by(GAMES[name])


def played_by(module: str) -> Played:
    """The same by its module: another process is started with that, and asks no list."""
    found: Played = import_module(module).PLAYED
    return found


def chosen_bots(game: Played, names: str, option: str) -> list[str]:
    """The bots that an option names, with commas. Raises `Broken` for one that there is not."""
    words = [word.strip() for word in names.split(",") if word.strip()]
    faults = tuple(
        Fault(option, "unknown", f"there is no bot “{word[:40]}”, but {', '.join(game.bots)}")
        for word in words
        if word not in game.bots
    )
    if faults:
        raise Broken("options", faults)
    return words
