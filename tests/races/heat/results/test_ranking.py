"""The words of a race that is over: who won and by how much, gaps, laps, and who drove the fastest one."""

from dataclasses import replace as changed
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.heat.views import CarView
from engine.kernel.commands import End, Retire
from races import live
from races.heat.results.counts import Figures
from races.heat.results.figures import Story, story_of
from races.heat.results.ranking import Result, awards, headline, results
from races.heat.results.sheet import sheet
from races.heat.scene import HeatScene
from races.models import Race, Seat
from tests.races.heat.board.kit import drawn_race, scene_of
from tests.races.heat.results.kit import FIELD, drive, finished_race

LENGTH = 69


def table(*cars: dict[str, Any], laps: int = 2, rounds: int = 20) -> tuple[HeatScene, Story]:
    """A race as it ended: the cars from first to last."""
    views = tuple(
        CarView(**{"seat": seat, "lap": 2, "space": 0, "lane": 1, "gear": 1, "at": 0, **car})
        for seat, car in enumerate(cars)
    )
    view = SimpleNamespace(cars=views, ranking=tuple(range(len(views))), setup=SimpleNamespace(laps=laps), round=rounds)
    seats = tuple(
        Seat(number=seat, name=name, kind=Seat.Kind.DRIVER)
        for seat, name in zip(range(len(cars)), "ABCD", strict=False)
    )
    game = SimpleNamespace(course=SimpleNamespace(length=LENGTH))
    scene = SimpleNamespace(view=lambda seat: view, seats=seats, game=game)
    return cast(HeatScene, scene), Story(tuple(Figures() for _ in cars), [])


def told(*cars: dict[str, Any], **rest: Any) -> tuple[str, list[str]]:
    scene, story = table(*cars, **rest)
    ranking = results(scene, story)
    return headline(scene, ranking), [one.gap for one in ranking]


def test_gaps_in_spaces() -> None:
    sentence, gaps = told({"at": 142}, {"at": 141}, {"at": 140}, {"at": 100})
    assert sentence == "A wins by 1 space."
    assert gaps == ["in 20 rounds", "+1 space", "+2 spaces", "+42 spaces"]


def test_side_by_side_the_lane_decides() -> None:
    sentence, gaps = told({"at": 142}, {"at": 142})
    assert sentence == "A wins by the lane, beside B."
    assert gaps[1] == "+0, by the lane"


def test_gaps_in_rounds_where_cars_come_home_one_after_the_other() -> None:
    home = {"status": "home"}
    sentence, gaps = told(
        {"at": 139, "left": 17, **home}, {"at": 138, "left": 17, **home}, {"at": 144, "left": 19, **home}
    )
    assert sentence == "A wins by 1 space."
    assert gaps == ["in 17 rounds", "+1 space", "+2 rounds"]
    assert told({"at": 139, "left": 17, **home}, {"at": 144, "left": 18, **home})[0] == "A wins by 1 round."


def test_who_retired_has_no_gap() -> None:
    sentence, gaps = told({"at": 142}, {"at": 80, "status": "retired", "left": 9})
    assert sentence == "A wins."
    assert gaps[1] == "retired in round 9"
    assert told({"at": 80, "status": "retired", "left": 9})[0] == "Nobody saw the flag."


def test_a_race_that_is_broken_off_has_no_winner() -> None:
    sentence, gaps = told({"at": 60}, {"at": 50})
    assert sentence == "The race was broken off; A was ahead."
    assert gaps == ["ahead", "+10 spaces"]


def test_the_fastest_lap_may_be_shared() -> None:
    scene, story = table(
        {"at": 142, "laps": (9, 16)}, {"at": 140, "laps": (7, 18)}, {"at": 99, "laps": (15,)}, {"at": 9}
    )
    ranking = results(scene, story)
    assert [one.best for one in ranking] == [7, 7, 15, 0]
    assert [one.is_fastest for one in ranking] == [True, True, False, False]
    assert [len(one.car.laps) for one in ranking] == [2, 2, 1, 0]
    assert awards(ranking)[0].text == "A and B: 7 rounds"


def test_where_nobody_drove_two_laps_none_was_the_fastest() -> None:
    scene, story = table({"at": 71, "laps": (8,)}, {"at": 69, "laps": ()})
    assert awards(results(scene, story)) == []


def test_awards_go_to_those_who_stand_out() -> None:
    scene, story = table({"at": 142}, {"at": 140}, {"at": 139})
    ranking = [
        changed(one, figures=Figures(turns=3, top_speed=speed, spin_outs=spins))
        for one, speed, spins in zip(results(scene, story), (9, 14, 14), (0, 0, 0), strict=True)
    ]
    assert [(award.title, award.text) for award in awards(ranking)] == [("Top speed", "B and C: speed 14")]
    alike = [changed(one, figures=Figures(turns=3, top_speed=9)) for one in ranking]
    assert awards(alike) == []


@pytest.fixture
def race(db: None) -> Race:
    return finished_race()


def ranking_of(race: Race) -> list[Result]:
    return results(scene_of(race), story_of(race))


def test_a_real_race_from_first_to_last(race: Race) -> None:
    ranking = ranking_of(race)
    assert [one.place for one in ranking] == [1, 2, 3, 4]
    assert {one.seat.name for one in ranking} == {start.name for start in FIELD}
    assert ranking[0].car.at >= LENGTH
    assert [one.car.at for one in ranking] == sorted((one.car.at for one in ranking), reverse=True)


def test_the_sheet_has_a_cell_for_every_car_and_none_for_what_legends_do_not_do(race: Race) -> None:
    ranking = ranking_of(race)
    rows = {str(row.name): row for row in sheet(ranking)}
    assert {"Rounds led", "Heat paid", "Heat cooled", "Spin-outs", "Boosts", "Slipstream", "Average gear"} <= set(rows)
    legend = next(one.seat.number for one in ranking if one.seat.kind == Seat.Kind.LEGEND)
    for name, row in rows.items():
        assert [cell.seat for cell in row.cells] == [one.seat.number for one in ranking]
        if name != "Rounds led":
            assert next(cell.text for cell in row.cells if cell.seat == legend) == "–"
    paid = [int(cell.text) for cell in rows["Heat paid"].cells if cell.seat != legend]
    parts = [row for row in rows.values() if row.is_part]
    assert paid == [
        sum(int(row.cells[place].text) for row in parts)
        for place, cell in enumerate(rows["Heat paid"].cells)
        if cell.seat != legend
    ]


@pytest.mark.django_db
def test_a_race_that_was_ended_and_one_that_everybody_left() -> None:
    ended = drive(drawn_race("ada", "bo"), 9)
    live.submit(ended.pk, End("end"))
    ended.refresh_from_db()
    assert headline(scene_of(ended), ranking_of(ended)).startswith("The race was broken off;")
    left = drawn_race("ada", "bo")
    for seat in (0, 1):
        live.submit(left.pk, Retire(seat, f"retire-{seat}"))
    left.refresh_from_db()
    assert left.ended is not None
    assert headline(scene_of(left), ranking_of(left)) == "Nobody saw the flag."
