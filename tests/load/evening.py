"""How long a race of people takes, how often each of them is asked, and how long they wait for others.

python -m tests.load.evening [--drivers 6] [--bots 0] [--track usa] [--laps 2] [--rules standard] [--presets slip]
    [--apart] [--garage rounds] [--packs basic,advanced] [--weather drawn] [--roads] [--sponsors] [--waits]
python -m tests.load.evening --game lastcard|henhur [--drivers 4] [--target 200] [--laps 3] [--races 20]
    [--apart]

The bot `racer` chooses, in the time that people take: so many seconds for each kind of question, more or less, and
after each answer the page plays what it led to. Whoever is asked meanwhile sees the question only then.

People play as the page lets them: they plan gear and cards at once, the cards are played a few seconds after the gears
were turned over, and what has one good answer is answered by default, as late as the site does it. Who waits decides
early what the site offers then; that takes as long as later, and is a question like any other. Some change their cards
when they see the others' gears (`--changes`, a share). `--apart` shows the race without plans, defaults and early
decisions. Of the cars, `--bots` are driven by the site.
"""

import argparse
import os
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup()

from django.utils.safestring import SafeString  # noqa: E402

from engine.heat import RULESETS, Content, Entrant, Heat, Setup, State, all_tracks  # noqa: E402
from engine.heat.bots import BOTS, symbols  # noqa: E402
from engine.heat.choices import Choice  # noqa: E402
from engine.heat.events import Event  # noqa: E402
from engine.heat.moves.pick import Pick  # noqa: E402
from engine.heat.race import Race  # noqa: E402
from engine.kernel.chance import Seed, derive  # noqa: E402
from engine.kernel.commands import Question, Withdrawal, command_for  # noqa: E402
from engine.kernel.seats import all_seats  # noqa: E402
from races.automatic import EARLY_FOR, HELD_FOR  # noqa: E402
from races.games import ByPreset  # noqa: E402
from races.heat import ahead, presets  # noqa: E402
from races.heat.ahead import PICKS  # noqa: E402
from races.heat.commentary.playback import steps  # noqa: E402
from races.heat.commentary.reader import Reader  # noqa: E402
from races.heat.extras import DRAWN, PACKS, TAKEN, Extras  # noqa: E402
from races.heat.table_game import HeatAtTable  # noqa: E402
from tests.load import match_evening  # noqa: E402
from tests.load.figures import head, row  # noqa: E402

THINKS = {
    "draft": 14.0,
    "snake_draft": 14.0,
    "give_up": 10.0,
    "wish": 5.0,
    "gears": 8.0,
    "cards": 15.0,
    "react": 6.0,
    "slipstream": 5.0,
    "discard": 5.0,
}
"""Seconds for an unhurried answer. A plan takes those for the gear and those for the cards. A market lies open while
others pick, so a pick takes less than its cards would take to read; a further card for the list takes less again."""
LISTED = 3
"""So many cards stand on the list of a driver who waits for a pick."""
BOT = 1.0
"""Seconds until a bot has answered: the site looks for their questions once a second."""
CHANGE = 5.0
"""Seconds for another look at a plan: to change its cards, or to put a cluttered hand down."""
MORE_OR_LESS = 0.3
LATE = 1 / 3
"""The part of its longest time that a page has for what comes late in a long run, as static/js/heat/play.js has it."""


@dataclass
class Evening:
    """One race: by driver, what they were asked and how long they waited."""

    rounds: int = 0
    seconds: float = 0
    asked: list[int] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    longest: float = 0
    draft: float = 0
    """Seconds until the first round."""
    machine: float = 0
    """The longest stretch in which nobody had anything to do: the site waited, or pages played."""
    waits: list[tuple[str, float]] = field(default_factory=list)
    """What drivers waited for, and how long."""


@dataclass(frozen=True)
class Wish:
    """A card on the list of a driver who waits for a pick, and when it stands there."""

    choice: Pick
    stands: float


class Table:
    """A race, the drivers around it, and what is due next. The last seats are those of bots."""

    def __init__(self, game: Heat, setup: Setup, seed: int, people: "People", bots: int = 0) -> None:
        drivers = len(setup.entrants)
        self.game = game
        self.people = people
        self.hands = drivers - bots
        self.dice = Random(seed)
        self.race = Race(game, setup, Seed(f"{seed:064x}"))
        self.bot = BOTS["racer"](game)
        self.at_table = HeatAtTable(game)
        self.evening = Evening(asked=[0] * self.hands, waited=[0.0] * self.hands)
        self.idle_since = [0.0] * drivers
        self.now = 0.0
        self.due: dict[Question, float] = {}
        self.by_itself: dict[Question, ByPreset | None] = {}
        """Questions that the site answers: by preset, or None for what was given ahead."""
        self.early: dict[Question, float] = {}
        """Questions to come that drivers who wait answer, and when they have decided."""
        self.wanted: dict[Question, list[Wish]] = {}
        """Of these, the picks of a draft: the first card of the list that is not taken when the question comes."""
        self.page = Page(game, drivers)
        self.chained = False
        self.busy_until = 0.0
        """Until then somebody had something to do."""

    def drive(self) -> Evening:
        while questions := self.game.awaiting(self.race.state):
            for question in questions:
                if question not in self.due:
                    self.ask(question)
            if self.people.plan:
                self.offer_early()
            self.answer(min(questions, key=self.due.__getitem__))
            if not self.race.state.round:
                self.evening.draft = max(self.now, self.page.until)
        self.evening.rounds, self.evening.seconds = self.race.state.round, max(self.now, self.page.until)
        return self.evening

    def offer_early(self) -> None:
        """Who waits sees what can be decided already, once the page has played what led there."""
        asked = {question.seat for question in self.game.awaiting(self.race.state)}
        for seat in all_seats(self.hands):
            question = None if seat in asked else self.at_table.early(self.race.state, seat)
            if question is not None and not self.has_decided(question):
                seen = max(self.now, self.page.until, self.idle_since[seat])
                decided = seen + self.thinks(question.phase)
                if question.phase in PICKS:
                    self.wanted[question] = self.wishes(question, decided)
                self.busy(question, seen, decided)
                self.early[question] = self.idle_since[seat] = decided

    def wishes(self, question: Question, decided: float) -> list[Wish]:
        """The best cards, each with the moment at which it stands on the list."""
        state = ahead.imagined(self.game, self.race.state, question.seat)
        assert state is not None, "a driver who waits decides"
        picks = [one for one in self.game.legal(state, question.seat).others if isinstance(one, Pick)]
        best = sorted({one.card: one for one in picks}.values(), key=lambda one: symbols.value(one.card), reverse=True)
        found = []
        for choice in best[:LISTED]:
            found.append(Wish(choice, decided))
            decided += self.more_or_less(THINKS["wish"])
        return found

    def has_decided(self, question: Question) -> bool:
        """Also a later question: then the earlier one is answered when it comes."""
        if question in self.wanted and self.wish(question) is None:
            del self.early[question], self.wanted[question]
        return question in self.early or question_like(question, "discard") in self.early

    def wish(self, question: Question) -> Wish | None:
        """The first card of a list that is there still."""
        left = [wish for wish in self.wanted.get(question, []) if wish.choice.card in self.race.state.market]
        return left[0] if left else None

    def choose(self, question: Question) -> Choice | Withdrawal:
        state, seat = self.race.state, question.seat
        if question.phase in PICKS and not state.cars[seat].asked:
            state = ahead.imagined(self.game, state, seat) or state
        dice = derive(self.race.seed, f"bot {question}")
        return self.bot.choose(self.game.view(state, seat), self.game.legal(state, seat), dice)

    def interrupt(self, seat: int) -> None:
        """A driver who is asked something else drops what they were thinking about, and begins anew later."""
        for question in [one for one, decided in self.early.items() if one.seat == seat and decided > self.now]:
            del self.early[question]
            self.idle_since[seat] = self.now

    def busy(self, question: Question, seen: float, until: float) -> None:
        """A driver has waited until now, is asked something, and thinks for so long."""
        evening, seat = self.evening, question.seat
        waited = seen - self.idle_since[seat]
        evening.asked[seat] += 1
        evening.waited[seat] += waited
        evening.longest = max(evening.longest, waited)
        evening.waits.append((question.phase, waited))
        if self.busy_until:  # the draft is introduced before anybody has anything to do
            evening.machine = max(evening.machine, seen - self.busy_until)
        self.busy_until = max(self.busy_until, until)

    def ask(self, question: Question) -> None:
        state, seat, phase = self.race.state, question.seat, question.phase
        if seat >= self.hands:
            self.due[question] = self.now + BOT
            self.by_itself[question] = None
            return
        legal = self.game.legal(state, seat)
        to_come = question_like(question, phase)
        self.has_decided(to_come)  # where all of a list is taken, nothing is
        decided = self.early.pop(to_come, None)
        if (wish := self.wish(to_come)) is not None:
            decided = wish.stands
        if decided is not None and decided <= self.now:
            self.due[question] = self.now + EARLY_FOR
            self.by_itself[question] = None
            return
        if decided is not None:  # who is asked while thinking about it goes on thinking, and answers by hand
            self.due[question] = decided if wish is None else min(decided, self.now + self.thinks(phase))
            return
        self.interrupt(seat)
        if phase == "cards" and self.people.plan and len(legal) > 1 and self.dice.random() >= self.people.changes:
            self.due[question] = self.now + HELD_FOR
            self.by_itself[question] = None
            return
        if (found := self.at_table.preset_answer(state, question, self.people.presets)) is not None:
            at_once = self.chained and found.seconds <= self.at_table.open_pause
            self.due[question] = self.now + (0 if at_once else found.seconds)
            self.by_itself[question] = found
            return
        seen = max(self.now, self.page.until)
        self.due[question] = seen + self.thinks(phase)
        self.busy(question, seen, self.due[question])

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
        to_come = question_like(question, question.phase)
        wish = self.wish(to_come)
        self.wanted.pop(to_come, None)
        choice = self.choose(question) if wish is None else wish.choice
        if found is not None:
            choice = next(one for one in self.game.legal(self.race.state, seat) if one == found.choice)
        before = self.race.state
        self.race.submit(command_for(question, choice))
        self.chained = found is not None and found.seconds <= self.at_table.open_pause
        self.page.play(before, self.race.events, self.now)
        if not by_itself:
            self.idle_since[seat] = self.now


def question_like(question: Question, phase: str) -> Question:
    return Question(question.round, phase, question.seat, 0)


class Page:
    """What a page plays of an update, as static/js/heat/beats.js does: the site says how long each step takes."""

    def __init__(self, game: Heat, drivers: int) -> None:
        self.game = game
        self.at_table = HeatAtTable(game)
        self.reader = Reader([Named(f"Driver {seat}") for seat in range(drivers)], game)
        self.until = 0.0
        self.began = 0.0
        self.last: tuple[str, float] = ("", 0.0)
        """The beat that is played last, and when it begins: what comes until then joins it."""

    def play(self, before: State, events: tuple[Event, ...], now: float) -> None:
        if self.until <= now:
            self.began = now
        found = [(line, SafeString("")) for line in self.at_table.lines(before, events)]
        for beat, together in groupby(steps(self.reader, found), key=itemgetter("beat")):
            cars: Counter[int] = Counter()
            for step in together:
                cars[step.get("seat", -1)] += step["ms"]
            seconds = max(cars.values()) / 1000
            name, begins = self.last
            if beat != name or begins < now:
                self.last = beat, max(now, self.until)
            self.until = max(self.until, self.last[1] + seconds)
        longest = self.at_table.head_start  # a page plays faster if need be
        self.until = min(self.until, max(self.began + longest, now + longest * LATE))


@dataclass
class Named:
    name: str
    legend: str = ""


@dataclass(frozen=True)
class People:
    """How they play."""

    plan: bool
    changes: float
    """The share of plans whose cards are changed when the others' gears are seen."""
    presets: list[str]


def evenings_of(
    track: str, rules: str, laps: int, drivers: int, bots: int, extras: Extras, seeds: Iterable[int], people: People
) -> list[Evening]:
    """Races on one track, each with a seed of its own."""
    game = Heat(Content(track=all_tracks()[track], rules=RULESETS[rules], modules=extras.modules()))
    setup = Setup(tuple(Entrant() for _ in range(drivers)), laps, **extras.of_setup())
    return [Table(game, setup, seed, people, bots).drive() for seed in seeds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="heat", choices=("heat", "lastcard", "henhur"))
    parser.add_argument("--target", type=int, default=200, help="the points that end a match of Last Card")
    parser.add_argument("--drivers", type=int, help="so many play; 6 of Heat, 4 of another game")
    parser.add_argument("--bots", type=int, default=0, help="so many of the drivers are bots")
    parser.add_argument("--track", default="usa")
    parser.add_argument("--laps", type=int, help="2 in Heat, 3 in HenHur")
    parser.add_argument("--rules", default="standard,rulebook")
    parser.add_argument("--races", type=int, default=20)
    parser.add_argument(
        "--presets", default="", help=f"answers in advance that all have given: {', '.join(presets.PRESETS)}"
    )
    parser.add_argument("--apart", action="store_true", help="gear and cards one after the other, and no defaults")
    parser.add_argument("--changes", type=float, default=0.1, help="the share of plans whose cards are changed")
    parser.add_argument("--garage", default="", choices=list(TAKEN))
    parser.add_argument("--packs", default="basic,advanced", help=f"cards in the game: {', '.join(PACKS)}")
    parser.add_argument("--weather", default="", help=f"“{DRAWN}”, or the id of a weather")
    parser.add_argument("--roads", action="store_true")
    parser.add_argument("--sponsors", action="store_true")
    parser.add_argument("--waits", action="store_true", help="also list what drivers waited for")
    given = parser.parse_args()
    if given.game != "heat":
        wishes = [preset for preset in given.presets.split(",") if preset]
        players = match_evening.People(wishes, early=not given.apart)
        seats, laps = given.drivers or 4, given.laps or 3
        match_evening.report(given.game, seats, given.target, laps, given.races, players)
        return
    cars = given.drivers or 6
    extras = Extras(
        garage=given.garage,
        packs=tuple([pack for pack in PACKS if pack in given.packs.split(",")]),
        weather=given.weather,
        roads=given.roads,
        sponsors=given.sponsors,
    )
    chosen = [preset for preset in given.presets.split(",") if preset]
    people = People(not given.apart, given.changes, chosen + ([] if given.apart else list(presets.DEFAULTS)))
    asks = "questions a driver and round"
    waits = ("seconds of waiting a round", "longest wait, s", "site and playback, s")
    every: dict[str, list[Evening]] = {}
    head("Rules", "rounds", "minutes", "of them draft", asks, *waits)
    for rules in given.rules.split(","):
        evenings = evenings_of(
            given.track, rules, given.laps or 2, cars, given.bots, extras, range(given.races), people
        )
        every[rules] = evenings
        rounds = statistics.mean(one.rounds for one in evenings)
        minutes = statistics.mean(one.seconds for one in evenings) / 60
        draft = statistics.mean(one.draft for one in evenings) / 60
        asked = statistics.mean(statistics.mean(one.asked) / one.rounds for one in evenings)
        waited = statistics.mean(statistics.mean(one.waited) / one.rounds for one in evenings)
        longest = statistics.median(one.longest for one in evenings)
        machine = max(one.machine for one in evenings)
        figures = f"{minutes:.1f}", f"{draft:.1f}", f"{asked:.1f}", f"{waited:.0f}", f"{longest:.0f}", f"{machine:.1f}"
        row(rules, f"{rounds:.1f}", *figures)
    if given.waits:
        for rules, evenings in every.items():
            list_waits(rules, evenings)


LONG = 10
"""Seconds: who waits longer may wonder."""


def list_waits(rules: str, evenings: list[Evening]) -> None:
    """By what a driver waited for with nothing to decide meanwhile: how often for long, of how many waits."""
    print(f"\n{rules}")
    head("Waited for", "waits a driver and race", f"of them over {LONG} s", "mean of these, s", "longest, s")
    found: dict[str, list[float]] = {}
    for evening in evenings:
        for phase, waited in evening.waits:
            found.setdefault(phase, []).append(waited)
    drivers = sum(len(evening.asked) for evening in evenings)
    for phase, waits in found.items():
        long = [waited for waited in waits if waited > LONG]
        mean = statistics.mean(long) if long else 0
        row(phase, f"{len(waits) / drivers:.1f}", f"{len(long) / drivers:.1f}", f"{mean:.0f}", f"{max(waits):.0f}")


if __name__ == "__main__":
    main()
