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
from races.heat.lessons import hints
from races.heat.lessons.coach import pages
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import LEARNER, Lesson, name_in, seed_of
from races.heat.lessons.progress import AT_FIRST, Progress, steps
from races.heat.lessons.search import driven_as_told, found, teaches
from races.heat.lessons.taught import FIRST, LESSONS
from races.heat.lessons.taught.first import in_good_order
from tests.races.heat.lessons.kit import NAMES, Decision, drive

MOST_STEPS, MOST_STEPS_OF_A_MODULE = 25, 10
SENTENCE_END = re.compile(r"[.!?](?= |$)")
MODULES = [lesson for lesson in LESSONS.values() if lesson is not FIRST]
every_lesson = pytest.mark.parametrize("lesson", list(LESSONS.values()), ids=list(LESSONS))


def hinted(at: Progress) -> Choice:
    assert at.learner is not None
    return at.learner.hint.choice


def at_random(lesson: Lesson, seed: int) -> "list[Decision]":
    chance = random.Random(seed)

    def choose(at: Progress) -> Choice:
        assert at.learner is not None
        against = [one for one in at.learner.offered if isinstance(one, Choice) and not isinstance(one, LeaveRace)]
        others = [one for one in against if one != at.learner.hint.choice]
        return chance.choice(others or against)

    return list(drive(lesson, seed_of(lesson.name, 1000 + seed), choose))


@every_lesson
def test_the_seed_brings_everything_up(lesson: Lesson) -> None:
    race = driven_as_told(lesson, lesson.seed)
    assert teaches(lesson, race), "the engine draws otherwise: manage.py find_lessons finds the number anew"


def test_the_search_goes_on_until_a_seed_teaches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("races.heat.lessons.search.driven_as_told", lambda lesson, seed: seed)
    monkeypatch.setattr("races.heat.lessons.search.teaches", lambda lesson, seed: seed == seed_of("first", 3))
    assert found(FIRST) == 3
    with pytest.raises(LookupError):
        found(FIRST, most=2)


def test_a_seed_tells_its_lesson_and_no_other_seed_does() -> None:
    assert {name_in(lesson.seed) for lesson in LESSONS.values()} == set(LESSONS)
    assert name_in(f"{275:064x}") == ""
    assert name_in(Seed("5eed" * 16)) is None
    assert name_in("") is None
    assert name_in("0" * 32 + "ff" * 12 + "0" * 8) is None
    assert name_in("0" * 32 + "ä" * 24 + "0" * 8) is None


@every_lesson
def test_a_lesson_is_whole(lesson: Lesson) -> None:
    names = [topic.name for topic in lesson.topics]
    assert len(set(names)) == len(names)
    assert {name for topic in lesson.topics for name in topic.after} | set(lesson.in_order) <= set(names)
    assert len(lesson.name) <= 12
    assert len(names) <= (MOST_STEPS if lesson is FIRST else MOST_STEPS_OF_A_MODULE)


@every_lesson
def test_who_follows_every_hint_is_taught_everything(lesson: Lesson) -> None:
    decisions = list(drive(lesson, lesson.seed, hinted))
    told = [step.topic.name for one in decisions for step in one.at.steps]
    assert sorted(told) == sorted(topic.name for topic in lesson.topics)
    for one in decisions:
        _what_is_told_is_true(lesson, one)
        _what_is_said_is_short(one.at)
        _what_is_hinted_comes(one)
    _corners_cost_what_was_told(decisions)


def test_who_follows_every_hint_of_the_first_race_wins() -> None:
    decisions = list(drive(FIRST, FIRST.seed, hinted))
    assert all(in_good_order(one.at) for one in decisions)
    assert FIRST.game.view(decisions[-1].after, None).ranking[0] == LEARNER


@pytest.mark.parametrize("seed", range(5))
def test_who_does_everything_against_the_hints_is_told_the_truth(seed: int) -> None:
    decisions = at_random(FIRST, seed)
    told = [step.topic.name for one in decisions for step in one.at.steps]
    assert len(told) == len(set(told))
    assert len(told) > len(FIRST.topics) / 2
    for one in decisions:
        assert hinted(one.at) in FIRST.game.legal(one.before, LEARNER)
        _what_is_told_is_true(FIRST, one)
        _what_is_said_is_short(one.at)
    _corners_cost_what_was_told(decisions)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lesson", MODULES, ids=[lesson.name for lesson in MODULES])
def test_modules_tell_the_truth_to_who_does_otherwise(lesson: Lesson, seed: int) -> None:
    for one in at_random(lesson, seed):
        assert hinted(one.at) in lesson.game.legal(one.before, LEARNER)
        _what_is_told_is_true(lesson, one)
        _what_is_said_is_short(one.at)


@every_lesson
def test_the_coach_knows_no_more_than_the_driver(lesson: Lesson) -> None:
    """In a race that was dealt anew from the driver's view, the coach says the same."""
    game = lesson.game
    for one in drive(lesson, lesson.seed, hinted):
        dealt = game.imagine(game.view(one.before, LEARNER), Seed("c0" * 16))
        learner = Learner(game, game.view(dealt, LEARNER))
        assert steps(lesson.topics, learner, frozenset(one.at.taught)) == one.at.steps
        assert one.at.learner is not None
        assert hints.hint(learner) == hints.hint(one.at.learner)


def _what_is_said_is_short(at: Progress) -> None:
    assert len(at.steps) <= AT_FIRST
    for page in pages(at, NAMES):
        assert 2 <= len(SENTENCE_END.findall(page.text)) <= 4, page.text
        assert "%(" not in page.text
    assert at.learner is not None
    assert all(hints.hint(at.learner))


def _what_is_told_is_true(lesson: Lesson, one: Decision) -> None:
    """The numbers of each step, against the whole state and what the choice led to."""
    game = lesson.game
    car, course = one.before.cars[LEARNER], game.course
    roads = game.roads(one.before.weather, one.before.tokens)
    for step in one.at.steps:
        numbers = step.numbers
        assert numbers.get("engine", car.engine) == car.engine
        match step.topic.name:
            case "board" | "corner" if "limit" in numbers:
                line = next(course.lines(car.at, car.at + int(numbers["far"]), course.length))
                assert line == car.at + int(numbers["far"])
                assert course.corner(line).limit == numbers["limit"]
            case "bill" | "press":
                assert roads.limit(int(numbers["line"])) == numbers["limit"]
            case "gear":
                assert numbers["gear"] == car.gear
            case "cards":
                assert numbers["cards"] == len(car.hand)
            case "movement":
                assert (numbers["speed"], numbers["moved"]) == (car.speed, car.at - car.start)
            case "places":
                assert abs(one.before.cars[int(numbers["rival"])].at - car.at) == numbers["gap"]
            case "cooldown" | "cooling":
                offered = game.legal(one.before, LEARNER)
                assert Cool(int(numbers["can"])) in offered
                assert Cool(int(numbers["can"]) + 1) not in offered
                assert numbers.get("held", car.hand.count("heat")) == car.hand.count("heat")
            case "slipstream":
                assert Slipstream(int(numbers["distance"])) in game.legal(one.before, LEARNER)
            case "stress":
                assert numbers["held"] == car.hand.count("stress")
            case "spin":
                assert _spins(lesson, one.before, int(numbers["speed"]))
                assert not _spins(lesson, one.before, int(numbers["speed"]) - 1)
            case "discard":
                drew = [event for event in one.events if isinstance(event, Drew) and event.seat == LEARNER]
                assert not drew or len(one.after.cars[LEARNER].hand) == numbers["limit"]
            case "finish":
                assert car.at + int(numbers["left"]) == course.length
            case "market" | "taken":
                assert numbers["cards"] == len(one.before.market)
            case "deck":
                assert numbers["hand"] == len(car.hand)
                shuffled = int(numbers["speed"]) + int(numbers["stress"]) + int(numbers["upgrades"])
                assert shuffled == len(car.hand) + len(car.draw) == len(car.stock) - car.stock.count("heat")
            case "water":
                assert course.is_flooded(car.at, car.lane)
            case "tunnel":
                assert course.is_tunnel(car.at, car.lane)
            case "earned":
                drawn = [card for card in (*car.stock, *one.before.sponsors_used) if card in game.sponsors]
                assert len(drawn) == int(numbers["earned"]) + 2
    if isinstance(one.choice, Boost):
        _boost_is_as_told(one)


def _spins(lesson: Lesson, state: State, speed: int) -> bool:
    """Whether the next corner, crossed at this speed, asks for more Heat than there is."""
    car, course = state.cars[LEARNER], lesson.game.course
    limit = course.corner(car.at + course.to_line[course.space(car.at)]).limit
    return speed - limit > car.engine


def _boost_is_as_told(one: Decision) -> None:
    told = next((step.numbers for step in one.at.steps if step.topic.name == "boost"), None)
    if told is None:
        return
    boosted = next(event for event in one.events if isinstance(event, Boosted))
    assert boosted.heat == told["cost"]
    gain = one.after.cars[LEARNER].speed - one.before.cars[LEARNER].speed
    assert one.after.round != one.before.round or one.after.ended or int(told["least"]) <= gain <= int(told["most"])


def _what_is_hinted_comes(one: Decision) -> None:
    """The hint was followed: cards make a speed that was foreseen, a slipstream and a discard are carried out."""
    assert one.at.learner is not None
    hint = one.at.learner.hint
    own = [event for event in one.events if getattr(event, "seat", None) == LEARNER]
    if isinstance(one.choice, Play):
        assert any(isinstance(event, Revealed) for event in own)
        moved = next((event for event in own if isinstance(event, Moved)), None)
        assert moved is not None or one.after.phase == "reveal", "the driver is asked first what a card counts"
        assert moved is None or moved.distance in {outcome.speed for outcome in hint.explanation.outcomes}
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
        if step.topic.name in ("board", "corner") and "limit" in step.numbers
    }
    taken = [event for one in decisions for event in one.events if isinstance(event, CornerTaken)]
    for event in taken:
        if event.seat == LEARNER and event.line in told:
            assert event.heat == max(0, event.speed - told[event.line])
