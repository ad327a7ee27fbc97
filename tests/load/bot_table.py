"""The tables of docs/BOTS.md: who beats whom, on every track under both rule sets, and how long a bot thinks.

python -m tests.load.bot_table [--drivers racer,cautious] [--races 200] [--seed 7] [--tracks usa,italia]
    [--rules standard] [--everything] [--jobs 2]
python -m tests.load.bot_table --think [--modules] [--races 2]
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

from engine.heat import RULESETS, Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots import BOTS, Bot
from engine.heat.race import Race
from engine.kernel import Refusal, Seed, command_for, derive
from tests.load.figures import PROCESSES, command, figures, head, row, share

ROOT = Seed("07" * 16)
CARS = 6
EVERYTHING: dict[str, Any] = {
    "garage": "rounds",
    "weather": True,
    "roads": True,
    "events": True,
    "expansions": "heavy_rain,tunnel_vision",
}
"""A draft of all upgrades, weather, road tokens, and an event with its sponsors for every deal."""
MODULES: dict[str, Any] = {"draft": "rounds", "weather": True, "roads": True}


def head_to_head(
    drivers: str, races: int, seed: str, tracks: list[str], rulesets: list[str], modules: dict[str, Any], jobs: int
) -> None:
    """The share of races that the first driver wins. Each seed is driven from both grids."""
    head("Track", "races (seeds)", *(f"{name.capitalize()} %" for name in rulesets))
    shares: list[float] = []
    spins = [0.0, 0.0]
    for track in tracks:
        cells = []
        for rules in rulesets:
            found = figures(jobs, track=track, drivers=drivers, rules=rules, races=races, seed=seed, **modules)
            first = found["drivers"][0]
            cells.append(share(first))
            shares.append(first["win_share"])
            spins = [sum + seat["spin_outs_per_race"] for sum, seat in zip(spins, found["drivers"], strict=True)]
        row(all_tracks()[track].name, f"{races} ({-(-races // 2)})", *cells)
    print(f"\nOver all: {100 * sum(shares) / len(shares):.1f} %; the least: {100 * min(shares):.1f} %")
    print("Spin-outs a race: " + ", ".join(f"{sum / len(shares):.3f}" for sum in spins))
    words = command(track="TRACK", drivers=drivers, rules="RULES", races=races, seed=seed, **modules)
    print("Each figure: " + " ".join(words))


def think(races: int, tracks: list[str], modules: dict[str, Any]) -> None:
    """How long each bot takes for a decision in races of six of its kind."""
    head("Bot", "decisions", "mean ms", "p99 ms", "most ms")
    for name, bot in BOTS.items():
        times: list[float] = []
        for track in tracks:
            for rules in RULESETS.values():
                for number in range(races):
                    game = Heat(Content(track=all_tracks()[track], rules=rules))
                    times += _times(game, bot, f"{track} {number}", modules)
        times.sort()
        p99 = times[len(times) * 99 // 100]
        cells = (1e3 * sum(times) / len(times), 1e3 * p99, 1e3 * times[-1])
        row(name, len(times), *(f"{cell:.2f}" for cell in cells))


def _times(game: Heat, make: Callable[[Heat], Bot], label: str, modules: dict[str, Any]) -> list[float]:
    bot = make(game)
    race = Race(game, Setup((Entrant(),) * CARS, 1, **modules), derive(ROOT, label))
    times = []
    while waiting := game.awaiting(race.state):
        question = waiting[0]
        view, choices = game.view(race.state, question.seat), game.legal(race.state, question.seat)
        begun = time.perf_counter()
        choice = bot.choose(view, choices, derive(race.seed, f"bot {question}"))
        times.append(time.perf_counter() - begun)
        assert not isinstance(race.submit(command_for(question, choice)), Refusal)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drivers", default="racer,cautious")
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--tracks", default=",".join(all_tracks()))
    parser.add_argument("--rules", default=",".join(RULESETS), help="the rule sets, with commas")
    parser.add_argument("--everything", action="store_true", help="races with a draft, weather, roads and events")
    parser.add_argument("--jobs", type=int, default=PROCESSES, help="processes that race side by side")
    parser.add_argument("--think", action="store_true", help="measure decisions instead")
    parser.add_argument("--modules", action="store_true", help="decisions with a draft, weather and road tokens")
    given = parser.parse_args()
    if given.think:
        think(given.races, given.tracks.split(","), MODULES if given.modules else {})
    else:
        modules = EVERYTHING if given.everything else {}
        tracks, rulesets = given.tracks.split(","), given.rules.split(",")
        head_to_head(given.drivers, given.races, given.seed, tracks, rulesets, modules, given.jobs)


if __name__ == "__main__":
    main()
