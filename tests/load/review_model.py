"""Makes the model of chances that reviews use, engine/heat/data/chances.json, from races between bots and Legends.

    python -m tests.load.review_model [--races 800] [--jobs 2] [--check]

Each race has a track, a rule set, laps, cars, Legends and modules drawn by its number; `racer` drives every car with a
deck, as in the imagined races of a review. At the start of each round every two cars are a case: by how much their
features differ, and who came home before the other. The weights are those of a logistic regression over all cases. With
`--check` a fifth of the races is kept apart, and the figures of the model on them are printed; nothing is written.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct, json
from numpy.typing import NDArray

from engine.cli.figures import side_by_side
from engine.heat import RULESETS, Content, Heat, Setup, all_tracks
from engine.heat.decks import deck_for
from engine.heat.race import Race
from engine.heat.review.chances import Weights, bases
from engine.heat.review.features import FEATURES, standing
from engine.heat.simulation import answer, bots, entrants
from engine.kernel import Seed, derive
from tests.load.figures import head, row

ROOT = Seed("5eed" * 16)
DATA = Path(__file__).parents[2] / "engine/heat/data/chances.json"
CARS = (2, 3, 4, 5, 6, 6, 6, 6, 8)
LEGENDS = (0, 0, 0, 1, 2)
LAPS = (1, 2, 2, 3)
WITH_MODULES = 0.3
MODULES: dict[str, Any] = {"draft": "rounds", "weather": True, "roads": True}
PRIOR = 1.0
"""How strongly weights are kept near 0."""
STEPS = 12
BANDS = (0.0, 1.0, 2.0, 4.0, 7.0, 12.0, 99.0)
BINS = 12

Numbers = NDArray[np.float64]


class Case(Struct):
    """Two cars at the start of a round: the features of the second less those of the first, and how it came out."""

    apart: list[float]
    rounds: float
    first_won: bool


def cases(number: int) -> list[Case]:
    """All cases of one race."""
    dice = Random(f"{ROOT}{number}")
    rules = RULESETS[dice.choice(sorted(RULESETS))]
    track = all_tracks()[dice.choice(sorted(all_tracks()))]
    game = Heat(Content(track=track, rules=rules, legends=deck_for(rules.legend_rows)))
    cars = dice.choice(CARS)
    legends = min(dice.choice(LEGENDS), cars - 1)
    drivers = ["racer"] * (cars - legends)
    drivers += [f"legend:{dice.choice(game.content.legends.rows)}" for _ in range(legends)]
    dice.shuffle(drivers)
    modules = MODULES if dice.random() < WITH_MODULES else {}
    setup = Setup(entrants(game, drivers), dice.choice(LAPS), **modules)
    race = Race(game, setup, derive(ROOT, str(number)))
    return driven(race, drivers)


def driven(race: Race, drivers: Sequence[str]) -> list[Case]:
    """Drive the race, and look at it whenever a round has begun."""
    seats, seen, stood = bots(race.game, drivers), 0, []
    while waiting := race.game.awaiting(race.state):
        if race.state.round > seen:
            seen = race.state.round
            stood.append(standing(race.game, race.state))
        answer(race, seats[waiting[0].seat], waiting[0])
    places = race.game.places(race.game.view(race.state, None))
    found = []
    for one in stood:
        rows = list(zip(one.seats, one.features, strict=True))
        for place, (seat, features) in enumerate(rows):
            for other, others in rows[place + 1 :]:
                apart = [more - less for more, less in zip(others, features, strict=True)]
                found.append(Case(apart, one.rounds, places[seat] < places[other]))
    return found


def columns(found: Sequence[Case]) -> tuple[Numbers, Numbers, Numbers]:
    """Features under both bases, rounds to go, and what came out."""
    apart = np.array([one.apart for one in found])
    base = np.array([bases(one.rounds) for one in found])
    rounds = np.array([one.rounds for one in found])
    won = np.array([float(one.first_won) for one in found])
    return np.concatenate([apart * base[:, :1], apart * base[:, 1:]], axis=1), rounds, won


def fitted(known: Numbers, won: Numbers) -> Numbers:
    """The weights under which what came out is likeliest (Newton's method)."""
    weights = np.zeros(known.shape[1])
    for _ in range(STEPS):
        chance = expected(known, weights)
        slope = known.T @ (won - chance) - PRIOR * weights
        bend = (known * (chance * (1 - chance))[:, None]).T @ known + PRIOR * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def expected(known: Numbers, weights: Numbers) -> Numbers:
    chance: Numbers = 1 / (1 + np.exp(-known @ weights))
    return chance


def check(kept: tuple[Numbers, Numbers, Numbers], weights: Numbers) -> None:
    """The figures of the model by how far the race has still to go."""
    known, rounds, won = kept
    chance = expected(known, weights)
    head("rounds to go", "cases", "right %", "log loss", "calibration error %")
    for low, high in pairwise(BANDS):
        some = (rounds >= low) & (rounds < high)
        if some.any():
            row(f"{low:.0f}–{high:.0f}", int(some.sum()), *figures(chance[some], won[some]))
    row("all", len(won), *figures(chance, won))


def figures(chance: Numbers, won: Numbers) -> tuple[str, str, str]:
    right = ((chance > 0.5) == (won > 0.5)).mean()
    sure = np.clip(chance, 1e-6, 1 - 1e-6)
    loss = -(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean()
    bins = np.array_split(np.argsort(chance), BINS)
    off = sum(abs(chance[one].mean() - won[one].mean()) * len(one) for one in bins) / len(won)
    return f"{100 * right:.1f}", f"{loss:.3f}", f"{100 * off:.1f}"


def written(weights: Numbers) -> bytes:
    numbers = [round(float(weight), 4) for weight in weights]
    far, near = numbers[: len(FEATURES)], numbers[len(FEATURES) :]
    made = Weights(far=dict(zip(FEATURES, far, strict=True)), near=dict(zip(FEATURES, near, strict=True)))
    return json.format(json.encode(made), indent=1) + b"\n"


def nothing_to_prepare(_: None) -> None:
    """Each race has a game of its own."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--races", type=int, default=800)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="print the figures on a fifth of the races, write nothing")
    given = parser.parse_args()
    races = list(side_by_side(cases, range(given.races), given.jobs, nothing_to_prepare, None))
    if given.check:
        apart = len(races) * 4 // 5
        known, _, won = columns([one for race in races[:apart] for one in race])
        check(columns([one for race in races[apart:] for one in race]), fitted(known, won))
        return
    known, _, won = columns([one for race in races for one in race])
    DATA.write_bytes(written(fitted(known, won)))


if __name__ == "__main__":
    main()
