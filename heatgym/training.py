"""Trains the network that ships: it learns to say what the engine's racer would, in positions that it drives into.

First the racer drives and the network learns from its words. In each round after that the network drives by itself,
the racer says what it would have done, and the network learns from all positions so far (DAgger, Ross et al. 2011).
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.cli.figures import at_least_one
from engine.heat.bots import BOTS, Bot
from engine.kernel import Seed, derive
from heatgym.baselines import LEARNED, Learned
from heatgym.network import Adam, Network, Numbers, batches
from heatgym.races import Contest, Spoken
from heatgym.words import Mask

CARS = 6
TRACKS = ("usa", "italia", "france", "gb", "mexico", "espana")
"""The circuits that it learns on; it never sees the others."""
RULES = ("standard", "rulebook")
TEACHER = "racer"
HIDDEN = 192
BATCH = 256
RATE = 1e-3
PASSES = 3
"""How often a round goes through all positions so far."""
LAST_PASSES = 8
"""How often the last round does, with a rate that falls to nothing."""

Position = tuple[Numbers, Mask, int]
Driver = Callable[[Contest], Bot]


def lessons(contest: Contest, seed: Seed, driver: Bot, teacher: Bot) -> list[Position]:
    """One race of six of the same driver: all that was seen where there was a choice, and the teacher's word there."""
    spoken = Spoken(contest, seed)
    game, race = contest.game, spoken.race
    found: list[Position] = []
    while question := spoken.asked():
        view, choices = game.view(race.state, question.seat), game.legal(race.state, question.seat)
        dice = derive(seed, f"bot {question}")
        spelling = spoken.spelling(question)
        told = teacher.choose(view, choices, dice).in_card_order()
        choice = told if driver is teacher else driver.choose(view, choices, dice)
        while spelling.choice is None:
            word = spelling.next_of(told)
            found.append((contest.flatten(view, spelling.said), spelling.mask(), word))
            spelling.say(word)
        spoken.choose(question, choice)
    return found


def learn(network: Network, positions: list[Position], passes: int, chance: np.random.Generator, fall: bool) -> None:
    """Go through all positions; the rate stays, or falls to nothing."""
    rows = np.stack([row for row, _, _ in positions])
    masks = np.stack([mask for _, mask, _ in positions])
    words = np.array([word for _, _, word in positions])
    optimiser = Adam(network, RATE)
    steps = passes * -(-len(words) // BATCH)
    done = 0
    for _ in range(passes):
        for some in batches(len(words), BATCH, chance):
            if fall:
                optimiser.rate = RATE * (1 - done / steps)
            optimiser.follow(network.slopes(rows[some], masks[some], words[some]))
            done += 1


def run(given: argparse.Namespace) -> None:
    at_least_one(rounds=given.rounds, races=given.races)
    train(given.rounds, given.races, given.seed, given.out)


def train(rounds: int, races: int, seed: int, path: Path) -> None:
    """Train a network with so many races of each circuit and rule set in each round, and keep it."""
    chance = np.random.default_rng(seed)
    contests = [Contest(track, rules, drivers=CARS) for track in TRACKS for rules in RULES]
    network = Network.fresh(contests[0].flatten.size, HIDDEN, len(contests[0].vocabulary), chance)
    teachers = [BOTS[TEACHER](contest.game) for contest in contests]
    positions: list[Position] = []
    began = time.process_time()
    for number in range(rounds):
        for contest, teacher in zip(contests, teachers, strict=True):
            driver = Learned(contest, network) if number else teacher
            for _ in range(races):
                positions += lessons(contest, Seed(chance.bytes(32).hex()), driver, teacher)
        last = number == rounds - 1
        learn(network, positions, LAST_PASSES if last else PASSES, chance, last)
        print(f"round {number + 1}: {len(positions)} words, {time.process_time() - began:.0f} s of CPU", flush=True)
    network.write(path)


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("train", help="train the network of the learned baseline", description=__doc__)
    parser.add_argument("--rounds", type=int, default=6, help="rounds of driving and learning (default: %(default)s)")
    parser.add_argument("--races", type=int, default=5, help="races of a circuit and rule set in each (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="another number, another network (default: 1)")
    parser.add_argument("--out", type=Path, default=LEARNED, help="the file to write (default: the one that ships)")
    parser.set_defaults(run=run)
