"""How long a race of people takes, how often each of them is asked, and how long they wait for others.

python -m tests.load.evening [--drivers 6] [--track usa] [--laps 2] [--rules standard] [--presets slip] [--apart]

The bot `racer` chooses, in the time that people take: so many seconds for each kind of question, more or less, and
after each answer the page plays what it led to. Whoever is asked meanwhile sees the question only then.

People play as the page lets them: they plan gear and cards at once, the cards are played a few seconds after the gears
were turned over, and what has one good answer is answered by default, as late as the site does it. Some change their
cards when they see the others' gears (`--changes`, a share). `--apart` shows the race without plans and defaults.
"""

import argparse
import os
import statistics
from dataclasses import dataclass, field
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup()

from engine.heat import RULESETS, Content, Entrant, Heat, Setup, all_tracks  # noqa: E402
from engine.heat.bots import BOTS  # noqa: E402
from engine.heat.choices import Choice  # noqa: E402
from engine.heat.moves.cool import Cool  # noqa: E402
from engine.heat.race import Race  # noqa: E402
from engine.kernel.chance import Seed, derive  # noqa: E402
from engine.kernel.commands import Question, Withdrawal, command_for  # noqa: E402
from races.automatic import HELD_FOR  # noqa: E402
from races.games import ByPreset  # noqa: E402
from races.heat import presets  # noqa: E402
from races.heat.table_game import HeatAtTable  # noqa: E402
from tests.load.figures import head, row  # noqa: E402

THINKS = {"gears": 8.0, "cards": 15.0, "react": 6.0, "slipstream": 5.0, "discard": 5.0}
"""Seconds for an unhurried answer. A plan takes those for the gear and those for the cards."""
CHANGE = 5.0
"""Seconds for another look at a plan: to change its cards, or to put a cluttered hand down."""
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
    machine: float = 0
    """The longest stretch in which nobody had anything to do: the site waited, or pages played."""


class Table:
    """A race, the drivers around it, and what is due next."""

    def __init__(self, game: Heat, drivers: int, laps: int, seed: int, people: "People") -> None:
        self.game = game
        self.people = people
        self.dice = Random(seed)
        self.race = Race(game, Setup(tuple(Entrant() for _ in range(drivers)), laps), Seed(f"{seed:064x}"))
        self.bot = BOTS["racer"](game)
        self.at_table = HeatAtTable(game)
        self.evening = Evening(asked=[0] * drivers, waited=[0.0] * drivers)
        self.idle_since = [0.0] * drivers
        self.now = 0.0
        self.playing_until = 0.0
        self.due: dict[Question, float] = {}
        self.by_itself: dict[Question, ByPreset | None] = {}
        """Questions that the site answers: by preset, or None for the cards of a plan."""
        self.chained = False
        self.quiet_since = 0.0

    def drive(self) -> Evening:
        while questions := self.game.awaiting(self.race.state):
            for question in questions:
                if question not in self.due:
                    self.ask(question)
            self.answer(min(questions, key=self.due.__getitem__))
        self.evening.rounds, self.evening.seconds = self.race.state.round, max(self.now, self.playing_until)
        return self.evening

    def ask(self, question: Question) -> None:
        state, seat, phase = self.race.state, question.seat, question.phase
        legal = self.game.legal(state, seat)
        if phase == "cards" and self.people.plan and len(legal) > 1 and self.dice.random() >= self.people.changes:
            self.due[question] = self.now + HELD_FOR
            self.by_itself[question] = None
            return
        if (found := self.at_table.preset_answer(state, question, self.people.presets)) is not None:
            at_once = self.chained and found.seconds <= self.at_table.open_pause
            self.due[question] = self.now + (0 if at_once else found.seconds)
            self.by_itself[question] = found
            return
        seen = max(self.now, self.playing_until)
        evening = self.evening
        evening.asked[seat] += 1
        evening.waited[seat] += seen - self.idle_since[seat]
        evening.longest = max(evening.longest, seen - self.idle_since[seat])
        evening.machine = max(evening.machine, seen - self.quiet_since)
        self.due[question] = seen + self.thinks(phase)

    def thinks(self, phase: str) -> float:
        if not self.people.plan:
            return self.more_or_less(THINKS.get(phase, 5.0))
        if phase == "gears":
            return self.more_or_less(THINKS["gears"]) + self.more_or_less(THINKS["cards"])
        return self.more_or_less(CHANGE if phase == "cards" else THINKS.get(phase, 5.0))

    def more_or_less(self, seconds: float) -> float:
        return seconds * self.dice.uniform(1 - MORE_OR_LESS, 1 + MORE_OR_LESS)

    def answer(self, question: Question) -> None:
        self.now = max(self.now, self.due.pop(question))
        by_itself = question in self.by_itself
        found = self.by_itself.pop(question, None)
        seat = question.seat
        view, legal = self.game.view(self.race.state, seat), self.game.legal(self.race.state, seat)
        choice: Choice | Withdrawal = self.bot.choose(view, legal, derive(self.race.seed, f"bot {question}"))
        if found is not None:
            choice = next(one for one in legal if one == found.choice)
        self.race.submit(command_for(question, choice))
        self.chained = found is not None
        left = self.game.awaiting(self.race.state)
        is_next = not left or left[0].phase != question.phase
        if found is None:
            played = OPENING if is_next and question.phase == "cards" else PLAYED.get(question.phase, MOVES)
            self.playing_until = max(self.now, self.playing_until) + played
        elif isinstance(choice, Cool):  # cars that cool down one after the other are shown at once
            self.playing_until = max(self.playing_until, self.now + MOVES)
        if not by_itself:
            self.idle_since[seat] = self.quiet_since = self.now


@dataclass(frozen=True)
class People:
    """How they play."""

    plan: bool
    changes: float
    """The share of plans whose cards are changed when the others' gears are seen."""
    presets: list[str]


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
    parser.add_argument("--apart", action="store_true", help="gear and cards one after the other, and no defaults")
    parser.add_argument("--changes", type=float, default=0.1, help="the share of plans whose cards are changed")
    given = parser.parse_args()
    chosen = [preset for preset in given.presets.split(",") if preset]
    people = People(not given.apart, given.changes, chosen + ([] if given.apart else list(presets.DEFAULTS)))
    asks = "questions a driver and round"
    waits = ("seconds of waiting a round", "longest wait, s", "site and playback, s")
    head("Rules", "rounds", "minutes", asks, *waits)
    for rules in given.rules.split(","):
        game = Heat(Content(track=all_tracks()[given.track], rules=RULESETS[rules]))
        evenings = [Table(game, given.drivers, given.laps, seed, people).drive() for seed in range(given.races)]
        rounds = statistics.mean(one.rounds for one in evenings)
        minutes = statistics.mean(one.seconds for one in evenings) / 60
        asked = statistics.mean(statistics.mean(one.asked) / one.rounds for one in evenings)
        waited = statistics.mean(statistics.mean(one.waited) / one.rounds for one in evenings)
        longest = statistics.median(one.longest for one in evenings)
        machine = max(one.machine for one in evenings)
        figures = f"{minutes:.1f}", f"{asked:.1f}", f"{waited:.0f}", f"{longest:.0f}", f"{machine:.1f}"
        row(rules, f"{rounds:.1f}", *figures)


if __name__ == "__main__":
    main()
