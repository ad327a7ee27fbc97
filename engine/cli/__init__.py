"""The command line: one module a command. Here only what they share: the parser, and how faults are told."""

import argparse
import io
import sys
from collections.abc import Sequence

import engine
from engine.cli import bench, drive, games, perft, replay, review, season, simulate, tracks
from engine.cli.games import bench as games_bench
from engine.cli.games import drive as games_drive
from engine.cli.games import simulate as games_simulate
from engine.kernel import Broken

HEAT = "heat"
COMMANDS = (drive, simulate, season, replay, review, perft, tracks, bench)
OTHER_COMMANDS = (games_drive, games_simulate, games_bench)
"""What takes `--game` with another game than Heat."""


def parser(game: str = HEAT) -> argparse.ArgumentParser:
    """The commands of a game: each game has options of its own."""
    top = argparse.ArgumentParser(
        prog="python -m engine",
        description="The rules of Heat, without a site: drive, simulate and replay races, run championships, measure. "
        "With --game, drive, simulate and bench are those of another game.",
    )
    top.add_argument("--version", action="version", version=engine.__version__)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    if game == HEAT:
        for command in COMMANDS:
            command.add(commands)
    else:
        for other in OTHER_COMMANDS:
            other.add(commands, game)
    for taking in (drive, simulate, bench):
        name = taking.__name__.rpartition(".")[2]
        commands.choices[name].add_argument(
            "--game", choices=(HEAT, *games.GAMES), default=game, help="which game (default: heat)"
        )
    return top


def chosen_game(words: Sequence[str]) -> str:
    """The game that the words ask for, before its options are known; Heat where they name none that there is."""
    first = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    first.add_argument("--game")
    try:
        name = first.parse_known_args(words)[0].game
    except argparse.ArgumentError:
        return HEAT
    return name if name in games.GAMES else HEAT


def main(words: Sequence[str] | None = None) -> int:
    """Run one command. 0: done; 1: what was given is broken, every fault is named; 2: the words are wrong."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a sign that the terminal cannot show must not end a command
    words = sys.argv[1:] if words is None else words
    given = parser(chosen_game(words)).parse_args(words)
    try:
        code: int = given.run(given)
    except Broken as broken:
        for fault in broken.faults:
            print(f"{broken.what}: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as `| head` does
        sys.stderr.close()
        return 1
    return code
