"""What the baselines reach: one of them against five bots of a kind."""

import argparse

import numpy as np

from engine.cli.figures import at_least_one, wilson
from engine.heat import all_tracks
from engine.heat.simulation import bots, let_bots_drive
from engine.kernel import Seed
from heatgym.baselines import BASELINES
from heatgym.races import Contest
from heatgym.training import CARS, RULES, TRACKS

RIVALS = ("cautious", "racer")


def places(baseline: str, rival: str, track: str, rules: str, races: int, seed: int) -> list[int]:
    """The places of a baseline in so many races; the grid is drawn for each."""
    drivers = (rival,) * CARS
    contest = Contest(track, rules, drivers=drivers)
    seats = (BASELINES[baseline](contest), *bots(contest.game, drivers)[1:])
    chance = np.random.default_rng(seed)
    found: list[int] = []
    for _ in range(races):
        race = contest.race(Seed(chance.bytes(32).hex()))
        let_bots_drive(race, seats)
        found.append(contest.game.places(contest.game.view(race.state, None))[0])
    return found


def measure(races: int, seed: int) -> None:
    """The table of docs/RESEARCH.md."""
    sets = {"circuits learned on": TRACKS, "others": [name for name in all_tracks() if name not in TRACKS]}
    print("| baseline | against five | circuits | races | mean place | wins % |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    for baseline in BASELINES:
        for rival in RIVALS:
            for name, tracks in sets.items():
                cells = [(track, rules) for track in tracks for rules in RULES]
                found = [place for cell in cells for place in places(baseline, rival, *cell, races, seed)]
                low, high = wilson(found.count(1), len(found))
                spread = 1.96 * np.std(found) / np.sqrt(len(found))
                wins = f"{100 * found.count(1) / len(found):.1f} ({100 * low:.1f}–{100 * high:.1f})"
                mean = f"{np.mean(found):.2f} ± {spread:.2f}"
                print(f"| `{baseline}` | `{rival}` | {name} | {len(found)} | {mean} | {wins} |", flush=True)


def run(given: argparse.Namespace) -> None:
    at_least_one(races=given.races)
    measure(given.races, given.seed)


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("measure", help="race the baselines against bots", description=__doc__)
    parser.add_argument("--races", type=int, default=20, help="races of a circuit and rule set (default: 20)")
    parser.add_argument("--seed", type=int, default=7, help="another number, other races (default: 7)")
    parser.set_defaults(run=run)
