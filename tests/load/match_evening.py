"""How long a match of Last Card or HenHur among people takes, and how long they wait for each other; see
`tests.load.evening`, whose options `--game lastcard` and `--game henhur` lead here.

A careful bot chooses, in the time that people take: so many seconds for each kind of question, more or less. After each
answer pages play what it led to, and whoever is asked meanwhile sees the question only then. Presets answer as late as
the site does it, and so do early answers.
"""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import henhur, lastcard
from engine.henhur.bots import BOTS as HENS
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Question, command_for
from engine.kernel.records import fold
from engine.lastcard.bots import BOTS as CARDS
from races.automatic import EARLY_FOR
from races.henhur.pages import shown as henhur_shown
from races.henhur.table_game import HenHurAtTable
from races.lastcard.pages import shown as lastcard_shown
from races.lastcard.table_game import LastCardAtTable
from tests.load.figures import head, row

LONG = 10.0
"""Seconds of waiting from which on a wait is listed."""
MORE_OR_LESS = 0.3
THINKS: Mapping[str, float] = {
    "turn": 3.5,
    "drawn": 2.0,
    "challenge": 5.0,
    "catch": 2.0,
    "scores": 5.0,
    "run": 12.0,
    "bid": 12.0,
    "draft": 6.0,
}
"""Seconds for an unhurried answer."""
A_CARD, MOST_CARDS = 0.32, 5
"""Seconds for which static/js/lastcard/play.js lets a card fly before the next one does, and how many fly."""


@dataclass
class Evening:
    """One match: its length, and how long everybody waited before each question, by the phase of the question."""

    rounds: int = 0
    seconds: float = 0
    asked: int = 0
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True)
class Kind:
    """A game as it is played here: its table, its set-up, its bot, and how long pages play the lines of an entry."""

    table_game: Any
    setup: Any
    bot: Callable[[Any], Any]
    plays: Callable[[Sequence[Any]], float]


def _cards_fly(lines: Sequence[Any]) -> float:
    return A_CARD * min(MOST_CARDS, sum(lastcard_shown(line) is not None for line in lines))


def _hens_run(lines: Sequence[Any]) -> float:
    whole = sum(float(str(henhur_shown(line).get("ms", 0))) for line in lines) / 1000
    return min(whole, HenHurAtTable.head_start)


def kind(game: str, seats: int, target: int) -> Kind:
    if game == "lastcard":
        setup: object = lastcard.Setup(seats, target=target)
        return Kind(LastCardAtTable(lastcard.LastCard()), setup, CARDS["cautious"], _cards_fly)
    return Kind(HenHurAtTable(henhur.HenHur()), henhur.Setup(seats), HENS["cautious"], _hens_run)


def played(this: Kind, seats: int, seed: int, presets: list[str]) -> Evening:
    """One match, answer by answer."""
    game, dice, chance = this.table_game.game, Random(seed), Seed(f"{seed:064x}")
    bot = this.bot(game)
    state = fold(game, game.start(this.setup, chance))
    evening = Evening()
    now = until = 0.0
    idle_since = [0.0] * seats
    due: dict[Question, float] = {}
    early: dict[tuple[int, str, int], float] = {}
    while questions := game.awaiting(state):
        for question in questions:
            if question in due:
                continue
            evening.asked += 1
            seen = max(now, until)
            thinks = THINKS[question.phase] * dice.uniform(1 - MORE_OR_LESS, 1 + MORE_OR_LESS)
            by_preset = this.table_game.preset_answer(state, question, presets)
            decided = early.pop((question.round, question.phase, question.seat), None)
            if by_preset is not None:
                due[question] = now + by_preset.seconds
            elif decided is not None and decided <= now:
                due[question] = now + EARLY_FOR
            else:
                if decided is None:
                    evening.waits[question.phase].append(seen - idle_since[question.seat])
                due[question] = seen + thinks if decided is None else max(seen, decided)
        for seat in range(seats):
            question = this.table_game.early(state, seat)
            if question is not None and (key := (question.round, question.phase, seat)) not in early:
                seen = max(now, until, idle_since[seat])
                evening.waits[question.phase].append(seen - idle_since[seat])
                early[key] = idle_since[seat] = seen + THINKS[question.phase] * dice.uniform(0.7, 1.3)
        question = min(questions, key=due.__getitem__)
        now = max(now, due.pop(question))
        seat = question.seat
        choice = bot.choose(game.view(state, seat), game.legal(state, seat), derive(chance, f"bot {question}"))
        before = state
        step = game.decide(state, command_for(question, choice))
        state = step.state
        until = max(until, now) + this.plays(this.table_game.lines(before, step.events))
        until = min(until, now + this.table_game.head_start)
        idle_since[seat] = now
    evening.rounds, evening.seconds = game.view(state, None).round, max(now, until)
    return evening


def report(game: str, seats: int, target: int, matches: int, presets: list[str]) -> None:
    evenings = [played(kind(game, seats, target), seats, seed, presets) for seed in range(matches)]
    minutes = sorted(one.seconds / 60 for one in evenings)
    head("Match", "rounds", "minutes", "fewest", "most", "questions a player", "waiting a player, min")
    row(
        f"{game}, {seats} people",
        f"{statistics.mean(one.rounds for one in evenings):.1f}",
        f"{statistics.mean(minutes):.1f}",
        f"{minutes[0]:.1f}",
        f"{minutes[-1]:.1f}",
        f"{statistics.mean(one.asked for one in evenings) / seats:.0f}",
        f"{statistics.mean(sum(map(sum, one.waits.values())) for one in evenings) / seats / 60:.1f}",
    )
    print()
    head("Before a question", "waits a player", "median s", "p95 s", "longest s", f"over {LONG:.0f} s a player")
    waits: dict[str, list[float]] = defaultdict(list)
    long: Counter[str] = Counter()
    for one in evenings:
        for phase, found in one.waits.items():
            waits[phase] += found
            long[phase] += sum(wait > LONG for wait in found)
    for phase, found in waits.items():
        found.sort()
        each = matches * seats
        row(
            phase,
            f"{len(found) / each:.1f}",
            f"{statistics.median(found):.1f}",
            f"{found[int(0.95 * (len(found) - 1))]:.1f}",
            f"{found[-1]:.1f}",
            f"{long[phase] / each:.1f}",
        )
