"""Phase 6, Online rules: slip up behind another car."""

import pytest
from msgspec.structs import replace

from engine.heat import Pass, Ruleset, Slipstream
from engine.heat.events import CornerTaken, Moved
from engine.heat.moves.pass_ import Passed
from engine.heat.moves.slipstream import Slipstreamed
from engine.heat.units import Distance, Lane
from engine.heat.why_not import why_not
from engine.kernel.seats import Seat
from tests.engine.heat.kit import STANDARD, Table, car, game, legend

BACK = replace(STANDARD, blocked_space="back")


def offered(*others: int, at: int = 14, laps: int = 2, rules: Ruleset = STANDARD) -> bool:
    """Whether seat 0 is asked, with other cars at these places (in lane 2, where lane 1 is seat 0's)."""
    table = Table(game(rules), car(at=at), *[car(at=place, lane=2) for place in others], laps=laps)
    table.go("slipstream")
    while table.asked and table.state.phase == "slipstream":
        (seat,) = table.asked
        if seat == 0:
            return True
        table.answer(seat, Pass())
    return False


def why(table: Table, seat: int, distance: int = 2) -> str:
    return why_not(table.game, table.game.tables, table.game.view(table.state, seat), Slipstream(distance)).code


def in_phase_6(table: Table) -> Table:
    """The table as it is in phase 6, for any driver who is asked."""
    table.state = replace(table.state, phase="slipstream")
    return table


@pytest.mark.parametrize(("place", "asked"), [(14, True), (15, True), (16, True), (17, False), (13, False)])
def test_std_6_a_car_beside_or_at_most_two_ahead(place: int, asked: bool) -> None:
    assert offered(place) is asked


def test_std_6_two_spaces_and_optional() -> None:
    table = Table(game(), car(at=14), car(at=15)).go("slipstream")
    assert table.choices(0) == [Slipstream(2), Pass()]
    assert table.refused(0, Slipstream(1)) == "slipstream_distance"
    assert table.answer(0, Pass()).cars[0].at == 14


def test_std_6_it_moves_and_is_not_speed() -> None:
    table = Table(game(), car(at=14, play="3 1", gear=2, start=10), car(at=15)).go("slipstream")
    table.answer(0, Slipstream(2))
    assert table.of(Slipstreamed) == [Slipstreamed(Seat(0), distance=2)]
    assert table.of(Moved) == [Moved(Seat(0), why="slipstream", distance=2, at=Distance(16), lane=Lane(2))]
    assert table.cars[0].speed == 4


@pytest.mark.parametrize("lane", [1, 2])
@pytest.mark.parametrize("place", [15, 16])
def test_std_6_any_lane(lane: int, place: int) -> None:
    table = Table(game(), car(at=14, lane=1), car(at=place, lane=lane)).go("slipstream")
    assert table.asked == {0: "slipstream"}


@pytest.mark.parametrize("place", [16 + 69, 16 - 69])
def test_std_6_laps_are_ignored(place: int) -> None:
    assert offered(place, laps=3)


def test_std_6_cars_in_between_are_irrelevant() -> None:
    cars = (car(at=14), car(at=15, lane=1), car(at=15, lane=2), car(at=16, lane=1))
    table = Table(game(), *cars, order=(0, 1, 2, 3)).go("slipstream").answer(0, Slipstream(2))
    assert (table.cars[0].at, table.cars[0].lane) == (16, 2)


def test_std_6_in_order_leader_first_on_the_positions_of_the_moment() -> None:
    """The car in the middle slips away, and the last one has no car left to follow."""
    table = Table(game(), car(at=18), car(at=16), car(at=14)).go("slipstream")
    assert table.asked == {1: "slipstream"}
    table.answer(1, Slipstream(2))
    assert set(table.asked.values()) == {"discard"}
    other = Table(game(), car(at=18), car(at=16), car(at=14)).go("slipstream").answer(1, Pass())
    assert other.asked == {2: "slipstream"}


def test_std_6_a_car_over_the_line_gives_slipstream() -> None:
    table = Table(game(), car(at=68), car(at=138, start=130), laps=2).go("slipstream")
    assert table.asked == {0: "slipstream"}


def test_std_6_a_legend_gives_slipstream_and_takes_none() -> None:
    table = Table(game(), car(at=14), legend(at=15), car(at=17)).go("slipstream")
    assert table.asked == {0: "slipstream"}
    table.answer(0, Pass())
    assert "slipstream" not in table.asked.values()


def test_std_6_a_retired_car_gives_none() -> None:
    table = Table(game(), car(at=14), car(at=15, status="retired", left=1)).go("slipstream")
    assert table.asked == {0: "discard"}


def test_std_6_not_offered_to_a_car_that_is_home() -> None:
    table = Table(game(), car(at=70, start=60), car(at=71, start=60), laps=1)
    assert why(in_phase_6(table), 0) == "slipstream_home"
    assert not table.go("slipstream").of(Slipstreamed)
    assert not table.asked


def test_std_6_not_offered_where_the_target_lies_beyond_the_finish() -> None:
    assert offered(68, at=66, laps=1)
    assert not offered(68, at=67, laps=1)
    assert why(in_phase_6(Table(game(), car(at=67), car(at=68), laps=1)), 0) == "slipstream_finish"


def test_std_6_a_lap_that_is_not_the_last_ends_like_any_other_space() -> None:
    assert offered(68, at=67, laps=2)


def test_std_6_not_offered_where_the_resting_place_lies_beyond_the_finish() -> None:
    """The target is the last space, but it is full, and the next one is past the finish."""
    full = (car(at=66), car(at=68, lane=1), car(at=68, lane=2))
    table = Table(game(), *full, laps=1)
    assert why(in_phase_6(table), 0) == "slipstream_finish"
    assert table.go("slipstream").asked.get(0) != "slipstream"
    longer = Table(game(), *full, laps=2).go("slipstream")
    assert longer.pass_on("discard") is longer
    assert Passed(Seat(0), phase="slipstream") in longer.events


def test_std_6_not_offered_where_it_would_gain_nothing() -> None:
    """Pushed back to where it stands: only where full spaces push back."""
    full = (car(at=14), *[car(at=at, lane=lane) for at in (15, 16) for lane in (1, 2)])
    table = Table(game(BACK), *full)
    assert why(in_phase_6(table), 0) == "slipstream_blocked"
    some = Table(game(BACK), *full[:-1], order=(0, 1, 2, 3)).go("slipstream")
    assert some.asked == {0: "slipstream"}


def test_std_6_no_car_near_is_alone() -> None:
    assert why(in_phase_6(Table(game(), car(at=14), car(at=17))), 0) == "slipstream_alone"


def test_std_6_a_corner_crossed_in_slipstream_is_due() -> None:
    table = Table(game(), car(at=32, play="3 2", gear=2, start=27), car(at=33, start=33)).go("slipstream")
    table.answer(0, Slipstream(2))
    assert table.of(CornerTaken, 0) == [CornerTaken(Seat(0), line=Distance(33), limit=3, speed=5, heat=2)]


def test_std_6_skipped_only_where_none_is_possible() -> None:
    table = Table(game(), car(at=14), car(at=30)).go("slipstream")
    assert table.asked == {0: "discard", 1: "discard"}
