"""What the server pays for a command: CPU beside that of a bare Channels consumer, in the same run.

python -m tests.load.cost [--rooms 20] [--seconds 12] [--turns 3] [--kinds programs,pages] [--beside PATH]

Both keep what was said with one transaction (an INSERT and an UPDATE of as many bytes, the same SQLite settings) and
send six updates, under the same Daphne. The bare one does nothing else; ours also reads the command, plays the game,
keeps clocks, and makes each of the six an update of their own. The drivers take different, short times to think, so
that few updates cover two commands; how many there were is told.

With `--beside` another checkout of the project is measured in the same run, turn by turn: its server on races that it
made itself, with the drivers of this one. So a change is compared with a commit before it:

    git worktree add ../before 5ea5351
    python -m tests.load.cost --beside ../before

Another game is measured beside Heat, in the same run, by a kind with its name: `--kinds programs,programs:lastcard`.
"""

import argparse
import asyncio
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.load.crew import Crew, Drive
from tests.load.figures import head, row
from tests.load.site import BARE, OURS, ROOT, serve

BUDGETS = {"programs": 2.0, "pages": 4.0}
QUICKEST, STEP = 0.3, 0.15
"""Seconds that the first driver thinks, and how much longer each next one does."""
BARE_THINK = 0.35
"""Seconds between the commands of a race of the bare consumer: about as many as ours then have."""


HURRY = {"lastcard": 0.55, "henhur": 1.4}
"""Where one player acts at a time, all think for a part of that time: for about as many commands a second as in Heat,
because what a server does anyway is shared among them."""


def think(seat: int) -> float:
    return QUICKEST + STEP * seat


def bare_think(seat: int) -> float:
    return BARE_THINK


def measure(kind: str, rooms: int, seconds: float, tree: Path) -> Drive:
    clients, _, game = kind.partition(":")
    with serve(BARE if kind == "bare" else OURS, rooms=rooms, laps=6, tree=tree, game=game or "heat") as site:
        thinks = bare_think if kind == "bare" else lambda seat: HURRY.get(game, 1) * think(seat)
        return asyncio.run(Crew(site, clients, thinks).drive(seconds))


def plan(kinds: Sequence[str], trees: Sequence[Path], turns: int) -> Iterator[tuple[str, Path]]:
    """What is measured one after the other: every kind of every tree in each turn. The trees take turns at being the
    first, so that a machine that grows slower or faster favours none."""
    for turn in range(turns):
        for kind in kinds:
            for tree in trees if turn % 2 == 0 else reversed(trees):
                yield kind, tree


def checkout(text: str) -> Path:
    """Another checkout of this project, as a word of the command."""
    path = Path(text).resolve()
    if not (path / "heatsite" / "asgi.py").is_file() or not (path / "tests" / "load" / "grid.py").is_file():
        raise argparse.ArgumentTypeError(f"there is no checkout of this project at {text}")
    return path


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--kinds", default="programs,pages")
    parser.add_argument("--beside", type=checkout, metavar="PATH", help="another checkout, measured in the same run")
    return parser.parse_args(words)


def main() -> None:
    given = arguments()
    kinds = ["bare", *given.kinds.split(",")]
    trees = {ROOT: "here", **({given.beside: "beside"} if given.beside else {})}
    costs: dict[tuple[str, str], list[float]] = {(kind, name): [] for kind in kinds for name in trees.values()}
    head("Turn by turn", "commands/s", "updates a command", "CPU %", "ms of CPU a command")
    for kind, tree in plan(kinds, list(trees), given.turns):
        found = measure(kind, given.rooms, given.seconds, tree)
        cost = 1000 * found.cpu / found.accepted
        costs[kind, trees[tree]].append(cost)
        rate, updates = found.accepted / found.seconds, found.updates / found.accepted
        row(
            f"{kind}, {trees[tree]}",
            f"{rate:.0f}",
            f"{updates:.2f}",
            f"{100 * found.cpu / found.seconds:.0f}",
            f"{cost:.2f}",
        )
    medians = {which: statistics.median(found) for which, found in costs.items()}
    print()
    for kind in kinds[1:]:
        clients, _, game = kind.partition(":")
        times = medians[kind, "here"] / medians["bare", "here"]
        print(f"{kind}: {times:.2f} times the bare consumer's; the budget is {BUDGETS[clients]:.0f}")
        if game and (clients, "here") in medians:
            print(f"{kind}: {medians[kind, 'here'] / medians[clients, 'here']:.2f} times that of Heat; the budget is 1")
    if given.beside:
        print()
        head("Median ms of CPU a command", "here", "beside", "here / beside")
        for kind in kinds:
            here, beside = medians[kind, "here"], medians[kind, "beside"]
            row(kind, f"{here:.2f}", f"{beside:.2f}", f"{here / beside:.3f}")


if __name__ == "__main__":
    main()
