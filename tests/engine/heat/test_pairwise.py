"""Every track with every event, weather, garage, number of seats and rule set: each pair of them in some race.

The races are driven to the flag with every invariant checked after every event.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Literal, NamedTuple

import pytest
from msgspec.structs import replace

from engine.heat import RULESETS, Content, Cool, Entrant, Gear, Heat, Setup, State, all_tracks, read_record
from engine.heat.decks import deck_for
from engine.heat.modules import base_modules
from engine.heat.season.calendar import Stop, laps_of
from engine.kernel import Step, command_for, derive, encode, fold, verify
from tests.engine.heat.races import EVENTS, EXPANSIONS, ROOT, Move, Start, check_shared, kept, record_of

SEED = 1965
"""The covering set and the driving come from this."""
SAMPLE = 25
"""So many races of the set are driven every day."""

MOST_LAPS = 2
"""A third lap shows nothing new, and some of these drivers would not see its end."""


class Case(NamedTuple):
    """One race: a value of each factor."""

    track: str
    event: str
    weather: str
    garage: Literal["", "rounds", "snake", "random", "one"]
    seats: str
    rules: str

    def __str__(self) -> str:
        return "-".join(value or "none" for value in self)


FACTORS: tuple[tuple[str, ...], ...] = (
    tuple(sorted(all_tracks())),
    ("", *EVENTS),
    ("", *(weather.id for weather in base_modules().weather)),
    ("", "rounds", "snake", "random", "one"),
    ("1", "2", "3+2", "6", "5+4", "12"),
    tuple(sorted(RULESETS)),
)
"""Drivers and Legends of the seats: `3+2` is three drivers and two Legends."""

Pair = tuple[tuple[int, str], tuple[int, str]]


def can_be(case: Sequence[str]) -> bool:
    """No lap of Espana would be left by the strike."""
    return not (case[0] == "espana" and case[1] == "strike")


def pairs_of(case: Sequence[str]) -> Iterator[Pair]:
    return combinations(enumerate(case), 2)


@cache
def every_pair() -> frozenset[Pair]:
    return frozenset(
        ((one, left), (two, right))
        for one, two in combinations(range(len(FACTORS)), 2)
        for left, right in product(FACTORS[one], FACTORS[two])
        if (left, right) != ("espana", "strike")
    )


@cache
def covering_set() -> tuple[Case, ...]:
    """Greedy: begin each race with a pair that is missing, then add the values that bring most missing pairs."""
    dice = Random(SEED)
    missing = set(every_pair())
    cases: list[Case] = []
    while missing:
        values: dict[int, str] = dict(min(missing))
        for factor in sorted(set(range(len(FACTORS))) - set(values), key=lambda one: -len(FACTORS[one])):
            worth: dict[str, tuple[int, float]] = {}
            for value in FACTORS[factor]:
                new = sum(tuple(sorted(((factor, value), other))) in missing for other in values.items())
                trial = {**values, factor: value}
                if can_be((trial.get(0, ""), trial.get(1, ""))):
                    worth[value] = (new, dice.random())
            values[factor] = max(worth, key=lambda value: worth[value])
        case = Case(*(values[factor] for factor in range(len(FACTORS))))  # type: ignore[arg-type]
        missing -= set(pairs_of(case))
        cases.append(case)
    return tuple(cases)


def sample() -> tuple[Case, ...]:
    return tuple(Random(SEED).sample(covering_set(), SAMPLE))


def start_of(case: Case, number: int = 0) -> Start:
    """The race of a case: a championship race with roads and both expansions, as late in a season."""
    modules = base_modules()
    if case.weather:
        modules = replace(modules, weather=tuple(one for one in modules.weather if one.id == case.weather))
    rules, on = RULESETS[case.rules], all_tracks()[case.track]
    content = Content(track=on, rules=rules, legends=deck_for(rules.legend_rows), modules=modules)
    drivers, _, legends = case.seats.partition("+")
    rows = [content.legends.row(number, content.legends.rows[0]) for number in range(int(legends or 0))]
    event = next((one for one in modules.events if one.id == case.event), None)
    setup = Setup(
        (*[Entrant()] * int(drivers), *map(Entrant, rows)),
        laps=min(MOST_LAPS, laps_of(Stop(case.track), on, event)),
        mulligan=True,
        aggressive=True,
        draft=case.garage,
        expansions=EXPANSIONS,
        weather=bool(case.weather),
        roads=True,
        season=True,
        event=case.event,
    )
    dice = hash_of(case) + number
    return Start(content, kept(setup, Random(dice)), derive(ROOT, f"{case} {number}"), dice)


def hash_of(case: Case) -> int:
    return int(derive(ROOT, str(case))[:8], 16)


LOOK_AT = 4
"""So many choices does a driver look at before making one."""


def chosen(game: Heat, state: State, seat: int, dice: Random) -> Any:
    """A driver who wants to arrive: low gears, much cooling, no retiring, no spin-outs; all else at random."""
    choices = game.legal(state, seat)
    if isinstance(choices[0], Gear):
        gears = [choice for choice in choices if isinstance(choice, Gear)]
        car, course = state.cars[seat], game.course
        line = car.at + course.to_line[course.space(car.at)]
        slow = line - car.at <= 8 and game.roads(state.weather, state.tokens).limit(line) <= 4
        wanted = 1 if slow else 2 if car.engine < 2 else dice.choice((2, 3))
        return min(gears, key=lambda gear: abs(gear.gear - wanted))
    if cooling := [choice for choice in choices if isinstance(choice, Cool)]:
        return cooling[-1]
    if state.phase in ("discard", "draft", "snake_draft", "give_up", "swap"):
        return choices[dice.randrange(len(choices))]
    view = game.view(state, seat)
    some = [choices[dice.randrange(len(choices))] for _ in range(LOOK_AT)]

    def danger(choice: Any) -> tuple[float, float]:
        told = game.explain(view, choice)
        spins = sum(way.weight for way in told.outcomes if way.spin_out) / told.ways
        return spins, sum(way.weight * way.heat for way in told.outcomes) / told.ways

    return min(dict.fromkeys(some), key=danger)


def driven(start: Start) -> list[Move]:
    """The whole race, with every invariant after every event."""
    game, dice = Heat(start.content), Random(start.dice)
    events = game.start(start.setup, start.seed)
    state = fold(game, events)
    moves = [Move(state, None, events, state)]
    while not state.ended:
        question = dice.choice(game.awaiting(state))
        command = command_for(question, chosen(game, state, question.seat, dice))
        step = game.decide(state, command)
        assert isinstance(step, Step), step
        now = state
        for event in step.events:
            now = game.evolve(now, event)
            assert game.problems(now) == (), event
        assert now == step.state
        check_shared(game, moves[0].state, now)
        assert bool(game.awaiting(now)) == (not now.ended)
        moves.append(Move(state, command, step.events, now))
        state = now
    return moves


def may_end(case: Case) -> set[str]:
    """The flag. A spin-out may take the last driver out; where nothing cools all race, these drivers may crawl."""
    ends = {"flag"}
    if case.event == "future_unknown":
        ends.add("no_driver")
    if (case.weather, case.rules) == ("cloud", "standard"):
        ends.add("round_limit")
    return ends


def check(case: Case) -> None:
    start = start_of(case)
    moves = driven(start)
    last = moves[-1].state
    assert last.ended in may_end(case)
    game = Heat(start.content)
    for seat in (None, *range(len(last.cars))):
        view = game.view(last, seat)
        assert game.view(game.imagine(view, start.seed), seat) == view
    record: Any = read_record(encode(record_of(start, moves)))
    assert encode(verify(game, record)) == game.encode(last)


def test_the_set_covers_every_pair() -> None:
    covered = {pair for case in covering_set() for pair in pairs_of(case)}
    assert covered == every_pair()
    assert all(map(can_be, covering_set()))


def test_the_set_is_small_and_the_same_every_time() -> None:
    """Tracks and events alone make 189 pairs."""
    assert len(set(covering_set())) == len(covering_set()) < 230
    again = covering_set.__wrapped__()
    assert again == covering_set()


def test_the_sample_meets_every_value() -> None:
    met = [set(values) for values in zip(*sample(), strict=True)]
    assert [len(values) for values in met[2:]] == [len(values) for values in FACTORS[2:]]
    assert len(met[0]) == len(FACTORS[0])


@pytest.mark.parametrize("case", sample(), ids=str)
def test_a_race_of_the_sample_is_driven_to_the_flag(case: Case) -> None:
    check(case)


@pytest.mark.soak
@pytest.mark.parametrize("case", covering_set(), ids=str)
def test_every_race_of_the_set_is_driven_to_the_flag(case: Case) -> None:
    check(case)
