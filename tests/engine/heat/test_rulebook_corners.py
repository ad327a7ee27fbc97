"""The corner check by the Board rules, in each driver's own turn."""

import pytest

from engine.heat import Adrenaline, Boost, Discard, Pass
from engine.heat.events import CornerTaken, Drew, SpunOut
from engine.heat.state import Car
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, Table, game, ready

HEAT = game(RULEBOOK)


def check(mover: Car, *others: Car, laps: int = 2) -> Table:
    """The first car drives and passes; then its corners have been checked."""
    table = Table(HEAT, mover, *others, order=tuple(range(len(others) + 1)), laps=laps).go("reveal")
    while table.asked in ({0: "react"}, {0: "slipstream"}):
        table.answer(0, Pass())
    return table


def still(at: int, lane: int = 1) -> Car:
    return ready("0", at=at, lane=lane)


def test_rb_10_lines_are_checked_in_driving_order() -> None:
    """49 (limit 3) and 57 (limit 2) in one move of 12."""
    table = check(ready("4 4 4", at=46, engine=20))
    assert table.of(CornerTaken) == [
        CornerTaken(Seat(0), line=Distance(49), limit=3, speed=12, heat=9),
        CornerTaken(Seat(0), line=Distance(57), limit=2, speed=12, heat=10),
    ]
    assert table.cars[0].engine == 1


@pytest.mark.parametrize(("start", "lines"), [(11, [12]), (12, [])])
def test_rb_10_a_line_is_crossed_from_before_it_to_it_or_beyond(start: int, lines: list[int]) -> None:
    table = check(ready("1", at=start))
    assert [event.line for event in table.of(CornerTaken)] == lines


def test_rb_10_lines_are_counted_from_where_the_turn_began() -> None:
    """Boost is part of the turn: its speed counts at the line behind the car as well."""
    table = Table(HEAT, ready("4 4", at=5, draw="3 1 1 1")).go("reveal").answer(0, Boost()).answer(0, Pass())
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(12), limit=7, speed=11, heat=4)]


def test_rb_10_adrenaline_is_speed() -> None:
    table = Table(HEAT, still(40), ready("4 3", at=5)).go("reveal").answer(0, Pass()).answer(0, Discard(()))
    table.answer(1, Adrenaline()).answer(1, Pass())
    assert table.of(CornerTaken) == [CornerTaken(Seat(1), line=Distance(12), limit=7, speed=8, heat=1)]


def test_rb_10_lines_beyond_the_last_finish_are_ignored() -> None:
    """4+4+5+5 from 66 is 15 spaces past the finish, over the line of the first corner."""
    assert check(ready("4 4 5 5", at=66, engine=20), laps=1).of(CornerTaken) == []
    assert [event.line for event in check(ready("4 4 5 5", at=66, engine=20)).of(CornerTaken)] == [81]


@pytest.mark.parametrize(("down", "owed"), [("4 2", 0), ("4 3", 0), ("4 4", 1), ("5 4 1", 3)])
def test_rb_10_what_is_over_the_limit_is_paid_to_the_discard_pile(down: str, owed: int) -> None:
    table = check(ready(down, at=9))
    assert table.of(CornerTaken)[0].heat == owed
    assert (table.cars[0].engine, table.cars[0].discard) == (6 - owed, ("heat",) * owed)


def test_rb_10_the_last_heat_pays_too() -> None:
    assert check(ready("4 4", at=9, engine=1)).cars[0].engine == 0


@pytest.mark.parametrize(("down", "stress"), [("4", 1), ("4 1", 1), ("4 1 1", 2), ("4 1 1 1", 2)])
def test_rb_10_a_spin_out_pays_all_and_brings_stress_by_the_gear(down: str, stress: int) -> None:
    table = check(ready(down, at=31, engine=0))
    driver = table.cars[0]
    assert (driver.at, driver.lane, driver.gear, driver.engine) == (32, 2, 1, 0)
    assert driver.hand.count("stress") == stress
    assert driver.stock.count("stress") == stress


def test_rb_10_a_spin_out_loses_what_the_engine_has() -> None:
    table = check(ready("4 4", at=31, engine=4))
    assert table.of(SpunOut) == [
        SpunOut(Seat(0), line=Distance(33), limit=3, speed=8, heat=4, at=Distance(32), lane=Lane(2), stress=1)
    ]
    assert table.cars[0].discard == ("heat",) * 4


def test_rb_10_a_spin_out_goes_back_to_a_free_spot() -> None:
    """Race lane first, then the other, then further back, even behind where the turn began."""
    spin = ready("4 4", at=31, engine=0)
    assert (spot := check(spin, still(32, 2)).cars[0]).at == 32
    assert spot.lane == 1
    assert check(spin, still(32, 1), still(32, 2)).cars[0].at == 31
    others = (still(32, 1), still(32, 2), still(31, 2), still(30, 1))
    assert (check(spin, *others).cars[0].at, check(spin, *others).cars[0].lane) == (31, 1)


def test_rb_10_later_lines_are_not_checked_and_earlier_payments_stay() -> None:
    """7 over at the limit of 3 is paid, 8 over at the limit of 2 is not."""
    table = check(ready("4 4 2", at=46, engine=7 + 2))
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(49), limit=3, speed=10, heat=7)]
    assert table.of(SpunOut) == []
    table = check(ready("4 4 3", at=46, engine=8 + 3))
    assert (table.of(CornerTaken)[0].heat, table.of(SpunOut)[0].heat, table.cars[0].at) == (8, 3, 56)
    table = check(ready("4 4 3", at=46, engine=7))
    assert (table.of(CornerTaken), [event.line for event in table.of(SpunOut)]) == ([], [49])


def test_rb_10_a_spin_out_back_over_the_start_line_takes_the_lap() -> None:
    """Everything from the start line to the first corner is full."""
    crowd = tuple(still(at, lane) for at in range(69, 81) for lane in (1, 2))
    table = check(ready("4 4 5 5", at=67, engine=0), *crowd, laps=3)
    assert (table.cars[0].at, table.cars[0].lane, table.cars[0].laps) == (68, 1, ())


def test_rb_10_after_a_spin_out_the_driver_may_discard_and_draws() -> None:
    table = check(ready("4", at=31, engine=0, hand="1 2"))
    assert table.asked == {0: "discard"}
    table.answer(0, Discard(("1",)))
    assert [len(event.cards) for event in table.of(Drew)] == [5]
    assert len(table.cars[0].hand) == 7
