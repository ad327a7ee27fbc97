"""Many games between bots: who wins how often, with confidence intervals."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.cli.figures import STANDING, at_least_one, row_of, side_by_side, standing
from engine.cli.games import GAMES, Played, Table, chosen_bots, played, played_by
from engine.cli.games.matches import Match, play, rotated, seated
from engine.cli.options import add_seed, chosen_seed
from engine.cli.progress import progress
from engine.kernel import Broken, Fault, Seed, derive

Task = tuple[Sequence[str], Seed, int]

_games: dict[str, tuple[Played, Table]] = {}
"""What this process plays; each process binds its own once."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", game: str) -> None:
    parser = commands.add_parser(
        "simulate",
        help="let bots play against each other",
        description="Let bots play against each other. Seats go round: with as many games on one seed as there are "
        "players, every player has had every seat.",
    )
    played(game).add_options(parser)
    add_seed(parser)
    strongest = list(played(game).bots)[-2:]
    parser.add_argument(
        "--players",
        default=",".join(reversed(strongest)),
        help=f"who plays, with commas: {', '.join(played(game).bots)} (default: %(default)s)",
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (default: 100)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play side by side (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    names = chosen_bots(played(given.game), given.players, "--players")
    if len(names) < 2:
        raise Broken("options", (Fault("--players", "out_of_range", "a game has at least two players"),))
    at_least_one(games=given.games, jobs=given.jobs)
    seed = chosen_seed(given.seed)
    table = played(given.game).table(given, len(names))
    table.game.start(table.setup, seed)  # raises for a set-up that cannot be played, before any process is started
    tasks: list[Task] = [(names, seed, number) for number in range(given.games)]
    start = (GAMES[given.game], given, len(names))
    matches = list(progress(side_by_side(_match, tasks, given.jobs, _start, start), len(tasks)))
    found = summary(given.game, names, matches)
    print(json.dumps(found) if given.json else text(found))
    return 0


def _start(given: tuple[str, argparse.Namespace, int]) -> None:
    module, options, seats = given
    game = played_by(module)
    _games["here"] = game, game.table(options, seats)


def _match(task: Task) -> Match:
    names, seed, number = task
    game, table = _games["here"]
    seats = rotated(names, number)
    match = play(table, seated(game, table, seats), derive(seed, f"game {number // len(names)}"))
    places = [0] * len(names)
    for seat, place in enumerate(match.places):
        places[(seat + number) % len(names)] = place
    return Match(tuple(places), match.rounds, match.decisions, match.ended)


def summary(game: str, names: Sequence[str], matches: Sequence[Match]) -> dict[str, Any]:
    """The figures of all games. A first place that is shared counts for each as its part."""
    count = len(matches)
    players: list[dict[str, Any]] = []
    for number, name in enumerate(names):
        wins = sum(1 / match.places.count(1) for match in matches if match.places[number] == 1)
        players.append({"player": name, **standing(wins, [match.places[number] for match in matches])})
    return {
        "game": game,
        "games": count,
        "rounds_per_game": sum(match.rounds for match in matches) / count,
        "decisions_per_game": sum(match.decisions for match in matches) / count,
        "ended": Counter(match.ended for match in matches),
        "players": players,
    }


def text(found: dict[str, Any]) -> str:
    lines = [
        f"{found['game']}, {found['games']} games, {found['rounds_per_game']:.1f} rounds and "
        f"{found['decisions_per_game']:.0f} decisions a game; ended by "
        + ", ".join(f"{reason} {count}" for reason, count in found["ended"].items()),
        f"{'player':<16} {STANDING}",
        *(f"{player['player']:<16} {row_of(player)}" for player in found["players"]),
    ]
    return "\n".join(lines)
