"""Phase 7, Online rules: every corner line that was crossed is checked."""

import msgspec
import pytest

from engine.heat import all_tracks
from engine.heat.events import CornerTaken, SpunOut
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, track

FAST = "5 4 4 4"


def test_std_7_over_the_limit_costs_the_difference() -> None:
    table = Table(game(), car(at=35, start=30, play="4 1", gear=2)).go("corners")
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(33), limit=3, speed=5, heat=2)]
    assert table.cars[0].engine == 4
    assert table.cars[0].discard == ("heat", "heat")


def test_std_7_at_the_limit_nothing_is_paid() -> None:
    table = Table(game(), car(at=33, start=30, play="3", gear=1)).go("corners")
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(33), limit=3, speed=3, heat=0)]
    assert table.cars[0].engine == 6


@pytest.mark.parametrize(("start", "at", "lines"), [(30, 32, []), (30, 33, [33]), (33, 36, []), (32, 33, [33])])
def test_std_7_a_line_lies_before_its_space(start: int, at: int, lines: list[int]) -> None:
    table = Table(game(), car(at=at, start=start, play="1", gear=1)).go("corners")
    assert [event.line for event in table.of(CornerTaken)] == lines


def test_std_7_every_line_in_order_each_on_its_own() -> None:
    table = Table(game(), car(at=58, start=46, play="5 1", gear=2, engine=8)).go("corners")
    assert table.of(CornerTaken) == [
        CornerTaken(Seat(0), line=Distance(49), limit=3, speed=6, heat=3),
        CornerTaken(Seat(0), line=Distance(57), limit=2, speed=6, heat=4),
    ]
    assert table.cars[0].engine == 1


def test_std_7_lines_of_the_next_lap_are_due() -> None:
    table = Table(game(), car(at=69 + 12, start=66, play=FAST, gear=4, engine=10)).go("corners")
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(69 + 12), limit=7, speed=17, heat=10)]


def test_std_7_lines_beyond_the_last_finish_are_not_due() -> None:
    table = Table(game(), car(at=69 + 12, start=66, play=FAST, gear=4, engine=0), laps=1).go("corners")
    assert not table.of(CornerTaken)
    assert not table.of(SpunOut)


def test_std_7_cars_are_checked_in_order_leader_first() -> None:
    cars = (car(at=34, start=32, play="1", gear=1), car(at=35, start=32, play="1", gear=1, lane=2))
    table = Table(game(), *cars).go("corners")
    assert [event.seat for event in table.of(CornerTaken)] == [1, 0]


def test_std_7_the_engine_may_be_emptied_without_a_spin_out() -> None:
    table = Table(game(), car(at=35, start=30, play="4 1", gear=2, engine=2)).go("corners")
    assert not table.of(SpunOut)
    assert table.cars[0].engine == 0


def test_std_7_not_enough_heat_is_a_spin_out() -> None:
    table = Table(game(), car(at=35, start=30, play="4 1", gear=2, engine=1)).go("corners")
    assert table.of(SpunOut) == [
        SpunOut(Seat(0), line=Distance(33), limit=3, speed=5, heat=1, at=Distance(32), lane=Lane(2), stress=1)
    ]
    driver = table.cars[0]
    assert (driver.at, driver.lane, driver.engine, driver.gear) == (32, 2, 0, 1)
    assert driver.discard == ("heat",)


@pytest.mark.parametrize(("gear", "stress"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_std_7_spin_out_stress_goes_by_the_gear_before_it_falls(gear: int, stress: int) -> None:
    play = {1: "5", 2: "5 1", 3: "5 1 1", 4: "5 1 1 1"}[gear]
    table = Table(game(), car(at=35, start=30, play=play, gear=gear, engine=0)).go("corners")
    assert table.cars[0].hand.count("stress") == stress
    assert table.cars[0].stock.count("stress") == stress
    assert table.cars[0].gear == 1


def test_std_7_spin_out_takes_the_race_lane_first() -> None:
    cars = (car(at=35, start=30, play="5", gear=1, engine=0), car(at=32, lane=2, start=32))
    table = Table(game(), *cars).go("corners")
    assert (table.cars[0].at, table.cars[0].lane) == (32, 1)


def test_std_7_spin_out_goes_back_to_a_free_lane() -> None:
    block = [car(at=32, lane=1, start=32), car(at=32, lane=2, start=32), car(at=31, lane=2, start=31)]
    table = Table(game(), car(at=35, start=30, play="5", gear=1, engine=0), *block).go("corners")
    assert (table.cars[0].at, table.cars[0].lane) == (31, 1)


def test_std_7_spin_out_goes_as_far_back_as_it_must() -> None:
    block = [car(at=at, lane=lane, start=at) for at in (32, 31, 30, 29, 28) for lane in (1, 2)]
    table = Table(game(), car(at=35, start=26, play="5", gear=1, engine=0), *block).go("corners")
    assert (table.cars[0].at, table.cars[0].lane) == (27, 2)


def test_std_7_spin_out_stops_later_corners() -> None:
    table = Table(game(), car(at=58, start=46, play="5 1", gear=2, engine=2)).go("corners")
    assert [event.line for event in table.of(SpunOut)] == [49]
    assert not table.of(CornerTaken)
    assert table.cars[0].at == 48


def test_std_7_what_was_paid_before_a_spin_out_stays_paid() -> None:
    table = Table(game(), car(at=58, start=46, play="5 1", gear=2, engine=5)).go("corners")
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(49), limit=3, speed=6, heat=3)]
    assert table.of(SpunOut) == [
        SpunOut(Seat(0), line=Distance(57), limit=2, speed=6, heat=2, at=Distance(56), lane=Lane(2), stress=1)
    ]
    assert table.cars[0].discard == ("heat",) * 5


def test_std_7_spin_out_may_slide_past_an_earlier_corner_which_is_due_again() -> None:
    """Mexico: the one space between the lines 50 and 51 is full."""
    block = [car(at=50, lane=lane, start=50) for lane in (1, 2)]
    driver = car(at=52, start=48, play="3 1", gear=2, engine=3)
    table = Table(game(on=all_tracks()["mexico"]), driver, *block).go("corners")
    assert [event.line for event in table.of(CornerTaken, 0)] == [50]
    assert [event.line for event in table.of(SpunOut)] == [51]
    assert table.cars[0].at == 49
    assert list(table.game.course.lines(table.cars[0].at, 52, 999)) == [50, 51]


def test_std_7_spin_out_may_slide_back_over_the_start_line() -> None:
    corners = [*msgspec.to_builtins(track().corners)]
    corners[0] |= {"line": 1, "legend_line": 0, "limit": 1}
    near = track(corners=corners, press_order=[])
    block = [car(at=69, lane=lane, start=69) for lane in (1, 2)]
    table = Table(game(on=near), car(at=71, start=68, play="3", gear=1, engine=0), *block).go("corners")
    assert (table.cars[0].at, table.game.course.lap(table.cars[0].at), table.cars[0].laps) == (68, 0, ())


def test_std_7_the_lap_counter_falls_with_a_car_that_slid_back_over_the_line() -> None:
    table = Table(game(), car(at=73, start=56, play=FAST, gear=4, engine=3)).go("corners")
    assert table.cars[0].at == 56
    assert table.cars[0].laps == ()
    assert table.game.view(table.state, None).cars[0].lap == 0


def test_std_7_nobody_is_asked() -> None:
    table = Table(game(), car(at=35, start=30, play="5", gear=1)).go("corners")
    assert table.asked == {0: "discard"}
