"""Phase 4, Online rules: adrenaline for the last of the round's order."""

import pytest

from engine.heat import Adrenaline, Cool, Pass
from engine.heat.events import AdrenalineGiven, Moved
from engine.heat.moves.adrenaline import AdrenalineUsed
from engine.heat.phases.adrenaline import has_adrenaline
from engine.heat.state import Car, Item
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, Table, car, game, legend


def drivers(count: int) -> list[Car]:
    return [car(at=60 - 2 * seat, gear=3) for seat in range(count)]


def given(table: Table) -> list[int]:
    return [event.seat for event in table.go("adrenaline").of(AdrenalineGiven)]


@pytest.mark.parametrize(("count", "seats"), [(1, []), (2, [1]), (3, [2]), (4, [3]), (5, [3, 4]), (6, [4, 5])])
def test_std_4_the_last_car_or_the_last_two_of_five(count: int, seats: list[int]) -> None:
    assert given(Table(game(), *drivers(count))) == seats


def test_std_4_a_car_alone_on_the_track_has_none() -> None:
    cars = [car(at=20, gear=3), car(at=10, gear=3, status="retired", left=1)]
    assert given(Table(game(), *cars)) == []


def test_std_4_it_goes_by_the_order_of_the_round_not_by_places() -> None:
    """Seat 0 began the round last and has overtaken every other car."""
    assert given(Table(game(), *drivers(3), order=(1, 2, 0))) == [0]


def test_std_4_it_is_two_separate_options() -> None:
    table = Table(game(), *drivers(2)).go("adrenaline")
    assert table.cars[1].items == (Item("adrenaline", 1, "adrenaline"), Item("cooldown", 1, "adrenaline"))


def test_std_4_speed_is_one_more_and_the_car_moves_one() -> None:
    table = Table(game(), car(at=20, gear=3), car(at=13, gear=3, play="1 2 1", start=9)).go("adrenaline")
    table.answer(1, Adrenaline())
    assert table.cars[1].speed == 5
    assert table.of(Moved, 1) == [Moved(Seat(1), why="adrenaline", distance=1, at=Distance(14), lane=Lane(2))]
    assert table.refused(1, Adrenaline()) == "no_adrenaline"


def test_std_4_cooldown_is_one_more() -> None:
    table = Table(game(), car(at=20, gear=3), car(at=13, gear=3, hand="heat heat 1")).go("adrenaline")
    assert Cool(1) in table.choices(1)
    table.answer(1, Cool(1))
    assert (table.cars[1].engine, table.cars[1].speed) == (7, 0)
    assert Adrenaline() in table.choices(1)


def test_std_4_legends_occupy_the_places_but_gain_nothing() -> None:
    assert given(Table(game(), *drivers(2), legend(at=10))) == []
    assert given(Table(game(), *drivers(4), legend(at=10))) == [3]


def test_std_4_nobody_is_asked_in_this_phase() -> None:
    table = Table(game(), *drivers(2)).go("adrenaline")
    assert table.asked == {1: "react"}


def test_std_4_what_is_not_used_in_react_is_lost() -> None:
    table = Table(game(), *drivers(2)).go("adrenaline").answer(1, Pass())
    assert table.cars[1].items == ()
    while table.state.round == 2:
        table.stand_in(next(iter(table.asked)))
    assert not table.of(AdrenalineUsed)
    assert table.cars[1].items == ()


def test_reading_adrenaline_counts_cars_racing_and_home() -> None:
    """Four race on and one is home: five, so two have adrenaline. A retired one does not count."""
    home = car(at=140, status="home", left=5, place=1)
    retired = car(at=20, status="retired", left=5)
    with_home, with_retired = (Table(game(RULEBOOK), *drivers(4), one).state for one in (home, retired))
    assert [seat for seat in range(4) if has_adrenaline(with_home, Seat(seat))] == [2, 3]
    assert [seat for seat in range(4) if has_adrenaline(with_retired, Seat(seat))] == [3]
