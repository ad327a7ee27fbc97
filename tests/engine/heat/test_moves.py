"""Moves, Online rules: full spaces push ahead, lanes, and moves to a place."""

from typing import Any

import pytest

from engine.heat import Adrenaline, Boost, Play, Track, all_tracks
from engine.heat.events import CornerTaken, Flipped, Moved
from engine.heat.state import Car, Item
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, legend, levels, ready

LAST = (Item("adrenaline", 1, "adrenaline"),)


def full(*spaces: int) -> list[Car]:
    """Cars that fill these spaces and stay there."""
    return [ready("0", at=space, lane=lane, start=space) for space in spaces for lane in (1, 2)]


def driven(mover: Car, *others: Car, row: str = "medium", on: Track | None = None, **setup: Any) -> Table:
    """Phase 3 with seat 0 first."""
    order = tuple(range(len(others) + 1))
    return Table(game(on=on, legends=levels()), mover, *others, order=order, rows={0: row}, legends="s01", **setup).go(
        "reveal"
    )


def test_std_moves_a_full_target_pushes_ahead() -> None:
    assert driven(ready("2", at=18), *full(20)).of(Moved, 0) == [
        Moved(Seat(0), why="cards", distance=2, at=Distance(21), lane=Lane(2))
    ]
    assert driven(ready("2", at=18), *full(20, 21)).of(Moved, 0) == [
        Moved(Seat(0), why="cards", distance=2, at=Distance(22), lane=Lane(2))
    ]


def test_std_moves_full_spaces_on_the_way_are_driven_through() -> None:
    assert driven(ready("4", at=18), *full(19, 20, 21)).cars[0].at == 22


def test_std_moves_zero_stays_even_where_it_is_crowded() -> None:
    table = driven(ready("0", at=20, lane=1), ready("0", at=20, lane=2))
    assert (table.cars[0].at, table.cars[0].lane) == (20, 1)
    assert not table.of(Moved, 0)


def test_std_moves_a_boost_that_finds_no_speed_card_stays() -> None:
    table = Table(game(), car(at=20, gear=4, draw="heat")).go("react").answer(0, Boost())
    assert table.of(Flipped) == [Flipped(Seat(0), cards=("heat",), worth=0)]
    assert table.cars[0].at == 20


@pytest.mark.parametrize(("at", "lane"), [(5, 1), (14, 2), (50, 2), (60, 1)])
def test_std_moves_the_lane_is_the_race_lines(at: int, lane: int) -> None:
    assert driven(ready("1", at=at - 1, lane=3 - lane)).cars[0].lane == lane


def test_std_moves_another_lane_where_the_race_lines_is_taken() -> None:
    assert driven(ready("1", at=13), ready("0", at=14, lane=2)).cars[0].lane == 1


def test_std_moves_the_own_spot_counts_as_free() -> None:
    """A whole lap around, the car finds no car but itself in the space."""
    table = driven(ready("2", at=18, lane=2), ready("0", at=20, lane=1))
    assert (table.cars[0].at, table.cars[0].lane) == (20, 2)
    assert table.game.course.free_lane(table.cars, 20 + 69, table.cars[0]) == 2


def test_std_moves_pushed_ahead_over_a_corner_line_is_due_there() -> None:
    table = driven(ready("4 1", at=27), *full(32))
    assert table.of(Moved, 0) == [Moved(Seat(0), why="cards", distance=5, at=Distance(33), lane=Lane(2))]
    while table.state.phase != "discard":
        table.stand_in(next(iter(table.asked)))
    assert table.cars[0].engine == 4


def test_std_moves_pushed_ahead_over_the_finish_is_home() -> None:
    table = driven(ready("2", at=66), *full(68), laps=1)
    assert table.cars[0].at == 69
    assert table.game.view(table.state, None).cars[0].lap == 1


def test_std_moves_adrenaline_pushes_ahead_too() -> None:
    table = Table(game(), car(at=31, gear=3, items=LAST, start=29, play="2"), *full(32), order=(0, 1, 2))
    table.go("react")
    assert table.answer(0, Adrenaline()).of(Moved) == [
        Moved(Seat(0), why="adrenaline", distance=1, at=Distance(33), lane=Lane(2))
    ]


def test_std_moves_boost_pushes_ahead_too() -> None:
    table = Table(game(), car(at=30, gear=4, draw="2 1 1 1"), *full(32), order=(0, 1, 2)).go("react")
    assert table.answer(0, Boost()).of(Moved) == [
        Moved(Seat(0), why="boost", distance=2, at=Distance(33), lane=Lane(2))
    ]


def test_std_moves_log_and_forecast_say_so() -> None:
    """The event tells the distance and the place of rest; the forecast counts the corner line."""
    table = Table(game(), car(at=30, gear=2, hand="1 1 1 1 1 1 1"), *full(32)).go("cards")
    choice = Play(("1", "1"))
    (outcome,) = table.game.explain(table.game.view(table.state, 0), choice).outcomes
    assert (outcome.at, [corner.line for corner in outcome.corners]) == (33, [33])
    table.answer(0, choice).answer(1, Play(("0",))).answer(2, Play(("0",)))
    assert table.of(Moved, 0) == [Moved(Seat(0), why="cards", distance=2, at=Distance(33), lane=Lane(2))]


# Legends


def test_std_moves_a_legend_drives_its_number_short_of_the_corner() -> None:
    assert driven(legend(at=19), ready("0", at=5)).of(Moved, 0) == [
        Moved(Seat(0), why="legend", distance=13, at=Distance(32), lane=Lane(2))
    ]


def test_std_moves_a_legend_is_pushed_ahead_short_of_the_corner() -> None:
    assert driven(legend(at=17), *full(30)).cars[0].at == 31


def test_std_moves_an_approaching_legend_stops_where_its_slot_says() -> None:
    assert driven(legend(at=20), ready("0", at=5)).cars[0].at == 31
    assert driven(legend(at=20), ready("0", at=5), row="hard").cars[0].at == 30
    assert driven(legend(at=26), ready("0", at=5), row="medium").cars[0].at == 31


def test_std_moves_a_legend_pushed_onto_a_corner_line_goes_to_the_place_of_its_slot() -> None:
    assert driven(legend(at=19), *full(32)).cars[0].at == 31


def test_std_moves_a_legend_on_its_way_to_a_place_looks_backwards() -> None:
    assert driven(legend(at=20), *full(31)).cars[0].at == 30
    assert driven(legend(at=19), *full(32, 31)).cars[0].at == 30


def test_std_moves_a_legend_never_ends_behind_where_it_stood() -> None:
    table = driven(legend(at=26, lane=1), *full(31, 30, 29, 28, 27))
    assert (table.cars[0].at, table.cars[0].lane) == (26, 1)


def test_std_moves_the_final_lap_is_exempt() -> None:
    """The finish lies before the corner, so the number counts, whatever it crosses and wherever it is pushed."""
    assert driven(legend(at=66), ready("0", at=5), row="hard", laps=1).cars[0].at == 82
    assert driven(legend(at=64), *full(80), row="hard", laps=1).cars[0].at == 81
    assert driven(legend(at=66), ready("0", at=5), row="hard", laps=2).cars[0].at == 78


def test_std_moves_a_legend_in_the_corner_drives_limit_and_slot() -> None:
    assert driven(legend(at=27), ready("0", at=5), row="hard").cars[0].at == 32
    assert driven(legend(at=32), ready("0", at=5)).cars[0].at == 36


def test_reading_a_legend_never_crosses_more_lines_than_allowed() -> None:
    """Mexico, lines 50 and 51: one may be crossed, and the next one stops the car."""
    on = all_tracks()["mexico"]
    assert driven(legend(at=48), ready("0", at=5), row="hard", on=on).cars[0].at == 50
    assert driven(legend(at=48), *full(50), row="hard", on=on).cars[0].at == 49


def test_reading_an_aggressive_legend_crosses_one_line_more_near_a_chevron() -> None:
    on = all_tracks()["mexico"]
    assert driven(legend(at=48), ready("0", at=5), row="hard", on=on, aggressive=True).cars[0].at == 52
    assert driven(legend(at=46), ready("0", at=5), row="hard", on=on, aggressive=True).cars[0].at == 50


def test_std_moves_a_legend_pays_nothing_at_corners() -> None:
    table = driven(legend(at=32), ready("0", at=5))
    while table.state.round == 2:
        table.stand_in(next(iter(table.asked)))
        assert not table.of(CornerTaken)
