"""Telemetry tells what the events tell: every turn of every car, and two of them laid over each other."""

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

import pytest

from engine.heat import State
from engine.heat import events as e
from races import records
from races.heat.telemetry.drawing import NARROW, WIDE, Axis, Driver, Over, charts, picture
from races.heat.telemetry.turns import Turn, turns_of
from races.models import Race
from tests.races.factories import heat_scene, heat_states
from tests.races.heat.results.kit import FIELD, drive, finished_race, running_race
from tests.races.lastcard import kit as lastcard
from tests.races.test_drive_on import driven_on
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db


def events(race: Race) -> list[e.Event]:
    return [cast("e.Event", event) for entry in records.entries(race) for event in entry.events]


def drivers(race: Race, *seats: int) -> list[Driver]:
    turns, scene = turns_of(race), heat_scene(race)
    return [Driver(scene.seats[seat], turns[seat]) for seat in seats]


def test_turns_follow_each_other_to_where_the_car_came_to_rest() -> None:
    race = finished_race()
    last = heat_states(race)[-1]
    for car, turns in zip(last.cars, turns_of(race), strict=True):
        assert [turn.round for turn in turns] == list(range(1, len(turns) + 1))
        assert turns[-1].ends == car.at
        assert all(before.ends == after.begins for before, after in pairwise(turns))


def test_places_are_those_of_the_rounds_and_the_last_those_of_the_result() -> None:
    race = finished_race()
    turns = turns_of(race)
    for number in range(1, min(len(one) for one in turns) + 1):
        assert sorted(one[number - 1].place for one in turns) == [1, 2, 3, 4]
    final = list(race.seats.order_by("number").values_list("place", flat=True))
    assert [one[-1].place for one in turns if len(one) == max(map(len, turns))] == [
        place for place, one in zip(final, turns, strict=True) if len(one) == max(map(len, turns))
    ]


def test_speed_is_what_the_corners_were_taken_with() -> None:
    race = finished_race()
    turns = turns_of(race)
    crossed = [event for event in events(race) if isinstance(event, e.CornerTaken | e.SpunOut)]
    assert crossed
    for event in crossed:
        if heat_states(race)[0].cars[event.seat].legend:
            continue
        assert event.speed in {turn.speed for turn in turns[event.seat]}
    spins = [sum(turn.spun for turn in one) for one in turns]
    assert spins == [sum(isinstance(event, e.SpunOut) and event.seat == seat for event in crossed) for seat in range(4)]


def test_gear_and_heat_are_a_drivers_alone() -> None:
    race = finished_race()
    for starter, turns in zip(FIELD, turns_of(race), strict=True):
        for turn in turns:
            assert (turn.gear is None, turn.heat is None) == (bool(starter.legend),) * 2
            assert turn.gear in {None, 1, 2, 3, 4}


def test_a_race_that_was_driven_on_begins_where_it_did() -> None:
    race = drive(driven_on(finished_race(), 40))
    state: State = heat_states(race)[0]
    assert turns_of(race)[0][0].begins == state.cars[0].at
    assert turns_of(race)[0][0].round == state.round


@pytest.mark.parametrize("over", ["distance", "rounds"])
def test_lines_differ_by_more_than_colour(over: Over) -> None:
    race = finished_race()
    html = picture(drivers(race, 0, 1), heat_scene(race).game.course, 4, over)
    assert html.count('class="trace first') == html.count('class="trace second') == 8
    assert "<circle" in html
    assert "<rect" in html
    assert ('class="corner"' in html) == (over == "distance")


def _inside(numbers: Sequence[float], low: float, high: float) -> bool:
    return all(low <= number <= high for number in numbers)


@pytest.mark.parametrize("breadth", [WIDE, NARROW])
@pytest.mark.parametrize("over", ["distance", "rounds"])
def test_nothing_is_drawn_beside_its_chart(breadth: int, over: Over) -> None:
    race = finished_race()
    two = drivers(race, 0, 2)
    axis = Axis(over, two, breadth)
    for driver in two:
        for turn in driver.turns:
            assert _inside(axis.span(turn), 0, breadth)
            for chart in charts(two, 4):
                value = chart.value(turn)
                assert value is None or _inside([chart.y(value)], 0, chart.high)


def test_one_number_for_all_is_drawn_too() -> None:
    race = finished_race()
    still = Turn(round=1, begins=0, ends=0, lanes=(1, 1), speed=0, gear=1, heat=0, place=1, spun=True)
    seat = race.seats.get(number=0)
    assert 'class="spun"' in picture([Driver(seat, (still,))], heat_scene(race).game.course, 1, "distance")


# The page


def page(race: Race, query: str = "") -> str:
    return address(race, f"telemetry/{query}")


def test_mine_and_the_best_other_unless_others_are_chosen() -> None:
    race = finished_race()
    best = heat_scene(race).view(None).ranking
    text = browser("bo").get(page(race)).content.decode()
    assert '<option value="1" selected>Bo (you)' in text
    other = next(seat for seat in best if seat != 1)
    assert f'<option value="{other}" selected>' in text
    text = browser("zoe").get(page(race, "?one=3&other=0&over=rounds")).content.decode()
    assert '<option value="3" selected>Marta' in text
    assert '<option value="0" selected>Ada' in text
    assert '<option value="rounds" selected>' in text
    assert text.count('scope="row"') == max(len(turns_of(race)[seat]) for seat in (0, 3))


def test_one_driver_twice_is_beside_another() -> None:
    race = finished_race()
    text = browser("ada").get(page(race, "?one=0&other=0")).content.decode()
    assert text.count('value="0" selected') == 1


@pytest.mark.parametrize("query", ["?one=9", "?other=4", "?one=-1", "?one=x", "?one=१", "?one=" + "1" * 4000])
def test_seats_that_are_not_there(query: str) -> None:
    response = browser("ada").get(page(finished_race(), query))
    assert response.status_code == 404
    assert "No such seat." in response.content.decode()


def test_a_race_of_one_has_one_line() -> None:
    race = finished_race(starters=FIELD[:1])
    response = browser("ada").get(page(race))
    assert response.status_code == 200
    assert "trace second" not in response.content.decode()


def test_not_before_the_flag_and_not_for_strangers() -> None:
    race = running_race()
    assert browser("ada").get(page(race))["Location"] == race.get_absolute_url()
    closed = finished_race(watching=Race.Watching.NOBODY)
    assert browser("zoe").get(page(closed)).status_code == 403
    assert browser("ada").get("/races/ZZZZZZZZ/telemetry/").status_code == 404


def test_results_and_replay_lead_there() -> None:
    race = finished_race()
    for part in ("results/", "replay/"):
        assert page(race) in browser("ada").get(address(race, part)).content.decode()


def test_no_other_game_has_it() -> None:
    match = lastcard.dealt()
    assert browser("ada").get(page(match)).status_code == 404
