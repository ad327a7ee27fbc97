"""How the site stands load: `python -m tests.load rooms` and `python -m tests.load spectators`; each has `--help`."""

import sys

from tests.load import rooms, spectators

COMMANDS = {"rooms": rooms.main, "spectators": spectators.main}


def main(words: list[str]) -> None:
    if not words or words[0] not in COMMANDS:
        sys.exit(f"python -m tests.load {'|'.join(COMMANDS)} [--help]")
    COMMANDS[words[0]](words[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
