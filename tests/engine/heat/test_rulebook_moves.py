"""How a car moves by the Board rules: a full space sends it back, never behind where it stood."""

import pytest

from engine.heat import Adrenaline, Boost, Discard, Pass, Slipstream
from engine.heat.events import CornerTaken, Moved
from engine.heat.state import Car
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, Table, car, game, ready

HEAT = game(RULEBOOK)


def full(*spaces: int) -> tuple[Car, ...]:
    """Two cars side by side on each of these spaces."""
    return tuple(ready("0", at=at, lane=lane) for at in spaces for lane in (1, 2))


def drive(mover: Car, *others: Car, laps: int = 2, round: int = 2) -> Table:
    """The mover is the first to turn its cards over."""
    return Table(HEAT, mover, *others, order=tuple(range(len(others) + 1)), laps=laps, round=round).go("reveal")


def place(table: Table) -> tuple[int, int]:
    return table.cars[0].at, table.cars[0].lane


def test_rb_6_a_full_space_sends_the_car_back() -> None:
    assert place(drive(ready("3", at=60), *full(63))) == (62, 1)


def test_rb_6_as_far_back_as_it_must() -> None:
    assert place(drive(ready("4", at=60), *full(62, 63, 64))) == (61, 1)


def test_rb_6_never_behind_where_it_stood() -> None:
    """With everything ahead full the car keeps its exact spot, though the race lane beside it is free."""
    table = drive(ready("3", at=60, lane=2), *full(61, 62, 63))
    assert place(table) == (60, 2)
    assert table.of(Moved) == [Moved(Seat(0), why="cards", distance=3, at=Distance(60), lane=Lane(2))]


def test_rb_6_full_spaces_on_the_way_are_driven_through() -> None:
    assert place(drive(ready("3", at=60), *full(61, 62))) == (63, 1)


@pytest.mark.parametrize(("at", "lane"), [(60, 1), (20, 2)])
def test_rb_6_the_race_lane_if_it_is_free(at: int, lane: int) -> None:
    assert place(drive(ready("2", at=at, lane=3 - lane))) == (at + 2, lane)


@pytest.mark.parametrize(("at", "lane"), [(60, 1), (20, 2)])
def test_rb_6_else_the_other_lane(at: int, lane: int) -> None:
    assert place(drive(ready("2", at=at), ready("0", at=at + 2, lane=lane))) == (at + 2, 3 - lane)


def test_rb_6_a_move_of_0_keeps_spot_and_lane() -> None:
    table = drive(ready("0", at=60, lane=2))
    assert (place(table), table.of(Moved)) == ((60, 2), [])


def test_rb_6_backing_over_the_finish_line_awards_no_lap() -> None:
    table = drive(ready("3", at=67), *full(69, 70))
    assert (place(table), table.cars[0].laps) == ((68, 1), ())


def test_rb_6_a_move_over_the_finish_line_awards_the_lap() -> None:
    table = drive(ready("3", at=67), round=5)
    assert (place(table), table.cars[0].laps) == ((70, 1), (5,))


def test_rb_6_laps_are_ignored_when_spaces_are_full() -> None:
    """Cars a lap behind stand in the way too."""
    assert place(drive(ready("3", at=129), *full(63))) == (131, 1)


def test_rb_6_a_shortened_move_keeps_its_speed() -> None:
    """Sent back from 15 to 12, the car pays for 8 at the line of 7."""
    table = drive(ready("4 4", at=7), *full(13, 14, 15))
    assert (place(table), table.cars[0].speed) == ((12, 2), 8)
    assert table.answer(0, Pass()).of(CornerTaken)[0] == CornerTaken(
        Seat(0), line=Distance(12), limit=7, speed=8, heat=1
    )


def test_rb_6_a_car_sent_back_before_a_line_has_not_crossed_it() -> None:
    table = drive(ready("4 4", at=7), *full(12, 13, 14, 15)).answer(0, Pass())
    assert (place(table), table.of(CornerTaken)) == ((11, 1), [])


def test_rb_6_holds_for_boost() -> None:
    table = drive(ready("0", at=60, draw="4 1 1 1"), *full(64)).answer(0, Boost())
    assert (place(table), table.cars[0].speed) == ((63, 1), 4)


def test_rb_6_holds_for_adrenaline() -> None:
    """Nothing free ahead: the speed counts, the car stays."""
    table = Table(HEAT, *full(61), ready("0", at=60, lane=2), order=(0, 1, 2)).go("reveal")
    for seat in (0, 1):
        table.answer(seat, Pass()).answer(seat, Pass()).answer(seat, Discard(()))
    table.answer(2, Adrenaline())
    assert (table.cars[2].at, table.cars[2].lane, table.cars[2].speed) == (60, 2, 1)


def test_rb_6_holds_for_slipstream() -> None:
    table = drive(ready("1", at=60), *full(63), ready("0", at=62)).answer(0, Pass())
    assert place(table.answer(0, Slipstream(2))) == (62, 2)


@pytest.mark.parametrize("status", ["home", "retired"])
def test_rb_6_cars_that_have_left_are_off_the_board(status: str) -> None:
    gone = tuple(car(at=63, lane=lane, status=status, left=1, place=lane) for lane in (1, 2))
    assert place(Table(HEAT, ready("3", at=60), *gone).go("reveal")) == (63, 1)


def test_rb_6_cars_over_the_finish_this_round_stay_in_the_way() -> None:
    assert place(drive(ready("3", at=67), *full(70), laps=1)) == (69, 1)
