"""How long a race of people takes, how often each of them is asked, and how long they wait for others.

python -m tests.load.evening [--drivers 6] [--track usa] [--laps 2] [--rules standard] [--presets cool,keep]

The bot `racer` chooses, in the time that people take: so many seconds for each kind of question, more or less, and
after each answer the page plays what it led to. Whoever is asked meanwhile sees the question only then.
"""

import argparse
import statistics
from dataclasses import dataclass, field
from random import Random

from engine.heat import RULESETS, Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots import BOTS
from engine.heat.race import Race
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Question, command_for
from races.heat import presets
from tests.load.figures import head, row

THINKS = {"gears": 8.0, "cards": 15.0, "react": 6.0, "slipstream": 5.0, "discard": 5.0}
"""Seconds for an unhurried answer."""
MORE_OR_LESS = 0.3
PLAYED = {"gears": 0.0, "cards": 0.0, "discard": 0.0}
"""Seconds for which the page plays what an answer led to; where nothing is named, `MOVES`."""
MOVES = 1.0
OPENING = 3.0
"""Seconds for which it plays what the last answer of a phase led to for all pages."""


@dataclass
class Evening:
    """One race: by driver, what they were asked and how long they waited."""

    rounds: int = 0
    seconds: float = 0
    asked: list[int] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    longest: float = 0


def spend(game: Heat, drivers: int, laps: int, chosen: list[str], seed: int) -> Evening:
    dice = Random(seed)
    race = Race(game, Setup(tuple(Entrant() for _ in range(drivers)), laps), Seed(f"{seed:064x}"))
    bot = BOTS["racer"](game)
    evening = Evening(asked=[0] * drivers, waited=[0.0] * drivers)
    now, idle_since = 0.0, [0.0] * drivers
    due: dict[Question, float] = {}
    while questions := by_preset(game, race, chosen):
        stage = questions[0].phase
        for question in questions:
            if question not in due:
                seat = question.seat
                evening.asked[seat] += 1
                evening.waited[seat] += now - idle_since[seat]
                evening.longest = max(evening.longest, now - idle_since[seat])
                think = THINKS.get(question.phase, 5.0)
                due[question] = now + think * dice.uniform(1 - MORE_OR_LESS, 1 + MORE_OR_LESS)
        question = min(questions, key=due.__getitem__)
        now = due.pop(question)
        choice = bot.choose(
            game.view(race.state, question.seat),
            game.legal(race.state, question.seat),
            derive(race.seed, f"bot {question}"),
        )
        race.submit(command_for(question, choice))
        left = game.awaiting(race.state)
        is_next = not left or left[0].phase != stage
        idle_since[question.seat] = now
        now += OPENING if is_next and stage == "cards" else PLAYED.get(stage, MOVES)
    evening.rounds, evening.seconds = race.state.round, now
    return evening


def by_preset(game: Heat, race: Race, chosen: list[str]) -> tuple[Question, ...]:
    """The questions that are still open when the answers in advance of all drivers have been given."""
    while True:
        for question in game.awaiting(race.state):
            choice = presets.answer(question, game.legal(race.state, question.seat), chosen)
            if choice is not None:
                race.submit(command_for(question, choice))
                break
        else:
            return game.awaiting(race.state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drivers", type=int, default=6)
    parser.add_argument("--track", default="usa")
    parser.add_argument("--laps", type=int, default=2)
    parser.add_argument("--rules", default="standard,rulebook")
    parser.add_argument("--races", type=int, default=20)
    parser.add_argument(
        "--presets", default="", help=f"answers in advance that all have given: {', '.join(presets.PRESETS)}"
    )
    given = parser.parse_args()
    chosen = [preset for preset in given.presets.split(",") if preset]
    asks = "questions a driver and round"
    head("Rules", "rounds", "minutes", asks, "seconds of waiting a round", "longest wait, s")
    for rules in given.rules.split(","):
        game = Heat(Content(track=all_tracks()[given.track], rules=RULESETS[rules]))
        evenings = [spend(game, given.drivers, given.laps, chosen, seed) for seed in range(given.races)]
        rounds = statistics.mean(one.rounds for one in evenings)
        minutes = statistics.mean(one.seconds for one in evenings) / 60
        asked = statistics.mean(statistics.mean(one.asked) / one.rounds for one in evenings)
        waited = statistics.mean(statistics.mean(one.waited) / one.rounds for one in evenings)
        longest = statistics.median(one.longest for one in evenings)
        row(rules, f"{rounds:.1f}", f"{minutes:.1f}", f"{asked:.1f}", f"{waited:.0f}", f"{longest:.0f}")


if __name__ == "__main__":
    main()
