"""Figures for the tables of the documents, each from one command that anybody can run again."""

import json
import subprocess
import sys
from itertools import chain
from typing import Any

from tests.environment import bare

PROCESSES = 2


def command(**options: Any) -> list[str]:
    """The command behind a figure. An option that is only named has the value True."""
    words = [(f"--{name}",) if value is True else (f"--{name}", str(value)) for name, value in options.items()]
    return ["python", "-m", "engine", "simulate", *chain.from_iterable(words)]


def figures(jobs: int = PROCESSES, **options: Any) -> dict[str, Any]:
    """What the command says."""
    words = [sys.executable, *command(**options)[1:], "--jobs", str(jobs), "--json"]
    told = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=bare())
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def share(seat: dict[str, Any]) -> str:
    """A share of wins in per cent, with its 95 % interval."""
    low, high = 100 * seat["win_share_low"], 100 * seat["win_share_high"]
    return f"{100 * seat['win_share']:.1f} ({low:.1f}–{high:.1f})"


def row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def head(*cells: str) -> None:
    row(*cells)
    row("---", *["---:"] * (len(cells) - 1))
