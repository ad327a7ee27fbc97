"""How long a match of Last Card or HenHur among people takes, and how long they wait for each other; see
`tests.load.evening`, whose options `--game lastcard` and `--game henhur` lead here.

A careful bot chooses, in the time that people take: so many seconds for each kind of question, more or less. After each
answer pages play what it led to, and whoever is asked meanwhile sees the question only then. Presets answer as late as
the site does it. Who waits chooses for the question to come where the site offers that (unless `--apart`), which takes
as long as later; what cannot be done when it comes is thought about anew.
"""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

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
    "run": 15.0,
    "bid": 22.0,
    "draft": 6.0,
}
"""Seconds for an unhurried answer. A hen runs with a card of a hand, and that takes as long as Heat's cards. Before a
bid the pool is read as a market of Heat is (14), and a card is chosen, as quickly as a gear (8); the pick itself comes
from a pool that was read."""
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
class People:
    """How they play: with these presets, and choosing for a question to come while they wait."""

    presets: list[str]
    early: bool = True


@dataclass(frozen=True)
class Early:
    """What a player who waits chooses for a question to come, and when that is decided."""

    question: Question
    choice: Any
    since: float
    rests_on: str


@dataclass(frozen=True)
class Kind:
    """A game as it is played here: its table, its set-up, its bot, how long pages play the lines of an entry, and the
    state as if it were the turn of a seat that waits."""

    table_game: Any
    setup: Any
    bot: Callable[[Any], Any]
    plays: Callable[[Sequence[Any]], float]
    on_turn: Callable[[Any, int], Any]


def _cards_fly(lines: Sequence[Any]) -> float:
    return A_CARD * min(MOST_CARDS, sum(lastcard_shown(line) is not None for line in lines))


def _hens_run(lines: Sequence[Any]) -> float:
    whole = sum(float(str(henhur_shown(line).get("ms", 0))) for line in lines) / 1000
    return min(whole, HenHurAtTable.head_start)


def _my_turn(state: Any, seat: int) -> Any:
    return replace(state, phase="turn", turn=seat, asked=(seat,), drawn="")


def _my_pick_or_run(state: Any, seat: int) -> Any:
    """Who has picked runs next, with the hand that comes."""
    if seat in state.order or state.phase != "draft":
        return replace(state, order=(seat, *(other for other in state.order if other != seat)))
    hens = henhur.HenHur()
    view = hens.coming(hens.view(state, seat))
    assert view.mine is not None, "it is the view of a seat"
    runners = list(state.runners)
    runners[seat] = replace(runners[seat], hand=view.mine.hand, slots=view.runners[seat].slots, choice=None)
    return replace(state, phase="run", turn=view.round, order=(), runners=tuple(runners))


def kind(game: str, seats: int, target: int, laps: int) -> Kind:
    if game == "lastcard":
        setup: object = lastcard.Setup(seats, target=target)
        return Kind(LastCardAtTable(lastcard.LastCard()), setup, CARDS["cautious"], _cards_fly, _my_turn)
    return Kind(
        HenHurAtTable(henhur.HenHur(henhur.content_of(laps))),
        henhur.Setup(seats),
        HENS["cautious"],
        _hens_run,
        _my_pick_or_run,
    )


class Table:
    """A match, the players around it, and what is due next."""

    def __init__(self, this: Kind, seats: int, seed: int, people: People) -> None:
        self.this, self.game, self.people, self.dice = this, this.table_game.game, people, Random(seed)
        self.chance = Seed(f"{seed:064x}")
        self.bot = this.bot(self.game)
        self.state = fold(self.game, self.game.start(this.setup, self.chance))
        self.evening = Evening()
        self.now = self.until = 0.0
        self.idle_since = [0.0] * seats
        self.due: dict[Question, float] = {}
        self.early: dict[int, Early] = {}

    def play(self) -> Evening:
        while questions := self.game.awaiting(self.state):
            for question in questions:
                if question not in self.due:
                    self.ask(question)
            if self.people.early:
                self.offer_early()
            self.answer(min(questions, key=self.due.__getitem__))
        evening = self.evening
        evening.rounds, evening.seconds = self.game.view(self.state, None).round, max(self.now, self.until)
        return evening

    def ask(self, question: Question) -> None:
        """When a question is answered: as late as the site does it, or once its player has thought."""
        seat, seen = question.seat, max(self.now, self.until)
        self.evening.asked += 1
        by_preset = self.this.table_game.preset_answer(self.state, question, self.people.presets)
        early = self.early.pop(seat, None)
        held = early is not None and early.question.phase == question.phase and early.question.round == question.round
        if by_preset is not None:
            self.due[question] = self.now + by_preset.seconds
        elif early is not None and held and early.since <= self.now and self.still(question, early):
            self.due[question] = self.now + EARLY_FOR
        elif early is not None and held and early.since > self.now:  # who was thinking about it goes on thinking
            self.due[question] = max(seen, early.since)
        else:
            self.evening.waits[question.phase].append(max(0, seen - self.idle_since[seat]))
            self.due[question] = seen + self.thinks(question)

    def still(self, question: Question, early: Early) -> bool:
        """Whether the site gives what was chosen early, now that it is asked."""
        rests_on = self.this.table_game.rests_on(self.state, question, early.choice)
        return early.choice in self.game.legal(self.state, question.seat) and rests_on == early.rests_on

    def offer_early(self) -> None:
        """Who waits chooses for the question to come, and anew when that can no longer be done."""
        for seat in range(len(self.idle_since)):
            question = self.this.table_game.early(self.state, seat)
            there = None if question is None else self.this.on_turn(self.state, seat)
            early = self.early.get(seat)
            if question is None or (early is not None and early.choice in self.game.legal(there, seat)):
                continue
            self.early.pop(seat, None)
            choice = self.chosen(there, seat)
            if self.this.table_game.early_refused(self.state, question, choice) or isinstance(choice, lastcard.Draw):
                continue
            seen = max(self.now, self.until, self.idle_since[seat])
            self.evening.waits[question.phase].append(seen - self.idle_since[seat])
            since = self.idle_since[seat] = seen + self.thinks(question)
            rests_on = self.this.table_game.rests_on(self.state, question, choice)
            self.early[seat] = Early(question, choice, since, rests_on)

    def thinks(self, question: Question) -> float:
        return THINKS[question.phase] * self.dice.uniform(1 - MORE_OR_LESS, 1 + MORE_OR_LESS)

    def chosen(self, state: Any, seat: int) -> Any:
        dice = derive(self.chance, f"bot {self.game.question(state, seat)}")
        return self.bot.choose(self.game.view(state, seat), self.game.legal(state, seat), dice)

    def answer(self, question: Question) -> None:
        self.now = max(self.now, self.due.pop(question))
        before = self.state
        step = self.game.decide(before, command_for(question, self.chosen(before, question.seat)))
        self.state = step.state
        self.until = max(self.until, self.now) + self.this.plays(self.this.table_game.lines(before, step.events))
        self.until = min(self.until, self.now + self.this.table_game.head_start)
        self.idle_since[question.seat] = self.now


def report(game: str, seats: int, target: int, laps: int, matches: int, people: People) -> None:
    evenings = [Table(kind(game, seats, target, laps), seats, seed, people).play() for seed in range(matches)]
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
