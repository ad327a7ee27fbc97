"""A race as an environment drives it: which one, whose turn it is, and answers that come word by word."""

from collections.abc import Sequence
from typing import Any

from engine.heat import RULESETS, Choice, Content, Entrant, Heat, Setup, all_tracks
from engine.heat.content import setup_faults
from engine.heat.decks import deck_for
from engine.heat.race import Race
from engine.heat.simulation import entrants
from engine.kernel import Broken, Fault, Question, Refusal, Seed, command_for
from heatgym.observation import Flattener, Observation
from heatgym.words import Mask, Spelling, Vocabulary

NO_WORDS: tuple[int, ...] = ()


class Contest:
    """Races of one set-up on one content, with the vocabulary and the flattened views that go with it."""

    def __init__(
        self,
        track: str = "usa",
        rules: str = "standard",
        laps: int | None = None,
        drivers: Sequence[str] | int = 6,
        **modules: Any,
    ) -> None:
        """`drivers` is how many cars, or a word for each as `python -m engine simulate` takes them (`racer`,
        `legend:medium`); `modules` are further fields of the set-up, such as `weather=True`. Raises `Broken`."""
        known = {"track": (track, all_tracks()), "rules": (rules, RULESETS)}
        for option, (name, names) in known.items():
            if name not in names:
                text = f"there is no “{name}”, but {', '.join(names)}"
                raise Broken("options", (Fault(option, "unknown", text),))
        ruleset = RULESETS[rules]
        circuit = all_tracks()[track]
        self.game = Heat(Content(track=circuit, rules=ruleset, legends=deck_for(ruleset.legend_rows)))
        cars = (Entrant(),) * drivers if isinstance(drivers, int) else entrants(self.game, drivers, "drivers")
        self.setup = Setup(cars, circuit.laps if laps is None else laps, **modules)
        if faults := setup_faults(self.game.content, self.setup):
            raise Broken("setup", faults)
        self.vocabulary = Vocabulary(self.game, self.setup)
        self.flatten = Flattener(self.game, self.setup, self.vocabulary)

    def race(self, seed: Seed) -> Race:
        return Race(self.game, self.setup, seed)


class Spoken:
    """One race whose drivers answer word by word."""

    def __init__(self, contest: Contest, seed: Seed) -> None:
        self.contest = contest
        self.race = contest.race(seed)
        self._spellings: dict[Question, Spelling] = {}

    def asked(self) -> Question | None:
        """The question that is open; of several that are open at once the first. None when the race is over."""
        waiting = self.contest.game.awaiting(self.race.state)
        return waiting[0] if waiting else None

    def spelling(self, question: Question) -> Spelling:
        """What was said so far in answer to a question."""
        if question not in self._spellings:
            choices = self.contest.game.legal(self.race.state, question.seat)
            self._spellings = {question: Spelling(self.contest.vocabulary, choices)}
        return self._spellings[question]

    def answer_where_one_is_left(self) -> None:
        """Answer questions to which there is one answer, as far as they are asked now."""
        while (question := self.asked()) and (choice := self.spelling(question).choice):
            self.choose(question, choice)

    def choose(self, question: Question, choice: Choice) -> None:
        done = self.race.submit(command_for(question, choice))
        assert not isinstance(done, Refusal), f"a legal choice was refused: {done}"

    def observe(self, seat: int) -> Observation:
        """What a seat sees, asked or not."""
        question = self.asked()
        mine = question is not None and question.seat == seat
        said = self.spelling(question).said if question and mine else NO_WORDS
        return self.contest.flatten(self.contest.game.view(self.race.state, seat), said)

    def mask(self, seat: int) -> Mask:
        """The words that a seat may say now; none while it is not its turn."""
        question = self.asked()
        if question is None or question.seat != seat:
            return Spelling.nothing(self.contest.vocabulary)
        return self.spelling(question).mask()

    def places(self) -> tuple[int, ...]:
        game = self.contest.game
        return game.places(game.view(self.race.state, None))

    def rewards(self) -> tuple[float, ...]:
        """After the race: 1 for the first place, -1 for the last, and evenly between."""
        places = self.places()
        return tuple(1 - 2 * (place - 1) / max(1, len(places) - 1) for place in places)
