"""Slipstream by the Board rules: behind a car in the next space or beside one."""

import pytest

from engine.heat import Pass, Slipstream
from engine.heat.events import CornerTaken, Moved
from engine.heat.moves.slipstream import Slipstreamed
from engine.heat.state import Car
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, Table, car, game, ready

HEAT = game(RULEBOOK)


def offered(mover: Car, *others: Car, laps: int = 2) -> list[int]:
    """The distances that the first car may slipstream after its move and React."""
    table = drive(mover, *others, laps=laps)
    return [way.distance for way in table.choices(0) if isinstance(way, Slipstream)]


def drive(mover: Car, *others: Car, laps: int = 2) -> Table:
    racing = [seat for seat, one in enumerate((mover, *others)) if one.status == "racing"]
    return Table(HEAT, mover, *others, order=tuple(racing), laps=laps).go("reveal").answer(0, Pass())


def still(at: int, lane: int = 1) -> Car:
    return ready("0", at=at, lane=lane)


@pytest.mark.parametrize(("behind", "ways"), [(0, [2]), (1, [2]), (2, []), (3, [])])
def test_rb_9_a_car_beside_or_in_the_next_space(behind: int, ways: list[int]) -> None:
    assert offered(ready("1", at=59), still(60 + behind, 1 + (behind == 0))) == ways


def test_rb_9_a_car_behind_is_no_partner() -> None:
    assert offered(ready("1", at=59), still(59, 2)) == []


@pytest.mark.parametrize("lane", [1, 2])
def test_rb_9_any_lane(lane: int) -> None:
    assert offered(ready("1", at=59), still(61, lane)) == [2]


def test_rb_9_laps_are_ignored() -> None:
    """Over the start line too: the car ahead has a lap less."""
    assert offered(ready("1", at=67), still(0)) == [2]


def test_rb_9_cars_that_have_left_are_no_partners() -> None:
    assert offered(ready("1", at=59), car(at=61, status="home", left=1, place=1)) == []


def test_rb_9_a_car_over_the_finish_this_round_is_a_partner() -> None:
    """It is home by two laps, and a lap ahead of the car right behind it."""
    assert offered(ready("1", at=72), still(143)) == [2]


def test_rb_9_it_is_optional() -> None:
    table = drive(ready("1", at=59), still(61))
    assert table.choices(0) == [Slipstream(2), Pass()]
    table.answer(0, Pass())
    assert (table.cars[0].at, table.asked) == (60, {0: "discard"})


def test_rb_9_once_a_turn() -> None:
    """From its new place the car could go on, but it is not asked again."""
    table = drive(ready("1", at=59), still(61), still(63)).answer(0, Slipstream(2))
    assert (table.cars[0].at, table.asked) == (62, {0: "discard"})


def test_rb_9_other_distances_are_refused() -> None:
    table = drive(ready("1", at=59), still(61))
    assert [table.refused(0, Slipstream(n)) for n in (0, 1, 3)] == ["slipstream_distance"] * 3


def test_rb_9_speed_does_not_change() -> None:
    table = drive(ready("1", at=59), still(61)).answer(0, Slipstream(2))
    assert table.cars[0].speed == 1
    assert [*table.of(Slipstreamed), *table.of(Moved)] == [
        Slipstreamed(Seat(0), distance=2),
        Moved(Seat(0), why="slipstream", distance=2, at=Distance(62), lane=Lane(1)),
    ]


def test_rb_9_corners_are_checked_like_all_others() -> None:
    table = drive(ready("4 4", at=2), still(11)).answer(0, Slipstream(2))
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(12), limit=7, speed=8, heat=1)]


def test_rb_9_not_over_the_last_finish_line() -> None:
    assert offered(ready("1", at=65), still(67), laps=1) == [2]
    assert offered(ready("1", at=66), still(68), laps=1) == []
    assert offered(ready("1", at=66), still(68), laps=2) == [2]


def test_rb_9_the_nominal_distance_counts_at_the_finish() -> None:
    """Sent back to 68 the car would stay short of the line; it is refused all the same."""
    assert offered(ready("0", at=67), still(68, 1), still(69, 1), still(69, 2), laps=1) == []
    assert offered(ready("0", at=67), still(68, 1), still(69, 1), still(69, 2), laps=2) == [2]


def test_rb_9_not_once_over_the_last_finish_line() -> None:
    assert offered(ready("3", at=67), still(71), laps=1) == []


def test_rb_9_blocked_to_0_is_not_offered() -> None:
    assert offered(ready("1", at=59), still(61), still(61, 2), still(62), still(62, 2)) == []


def test_rb_9_blocked_to_1_is_offered() -> None:
    table = drive(ready("1", at=59), still(61), still(62), still(62, 2))
    assert Slipstream(2) in table.choices(0)
    assert table.answer(0, Slipstream(2)).cars[0].at == 61
