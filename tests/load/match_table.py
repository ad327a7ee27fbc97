"""The table of docs/BOTS.md for a game beside Heat: who beats whom between two, and how long a bot thinks.

python -m tests.load.match_table --game NAME [--games 1000] [--pairs good,cautious ...] [--seed 7] [options of the game]
python -m tests.load.match_table --game NAME --think [--games 2] [options of the game]
"""

import argparse
import time
from itertools import combinations
from typing import Any

from engine.cli.games import GAMES, AnyBot, played
from engine.cli.games.matches import play, seated
from engine.cli.options import chosen_seed
from engine.kernel import Seed, derive
from tests.load.figures import command, figures, head, row, share


def who_beats_whom(pairs: list[str], options: dict[str, Any]) -> None:
    """The share of games that the first of each pair wins. Both have either seat on every seed."""
    head("Pair", "games (seeds)", "first wins %", "decisions a game")
    for pair in pairs:
        found = figures(players=pair, **options)
        first, second = pair.split(",")
        games = found["games"]
        cells = (f"{games} ({-(-games // 2)})", share(found["players"][0]), f"{found['decisions_per_game']:.0f}")
        row(f"`{first}` against `{second}`", *cells)
    print("\nEach figure: " + " ".join(command(players="PAIR", **options)))


class Timed:
    """A bot, and how long it takes for each decision."""

    def __init__(self, bot: AnyBot) -> None:
        self.bot = bot
        self.times: list[float] = []

    def choose(self, view: Any, choices: Any, dice: Seed) -> Any:
        begun = time.perf_counter()
        choice = self.bot.choose(view, choices, dice)
        self.times.append(1e3 * (time.perf_counter() - begun))
        return choice


def think(given: argparse.Namespace) -> None:
    """How long each bot takes for a decision against its own kind."""
    game = played(given.game)
    table = game.table(given, game.seats)
    head("Bot", "decisions", "mean ms", "p99 ms", "most ms")
    for name in game.bots:
        bots = [Timed(bot) for bot in seated(game, table, [name] * game.seats)]
        for number in range(given.games):
            play(table, bots, derive(chosen_seed(given.seed), str(number)))
        times = sorted(one for bot in bots for one in bot.times)
        cells = (sum(times) / len(times), times[len(times) * 99 // 100], times[-1])
        row(f"`{name}`", len(times), *(f"{cell:.2f}" for cell in cells))


def main() -> None:
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--game", choices=tuple(GAMES), required=True)
    game = played(first.parse_known_args()[0].game)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], parents=[first])
    own = parser.add_argument_group("options of the game")
    before = len(parser._actions)
    game.add_options(own)  # type: ignore[arg-type]  # a group takes options as a parser does
    names = [action.dest for action in parser._actions[before:]]
    parser.add_argument("--pairs", nargs="+", help="pairs of bots (default: all)")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--think", action="store_true", help="measure decisions instead")
    given = parser.parse_args()
    if given.think:
        think(given)
        return
    options = {name: getattr(given, name) for name in names if getattr(given, name) != parser.get_default(name)}
    pairs = given.pairs or [f"{second},{first}" for first, second in combinations(game.bots, 2)]
    who_beats_whom(pairs, {"game": given.game, "games": given.games, "seed": given.seed, **options})


if __name__ == "__main__":
    main()
