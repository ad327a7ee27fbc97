"""How fast the engine plays a game: decisions a second of one core, and what a state costs to store."""

import argparse
import json
import time
from typing import Any

from engine.cli.games import Table, played
from engine.cli.options import add_seed, chosen_seed
from engine.cli.state_costs import costs
from engine.kernel import Broken, Fault, Seed, Step, command_for, derive, draw, fold

MOST_SECONDS = 3600
DICE = 1000
"""The stream of chance of the random players; no seat has this number."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", game: str) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Games of random players, measured in CPU time of one core. One decision is: list the choices, "
        "pick one at random, decide, fold the events.",
    )
    played(game).add_options(parser)
    add_seed(parser)
    parser.add_argument("--seats", type=int, default=played(game).seats, help="how many play (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure (default: 5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    if not 0 < given.seconds <= MOST_SECONDS:
        text = f"this is more than 0 and at most {MOST_SECONDS}, not {given.seconds}"
        raise Broken("options", (Fault("--seconds", "out_of_range", text),))
    found = measure(played(given.game).table(given, given.seats), chosen_seed(given.seed or "bench"), given.seconds)
    if given.json:
        print(json.dumps(found))
    else:
        for name, figure in found.items():
            print(f"{name.replace('_', ' '):>24} {figure:>14,.1f}")
    return 0


def measure(table: Table, seed: Seed, seconds: float) -> dict[str, float]:
    """Play until the time is up, after one game to warm up."""
    game = table.game
    states = _game(table, derive(seed, "warm up"))
    decisions = games = 0
    begun = spent = time.process_time()
    while spent - begun < seconds:
        decisions += len(_game(table, derive(seed, str(games)))) - 1
        games += 1
        spent = time.process_time()
    return {
        "decisions_per_second": decisions / (spent - begun),
        "games_per_second": games / (spent - begun),
        "decisions_per_game": decisions / games,
        **costs(game, states),
    }


def _game(table: Table, seed: Seed) -> list[Any]:
    """One game of random players: its states."""
    game = table.game
    state = fold(game, game.start(table.setup, seed))
    states = [state]
    dice = n = 0
    while waiting := game.awaiting(state):
        question = waiting[0]
        choices = game.legal(state, question.seat)
        if dice < 1 << 20:
            dice, n = draw(seed, DICE, n), n + 1
        dice, place = divmod(dice, len(choices))
        step = game.decide(state, command_for(question, choices[place]))
        assert isinstance(step, Step), step
        state = step.state
        states.append(state)
    return states
