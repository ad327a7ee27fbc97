"""The engine on the command line: `python -m engine --help`."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
