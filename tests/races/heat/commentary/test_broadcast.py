"""The broadcast of recorded races of eight cars: all that happens between two questions is seen, within five seconds.

Which steps are played together and how long that takes is asked of the page's own module, `beats.js`; the steps and
their times are those that the server sends.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from engine.heat import events as e
from engine.heat.moves.boost import Boosted
from engine.heat.moves.cool import Cooled
from engine.heat.moves.gear import Shifted
from races.heat.table_game import HeatAtTable
from tests.races.heat.commentary.recorded import CARS, Answered, race, stretches

BEATS_JS = Path(__file__).parents[4] / "static" / "js" / "heat" / "beats.js"
LONGEST = 1000 * HeatAtTable.head_start
HURRIED = 0.5
"""No step goes by faster than at twice its speed."""
RACES = [(rules, *seeded) for rules in ("standard", "rulebook") for seeded in (("usa", "ab"), ("italia", "cd"))]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    page = browser.new_page()
    page.route("http://race.test/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route(
        "http://race.test/beats.js",
        lambda route: route.fulfill(path=BEATS_JS, content_type="text/javascript"),
    )
    page.goto("http://race.test/")
    return page


@pytest.fixture(scope="module", params=RACES, ids=lambda race: " ".join(race))
def answers(request: pytest.FixtureRequest) -> list[Answered]:
    rules, track, seed = request.param
    return list(race(rules, track, 32 * seed))


def test_no_stretch_between_two_questions_takes_more_than_five_seconds(page: Page, answers: list[Answered]) -> None:
    seen = [steps for seat in range(CARS) for steps in stretches(answers, seat) if steps]
    assert len(seen) > 100
    played: list[dict[str, float]] = page.evaluate(
        """async ([all, left]) => {
            const { lengthOf, paceOf } = await import("/beats.js");
            return all.map((steps) => ({ whole: lengthOf(steps), pace: paceOf(steps, 1, left) }));
        }""",
        [seen, LONGEST],
    )
    assert max(one["whole"] * one["pace"] for one in played) <= LONGEST + 1
    assert min(one["pace"] for one in played) >= HURRIED
    hurried = sum(one["pace"] < 1 for one in played)
    assert hurried <= len(played) / 7, "most stretches go by at their own speed"


def test_every_event_that_is_to_be_seen_is_in_a_beat(answers: list[Answered]) -> None:
    found: set[str] = set()
    for answer in answers:
        looks = [(step["look"], step.get("seat")) for step in answer.steps]
        for event in answer.events:
            look = look_of(event)
            if look is not None:
                found.add(look)
                assert (look, getattr(event, "seat", None)) in looks, event
        moved = {step.get("seat"): step["path"][-1] for step in answer.steps if "path" in step}
        for seat, place in moved.items():
            (last,) = [
                (event.at, event.lane)
                for event in answer.events
                if isinstance(event, e.Moved | e.SpunOut) and event.seat == seat
            ][-1:]
            assert place == last
    assert {"shift", "drive", "slipstream", "boost", "cool", "pay", "spin", "finish"} <= found


MOVED = {"cards": "drive", "boost": "boost", "slipstream": "slipstream", "adrenaline": "drive"}


def look_of(event: Any) -> str | None:
    """The look that shows an event; None for what only the log has."""
    match event:
        case e.Moved(why=why):
            return MOVED[why]
        case Boosted():
            return "boost"
        case Shifted():
            return "shift"
        case Cooled():
            return "cool"
        case e.CornerTaken(heat=heat):
            return "pay" if heat else None
        case e.SpunOut():
            return "spin"
        case e.CameHome():
            return "home"
        case e.Finished():
            return "finish"
    return None


def test_beats_keep_their_order_and_lose_nothing(page: Page, answers: list[Answered]) -> None:
    seen = [steps for steps in stretches(answers, CARS - 1) if steps]
    beats: list[list[list[dict[str, Any]]]] = page.evaluate(
        """async (all) => {
            const { beatsOf } = await import("/beats.js");
            return all.map((steps) => beatsOf(steps).map((beat) => beat.steps));
        }""",
        seen,
    )
    for steps, played in zip(seen, beats, strict=True):
        assert [step["say"] for beat in played for step in beat] == [step["say"] for step in steps]
        assert all(len({step["beat"] for step in beat}) == 1 for beat in played)
        for beat in played:
            assert len({step.get("seat") for step in beat}) <= CARS


TELLS = 12_000
"""Milliseconds that a television takes to tell of one car after the other: no driver waits for it."""


def test_a_television_tells_of_one_car_after_the_other(page: Page, answers: list[Answered]) -> None:
    seen = [steps for steps in stretches(answers, CARS - 1) if steps]
    told: list[dict[str, Any]] = page.evaluate(
        """async ([all, left]) => {
            const { beatsOf, lengthOf, oneByOne, paceOf } = await import("/beats.js");
            return all.map(oneByOne).map((steps) => ({
                beats: beatsOf(steps).map((beat) => beat.steps),
                ms: lengthOf(steps) * paceOf(steps, 1, left),
            }));
        }""",
        [seen, TELLS],
    )
    one_car = 0
    for steps, one in zip(seen, told, strict=True):
        played = [step for beat in one["beats"] for step in beat]
        assert one["ms"] <= TELLS + 1
        for seat in {step.get("seat") for step in steps}:
            own, before = ([step["say"] for step in part if step.get("seat") == seat] for part in (played, steps))
            assert own == before, "each car does what it did, in its order"
        for beat in one["beats"]:
            assert len({step.get("seat") for step in beat}) == 1 or {step["look"] for step in beat} == {"shift"}
            one_car += len(beat) == 1
    assert one_car > 50


def test_the_camera_goes_near_where_heat_is_paid_at_a_corner(page: Page) -> None:
    steps = [
        ([{"look": "drive", "seat": 1, "speed": 9}], False),
        ([{"look": "pay", "seat": 1, "heat": -2, "line": 12}], True),
        ([{"look": "pay", "seat": 1, "heat": -2}], False),
        ([{"look": "drive", "seat": 1}, {"look": "spin", "seat": 2}], True),
        ([{"look": "cool", "seat": 1, "heat": 2}], False),
    ]
    found: list[bool] = page.evaluate(
        """async (all) => {
            const { isDramatic } = await import("/beats.js");
            return all.map(isDramatic);
        }""",
        [given for given, _near in steps],
    )
    assert found == [near for _given, near in steps]
