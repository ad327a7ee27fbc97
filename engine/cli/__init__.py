"""The command line: one module a command. Here only what they share: the parser, and how faults are told."""

import argparse
import io
import sys
from collections.abc import Sequence

import engine
from engine.cli import bench, drive, perft, replay, season, simulate, tracks
from engine.kernel import Broken

COMMANDS = (drive, simulate, season, replay, perft, tracks, bench)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m engine",
        description="The rules of Heat, without a site: drive, simulate and replay races, run championships, measure.",
    )
    top.add_argument("--version", action="version", version=engine.__version__)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command. 0: done; 1: what was given is broken, every fault is named; 2: the words are wrong."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a sign that the terminal cannot show must not end a command
    given = parser().parse_args(words)
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
