"""Many races between bots and Legends: who wins how often, with confidence intervals."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.cli.figures import STANDING, at_least_one, row_of, side_by_side, standing
from engine.cli.options import add_content, add_modules, add_seed, chosen_game, chosen_laps, chosen_modules, chosen_seed
from engine.cli.progress import progress
from engine.heat import Content, Heat, Setup
from engine.heat.content import setup_faults
from engine.heat.season.calendar import Stop, draw_events, events_in_use, laps_of
from engine.heat.simulation import Driven, entrants, simulate
from engine.kernel import Broken, Seed, derive, encode


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "simulate",
        help="race bots and Legends against each other",
        description="Race bots and Legends against each other. Grids go round: with as many races on one seed as there "
        "are cars, every driver has started from every place.",
    )
    add_content(parser)
    add_seed(parser)
    add_modules(parser)
    parser.add_argument("--events", action="store_true", help="an event is drawn for every seed; brings sponsors")
    parser.add_argument(
        "--drivers",
        default="racer,cautious",
        help="who races: random, cautious, racer, champion, stand_in, legend:ROW; with commas (default: %(default)s)",
    )
    parser.add_argument("--races", type=int, default=100, help="how many races (default: 100)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that race side by side (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = chosen_game(given)
    drivers = [word.strip() for word in given.drivers.split(",")]
    laps = chosen_laps(given, game)
    at_least_one(races=given.races, jobs=given.jobs)
    seed = chosen_seed(given.seed)
    modules = chosen_modules(given)
    modules["season"] |= given.events
    if faults := setup_faults(game.content, Setup(entrants(game, drivers), laps, **modules)):
        raise Broken("setup", faults)
    tasks: list[Task] = []
    for number in range(given.races):
        dice = derive(seed, f"race {number // len(drivers)}")
        name, then = event(game, laps, modules, dice) if given.events else ("", laps)
        tasks.append((drivers, then, dice, {**modules, "event": name}, number))
    results = list(progress(side_by_side(_race, tasks, given.jobs, _start, encode(game.content)), len(tasks)))
    figures = summary(game, drivers, results)
    print(json.dumps(figures) if given.json else table(figures))
    return 0


def event(game: Heat, laps: int, modules: dict[str, Any], dice: Seed) -> tuple[str, int]:
    """An event that can be raced here, and the laps that it leaves."""
    track, stop = game.content.track, Stop(game.content.track.id, laps=laps)
    cards = events_in_use(game.content.modules.events, modules["expansions"])
    (name,) = draw_events((stop,), {track.id: track}, cards, dice)
    return name, laps_of(stop, track, next(card for card in cards if card.id == name))


Task = tuple[Sequence[str], int, Seed, dict[str, Any], int]
"""Drivers, laps, the seed that races of the same deal share, further fields of the set-up, the number of the race."""

_game: Heat | None = None
"""The game of this process; each builds its own once."""


def _start(content: bytes) -> None:
    global _game
    _game = Heat(msgspec.json.decode(content, type=Content))


def _race(task: Task) -> Driven:
    assert _game is not None, "the process was started"
    drivers, laps, seed, modules, number = task
    cars = len(drivers)
    grid = tuple((number + place) % cars for place in range(cars))
    return simulate(_game, drivers, laps, seed, grid, **modules)


def summary(game: Heat, drivers: Sequence[str], results: Sequence[Driven]) -> dict[str, Any]:
    """The figures of all races."""
    races = len(results)
    seats: list[dict[str, Any]] = []
    for seat, driver in enumerate(drivers):
        places = [result.ranking.index(seat) + 1 for result in results]
        spin_outs = sum(result.spin_outs[seat] for result in results) / races
        seats.append({"driver": driver, **standing(places.count(1), places), "spin_outs_per_race": spin_outs})
    return {
        "track": game.content.track.id,
        "rules": game.content.rules.name,
        "races": races,
        "rounds_per_race": sum(result.rounds for result in results) / races,
        "ended": Counter(result.ended for result in results),
        "drivers": seats,
    }


def table(figures: dict[str, Any]) -> str:
    lines = [
        f"{figures['track']}, {figures['rules']} rules, {figures['races']} races, "
        f"{figures['rounds_per_race']:.1f} rounds a race; ended by "
        + ", ".join(f"{reason} {count}" for reason, count in figures["ended"].items()),
        f"{'driver':<16} {STANDING} {'spin-outs':>10}",
        *(f"{seat['driver']:<16} {row_of(seat)} {seat['spin_outs_per_race']:>10.2f}" for seat in figures["drivers"]),
    ]
    return "\n".join(lines)
