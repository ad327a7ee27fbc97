"""The baselines on the command line: `python -m heatgym --help`."""

import argparse
import sys

from engine.kernel import Broken
from heatgym import measuring, training


def main() -> int:
    """Run one command. 0: done; 1: what was given is broken; 2: the words are wrong."""
    top = argparse.ArgumentParser(prog="python -m heatgym", description="Baselines for races of learning programs.")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    training.add(commands)
    measuring.add(commands)
    given = top.parse_args()
    try:
        given.run(given)
    except Broken as broken:
        for fault in broken.faults:
            print(f"{broken.what}: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
