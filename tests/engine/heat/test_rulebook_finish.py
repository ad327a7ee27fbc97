"""The finish by the Board rules: cars come home one by one, the others race on."""

import pytest

from engine.heat import RULEBOOK, Boost, Gear, LeaveRace, Pass
from engine.heat.events import AdrenalineGiven, Asked, CameHome, Drew, Finished, RoundBegan, SpunOut
from engine.heat.moves.leave_race import Retired
from engine.heat.state import Car
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, legend, ready, seats

HEAT = game(RULEBOOK)


def round_of(*cars: Car, laps: int = 1) -> Table:
    """A whole round in which no driver does more than drive."""
    return Table(HEAT, *cars, laps=laps).go("reveal").pass_on()


def home(place: int, left: int = 1) -> Car:
    return car(at=70, status="home", place=place, left=left)


def retired(at: int, left: int) -> Car:
    return car(at=at, status="retired", left=left)


def quit_all(table: Table) -> Table:
    """Every driver who is asked retires."""
    for seat in table.asked:
        table.answer(seat, LeaveRace())
    return table


def test_rb_13_within_a_round_places_go_by_distance() -> None:
    """The leader crosses the line first; the other one goes further past it."""
    table = round_of(ready("1", at=68), ready("4", at=66), ready("1", at=40))
    assert (table.cars[0].at, table.cars[1].at) == (69, 70)
    assert table.of(CameHome) == [CameHome(Seat(1), place=1), CameHome(Seat(0), place=2)]


def test_rb_13_in_the_same_space_the_race_lane_is_ahead() -> None:
    """Over the line lane 1 is the race lane; the leader arrives first and takes it."""
    table = round_of(ready("1", at=68), ready("2", at=67), ready("1", at=40))
    assert (table.cars[0].lane, table.cars[1].lane) == (1, 2)
    assert table.of(CameHome) == [CameHome(Seat(0), place=1), CameHome(Seat(1), place=2)]


def test_rb_13_earlier_rounds_beat_later_ones() -> None:
    table = round_of(home(1), ready("4 4", at=68), ready("1", at=40))
    assert table.of(CameHome) == [CameHome(Seat(1), place=2)]
    assert table.cars[1].at > table.cars[0].at
    assert HEAT.view(table.state, None).ranking == (0, 1, 2)


def test_rb_13_cars_that_are_home_leave_and_the_others_race_on() -> None:
    table = round_of(ready("1", at=68), ready("4", at=30), ready("1", at=40))
    assert table.of(RoundBegan) == [RoundBegan(round=3, order=seats(2, 1))]
    assert (table.cars[0].status, table.asked) == ("home", {1: "gears", 2: "gears"})


def test_rb_13_nobody_is_home_before_the_round_is_over() -> None:
    """While the other drives, the car over the line is still on the track."""
    table = Table(HEAT, ready("1", at=68), ready("1", at=66), laps=1).go("reveal").pass_on("react")
    table.answer(0, Pass())
    assert table.asked == {1: "react"}
    assert (table.cars[0].at, table.cars[0].status) == (69, "racing")


def test_rb_13_the_race_ends_when_nobody_is_left() -> None:
    table = round_of(home(1), ready("1", at=68), ready("4", at=66))
    assert table.of(Finished) == [Finished(reason="flag", ranking=seats(0, 2, 1))]
    assert (table.state.ended, table.asked) == ("flag", {})


def test_rb_13_a_car_over_the_line_still_reacts() -> None:
    """Distance ranks, so a boost past another car counts."""
    table = Table(HEAT, ready("3", at=68), ready("4", at=66), laps=1).go("reveal")
    table.answer(0, Pass()).answer(1, Boost()).answer(1, Pass())
    assert table.of(CameHome) == [CameHome(Seat(1), place=1), CameHome(Seat(0), place=2)]


def test_rb_13_give_up_only_once_a_car_is_home() -> None:
    over = ready("1", at=68)
    table = Table(HEAT, car(at=68), car(at=30), laps=1).go("gears")
    assert table.refused(1, LeaveRace()) == "retire_early"
    table = round_of(over, ready("1", at=30), ready("1", at=20))
    assert all(LeaveRace() in table.choices(seat) for seat in (1, 2))


def test_rb_13_a_legend_that_is_home_counts() -> None:
    table = Table(HEAT, Car(at=Distance(70), lane=Lane(1), status="home", place=1, left=1), car(at=30), laps=1).go(
        "gears"
    )
    assert LeaveRace() in table.choices(1)


def test_rb_13_a_retired_car_does_not_count_as_home() -> None:
    table = Table(HEAT, retired(50, 1), car(at=30)).go("gears")
    assert LeaveRace() not in table.choices(1)


def test_rb_13_who_gives_up_is_behind_all_others() -> None:
    table = round_of(home(1), ready("1", at=60), ready("1", at=30))
    table.answer(1, LeaveRace()).answer(2, Gear(1))
    assert table.of(Retired) == [Retired(Seat(1))]
    assert HEAT.view(table.state, None).ranking == (0, 2, 1)


def test_rb_13_later_quitters_are_ranked_better() -> None:
    """Last place is filled first, however far the quitter had come."""
    table = Table(HEAT, home(1), retired(60, 3), retired(20, 5), car(at=30), laps=1, round=7).go("gears")
    quit_all(table)
    assert table.of(Finished) == [Finished(reason="flag", ranking=seats(0, 3, 2, 1))]


def test_rb_13_quitters_of_one_round_are_ranked_by_distance() -> None:
    table = quit_all(Table(HEAT, home(1), car(at=20), car(at=30), laps=1).go("gears"))
    assert table.of(Finished) == [Finished(reason="flag", ranking=seats(0, 2, 1))]


def test_rb_13_a_car_over_the_line_discards_and_draws_no_more_but_the_others_do() -> None:
    table = round_of(ready("1", at=68), ready("1", at=40), ready("1", at=30))
    assert [event.seats for event in table.of(Asked) if event.phase == "discard"] == [(1,), (2,)]
    assert [event.seat for event in table.of(Drew)] == [1, 2]
    assert (len(table.cars[0].hand), table.cars[0].play, table.cars[0].discard) == (3, (), ("1",))


def test_rb_13_a_car_ahead_of_others_over_the_line_discards_as_ever() -> None:
    """The other's finish ends no other driver's turn, also when it came first."""
    table = Table(HEAT, ready("1", at=68), ready("1", at=40), laps=1).go("reveal").pass_on("discard")
    assert table.asked == {1: "discard"}


def test_rb_13_a_finish_that_is_taken_back_is_none() -> None:
    """Sent back to the corner before the line, the car has another round to drive, and draws for it."""
    table = round_of(ready("4 4 4 4", at=55, engine=5), ready("1", at=30))
    assert (table.of(SpunOut)[0].at, table.of(CameHome), table.cars[0].status) == (56, [], "racing")
    assert (table.cars[0].laps, len(table.cars[0].hand)) == ((), 7)


@pytest.mark.parametrize(
    ("cars_home", "racing", "given"), [(1, 3, [2]), (2, 3, [1, 2]), (1, 4, [2, 3]), (3, 2, [0, 1]), (4, 1, [])]
)
def test_rb_7_cars_that_are_home_count_for_adrenaline(cars_home: int, racing: int, given: list[int]) -> None:
    """A car alone on the track has none."""
    cars = [ready("1", at=40 - 2 * n) for n in range(racing)] + [home(n + 1) for n in range(cars_home)]
    table = Table(HEAT, *cars, laps=1).go("reveal")
    events = table.events
    events += table.pass_on().events
    assert [event.seat for event in events if isinstance(event, AdrenalineGiven)] == given


def test_rb_7_cars_that_gave_up_do_not_count_for_adrenaline() -> None:
    cars = [ready("1", at=40 - 2 * n) for n in range(3)] + [retired(50, 1), retired(49, 1)]
    table = Table(HEAT, *cars).go("reveal")
    events = table.events + table.pass_on().events
    assert [event.seat for event in events if isinstance(event, AdrenalineGiven)] == [2]


def test_rb_13_legends_come_home_and_take_places() -> None:
    table = Table(HEAT, legend(at=66), ready("1", at=68), ready("1", at=30), laps=1, legends="s10").go("reveal")
    table.pass_on()
    assert table.of(CameHome) == [CameHome(Seat(0), place=1), CameHome(Seat(1), place=2)]


def test_rb_13_the_race_ends_when_only_legends_are_left() -> None:
    """It is then ranked as it stands."""
    table = Table(HEAT, legend(at=30), ready("1", at=68), laps=1).go("reveal").pass_on()
    assert table.of(Finished) == [Finished(reason="no_driver", ranking=seats(1, 0))]
