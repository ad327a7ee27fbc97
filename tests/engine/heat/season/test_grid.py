"""The grid of each race, and who is champion: both go by the table, and by how it is read where two tie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import RULEBOOK, STANDARD, Ruleset
from engine.heat.season import begin, champion, lineup, next_race, standings
from engine.kernel import Broken, derive
from tests.engine.heat.season.kit import SEED, THREE, content, grid, left, race_setup, raced, season, setup, started


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_rb_14_the_first_grid_is_drawn(rules: Ruleset) -> None:
    assert race_setup(season(rules)).grid is None
    order = {started(begin(content(rules), setup(5), derive(SEED, str(number)))).state.order for number in range(8)}
    assert len(order) > 5


def test_std_the_next_grid_is_the_table_turned_round() -> None:
    assert grid(raced(season(), (2, 0, 1))) == (1, 0, 2)
    assert grid(raced(season(), (2, 0, 1), (2, 1, 0))) == (0, 1, 2)


def test_std_the_leader_starts_last() -> None:
    one = raced(season(drivers=2, legends=4), (3, 1, 5, 0, 2, 4))
    assert grid(one)[-1] == standings(one)[0].seat == 3


def test_std_of_two_that_tie_the_worse_in_the_last_race_starts_further_forward() -> None:
    """6 and 4 points against 4 and 6: seat 0 was second in the last race, so it starts ahead of seat 1."""
    assert grid(raced(season(), (0, 1, 2), (1, 0, 2))) == (2, 0, 1)
    assert grid(raced(season(), (1, 0, 2), (0, 1, 2))) == (2, 1, 0)


def test_rb_14_the_next_grid_is_the_table() -> None:
    assert grid(raced(season(RULEBOOK), (2, 0, 1))) == (2, 0, 1)


def test_rb_14_ties_on_the_grid_go_by_the_place_in_the_last_race() -> None:
    """Nine and six points each: who won last starts first."""
    assert grid(raced(season(RULEBOOK), (0, 1, 2), (1, 0, 2))) == (1, 0, 2)
    assert grid(raced(season(RULEBOOK), (1, 0, 2), (0, 1, 2))) == (0, 1, 2)


def test_rb_14_places_that_score_nothing_break_ties_too() -> None:
    """Places 7 and 8 score alike, and are told apart."""
    one = raced(season(RULEBOOK, drivers=8), (0, 1, 2, 3, 4, 5, 7, 6))
    assert grid(one)[-2:] == (7, 6)


def test_the_grid_is_in_seats_of_the_race_when_somebody_has_left() -> None:
    one = left(raced(season(drivers=4), (3, 2, 1, 0)), 1)
    assert lineup(one) == (0, 2, 3)
    assert race_setup(one).grid == (0, 1, 2)
    assert grid(one) == (0, 2, 3)


@given(st.lists(st.permutations(range(6)), min_size=1, max_size=2), st.sampled_from([STANDARD, RULEBOOK]))
def test_the_grid_holds_everybody_once_in_the_order_of_the_table(orders: list[list[int]], rules: Ruleset) -> None:
    one = raced(season(rules, drivers=6), *orders)
    order = tuple(row.seat for row in standings(one))
    assert grid(one) == (order if rules is RULEBOOK else order[::-1])
    points = [row.points for row in standings(one)]
    assert points == sorted(points, reverse=True)


# The champion


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_rb_14_a_tie_at_the_end_goes_by_the_last_race(rules: Ruleset) -> None:
    one = season(rules, drivers=2, calendar=THREE[:2])
    assert champion(raced(one, (0, 1), (1, 0))) == 1
    assert champion(raced(one, (1, 0), (0, 1))) == 0


def test_reading_a_tie_of_two_that_did_not_start_last_goes_by_seat() -> None:
    """Seats 1 and 2 have as many points and have left; seat 1 is ahead."""
    one = raced(left(raced(season(), (1, 2, 0), (2, 1, 0)), 2, 1), (0,))
    assert [(row.seat, row.points) for row in standings(one)] == [(1, 10), (2, 10), (0, 6)]
    assert champion(one) == 1


def test_reading_who_started_last_is_ahead_of_who_did_not() -> None:
    """All have six points, and seat 0, which won the first race, is gone."""
    one = raced(left(raced(season(), (0, 1, 2)), 0), (2, 1))
    assert [(row.seat, row.points) for row in standings(one)] == [(2, 6), (1, 6), (0, 6)]


def test_there_is_no_champion_before_the_last_race() -> None:
    one = raced(season(), (0, 1, 2), (0, 1, 2))
    assert champion(one) is None
    assert not one.over
    one = raced(one, (0, 1, 2))
    assert champion(one) == 0
    assert one.over


def test_there_is_no_race_after_the_last() -> None:
    one = raced(season(), (0, 1, 2), (0, 1, 2), (0, 1, 2))
    with pytest.raises(Broken, match="over"):
        next_race(one)
    with pytest.raises(Broken, match="not the result"):
        raced(one, (0, 1, 2))


def test_a_legend_may_be_champion() -> None:
    one = season(drivers=1, legends=1)
    assert champion(raced(one, (1, 0), (1, 0), (1, 0))) == 1
