"""The coach and the engine: what is told is what then happens, for a driver who follows every hint and for drivers who
do as they like."""

import random
import re

import pytest

from engine.heat import Choice, Cool, Discard, Slipstream, State
from engine.heat.events import CornerTaken, Drew, Moved
from engine.heat.moves.boost import Boost, Boosted
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.play import Play, Revealed
from engine.kernel.chance import Seed
from races.heat.lessons import words
from races.heat.lessons.coach import pages
from races.heat.lessons.course import LEARNER, SEED, driven_as_told, found, in_good_order, seed_of, teaches
from races.heat.lessons.learner import Learner
from races.heat.lessons.topics import AT_FIRST, TOPICS, Progress, steps
from tests.races.heat.lessons.kit import GAME, NAMES, Decision, drive

MOST_STEPS = 25
SENTENCE_END = re.compile(r"[.!?](?= |$)")


def hinted(at: Progress) -> Choice:
    assert at.learner is not None
    return at.learner.hint.choice


def at_random(seed: int) -> "list[Decision]":
    chance = random.Random(seed)

    def choose(at: Progress) -> Choice:
        assert at.learner is not None
        against = [one for one in at.learner.offered if isinstance(one, Choice) and not isinstance(one, LeaveRace)]
        others = [one for one in against if one != at.learner.hint.choice]
        return chance.choice(others or against)

    return list(drive(seed_of(1000 + seed), choose))


def test_the_seed_brings_everything_up() -> None:
    race = driven_as_told(GAME, SEED)
    assert teaches(race), "the engine draws otherwise: python -m races.heat.lessons.course finds the number anew"


def test_the_search_goes_on_until_a_seed_teaches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("races.heat.lessons.course.driven_as_told", lambda game, seed: seed)
    monkeypatch.setattr("races.heat.lessons.course.teaches", lambda seed: seed == seed_of(3))
    assert found() == 3


def test_who_follows_every_hint_is_taught_everything_and_wins() -> None:
    decisions = list(drive(SEED, hinted))
    told = [step.topic.name for one in decisions for step in one.at.steps]
    assert len(told) == len(set(told)) == len(TOPICS) <= MOST_STEPS
    assert all(in_good_order(one.at) for one in decisions)
    assert GAME.view(decisions[-1].after, None).ranking[0] == LEARNER
    for one in decisions:
        _what_is_told_is_true(one)
        _what_is_hinted_comes(one)
    _corners_cost_what_was_told(decisions)


@pytest.mark.parametrize("seed", range(5))
def test_who_does_everything_against_the_hints_is_told_the_truth(seed: int) -> None:
    decisions = at_random(seed)
    told = [step.topic.name for one in decisions for step in one.at.steps]
    assert len(told) == len(set(told))
    assert len(told) > len(TOPICS) / 2
    for one in decisions:
        assert hinted(one.at) in GAME.legal(one.before, LEARNER)
        _what_is_told_is_true(one)
        _what_is_said_is_short(one.at)
    _corners_cost_what_was_told(decisions)


def test_the_coach_knows_no_more_than_the_driver() -> None:
    """In a race that was dealt anew from the driver's view, the coach says the same."""
    for one in drive(SEED, hinted):
        dealt = GAME.imagine(GAME.view(one.before, LEARNER), Seed("c0" * 16))
        learner = Learner(GAME, GAME.view(dealt, LEARNER))
        assert steps(learner, frozenset(one.at.taught)) == one.at.steps
        assert one.at.learner is not None
        assert words.hint(learner) == words.hint(one.at.learner)


def _what_is_said_is_short(at: Progress) -> None:
    assert len(at.steps) <= AT_FIRST
    for page in pages(at, NAMES):
        assert 2 <= len(SENTENCE_END.findall(page.text)) <= 4, page.text
        assert "%(" not in page.text
    assert at.learner is not None
    assert all(words.hint(at.learner))


def _what_is_told_is_true(one: Decision) -> None:
    """The numbers of each step, against the whole state and what the choice led to."""
    car, course = one.before.cars[LEARNER], GAME.course
    for step in one.at.steps:
        numbers = step.numbers
        assert numbers.get("engine", car.engine) == car.engine
        match step.topic.name:
            case "board" | "corner":
                line = next(course.lines(car.at, car.at + int(numbers["far"]), course.length))
                assert line == car.at + int(numbers["far"])
                assert course.corner(line).limit == numbers["limit"]
            case "gear":
                assert numbers["gear"] == car.gear
            case "cards":
                assert numbers["cards"] == len(car.hand)
            case "movement":
                assert (numbers["speed"], numbers["moved"]) == (car.speed, car.at - car.start)
            case "places":
                assert abs(one.before.cars[int(numbers["rival"])].at - car.at) == numbers["gap"]
            case "cooldown":
                offered = GAME.legal(one.before, LEARNER)
                assert Cool(int(numbers["can"])) in offered
                assert Cool(int(numbers["can"]) + 1) not in offered
                assert numbers["held"] == car.hand.count("heat")
            case "slipstream":
                assert Slipstream(int(numbers["distance"])) in GAME.legal(one.before, LEARNER)
            case "stress":
                assert numbers["held"] == car.hand.count("stress")
            case "spin":
                assert _spins(one.before, int(numbers["speed"]))
                assert not _spins(one.before, int(numbers["speed"]) - 1)
            case "discard":
                drew = [event for event in one.events if isinstance(event, Drew) and event.seat == LEARNER]
                assert not drew or len(one.after.cars[LEARNER].hand) == numbers["limit"]
            case "finish":
                assert car.at + int(numbers["left"]) == course.length
    if isinstance(one.choice, Boost):
        _boost_is_as_told(one)


def _spins(state: State, speed: int) -> bool:
    """Whether the next corner, crossed at this speed, asks for more Heat than there is."""
    car, course = state.cars[LEARNER], GAME.course
    limit = course.corner(car.at + course.to_line[course.space(car.at)]).limit
    return speed - limit > car.engine


def _boost_is_as_told(one: Decision) -> None:
    told = next((step.numbers for step in one.at.steps if step.topic.name == "boost"), None)
    if told is None:
        return
    boosted = next(event for event in one.events if isinstance(event, Boosted))
    assert boosted.heat == told["cost"]
    gain = one.after.cars[LEARNER].speed - one.before.cars[LEARNER].speed
    assert one.after.round != one.before.round or int(told["least"]) <= gain <= int(told["most"])


def _what_is_hinted_comes(one: Decision) -> None:
    """The hint was followed: cards make a speed that was foreseen, a slipstream and a discard are carried out."""
    assert one.at.learner is not None
    hint = one.at.learner.hint
    own = [event for event in one.events if getattr(event, "seat", None) == LEARNER]
    if isinstance(one.choice, Play):
        assert any(isinstance(event, Revealed) for event in own)
        moved = next(event for event in own if isinstance(event, Moved))
        assert moved.distance in {outcome.speed for outcome in hint.explanation.outcomes}
    if isinstance(one.choice, Slipstream):
        moved = next(event for event in own if isinstance(event, Moved))
        assert moved.at == hint.explanation.outcomes[0].at
    if isinstance(one.choice, Discard):
        assert not set(one.choice.cards) & {"heat", "stress"}


def _corners_cost_what_was_told(decisions: "list[Decision]") -> None:
    """Each corner that was explained costs a Heat for each point over the limit that was told."""
    told = {
        int(step.numbers["line"]): int(step.numbers["limit"])
        for one in decisions
        for step in one.at.steps
        if step.topic.name in ("board", "corner")
    }
    assert told
    taken = [event for one in decisions for event in one.events if isinstance(event, CornerTaken)]
    for event in taken:
        if event.seat == LEARNER and event.line in told:
            assert event.heat == max(0, event.speed - told[event.line])
