"""What a race brings: points by place and event, and who scores none."""

from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Ruleset
from engine.heat.season import Placing, after, begin, place_points, result_of, standings
from engine.kernel import Broken, End, Retire
from tests.engine.heat.kit import Table, car, game, legend, ready
from tests.engine.heat.season.kit import SEED, content, raced, season, setup, stand_ins, started


def ended(rules: Ruleset, *cars: Any, event: str = "", **rest: Any) -> tuple[Placing, ...]:
    """The lines of a championship race that is over where its cars stand."""
    table = Table(game(rules), *cars, season=True, event=event, **rest).do(End())
    return result_of(table.game, table.state).lines


def test_std_points_are_two_for_each_car_not_ahead() -> None:
    assert [place_points(STANDARD.points, place, 6) for place in range(1, 7)] == [12, 10, 8, 6, 4, 2]
    assert [place_points(STANDARD.points, place, 2) for place in (1, 2)] == [4, 2]
    assert place_points(STANDARD.points, 12, 12) == 2


def test_rb_14_points_are_nine_six_four_three_two_one() -> None:
    assert [place_points(RULEBOOK.points, place, 9) for place in range(1, 10)] == [9, 6, 4, 3, 2, 1, 0, 0, 0]
    assert place_points(RULEBOOK.points, 1, 2) == 9


def test_std_points_go_by_the_cars_that_started() -> None:
    """Six started and two retired: the winner still has twelve."""
    gone = [car(at=-place, status="retired", left=1) for place in (1, 2)]
    lines = ended(STANDARD, *gone, *[car(at=10 * place) for place in range(1, 5)])
    assert [line.total for line in lines] == [0, 0, 6, 8, 10, 12]


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_reading_12_a_retired_driver_scores_nothing(rules: Ruleset) -> None:
    """Not even where the last place would score, nor by the event."""
    lines = ended(rules, car(at=60), car(at=70, status="retired", left=2), car(at=50), event="corruption")
    assert (lines[1].points, lines[1].bonus, lines[1].retired) == (0, 0, True)
    assert [line.place for line in lines] == [1, 3, 2]


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_rb_14_legends_score_too(rules: Ruleset) -> None:
    lines = ended(rules, car(at=10), legend(at=40), car(at=20))
    assert lines[1].points == max(line.points for line in lines) > 0


def test_rb_14_strike_gives_the_winner_two_more() -> None:
    lines = ended(RULEBOOK, car(at=10), car(at=40), car(at=20), event="strike")
    assert [(line.points, line.bonus) for line in lines] == [(4, 0), (9, 2), (6, 0)]


def test_std_strike_gives_the_winner_two_more() -> None:
    lines = ended(STANDARD, car(at=10), car(at=40), event="strike")
    assert [(line.points, line.bonus, line.total) for line in lines] == [(2, 0, 2), (4, 2, 6)]


def test_rb_14_corruption_gives_the_first_three_one_more() -> None:
    lines = ended(RULEBOOK, *[car(at=10 * place) for place in range(1, 6)], event="corruption")
    assert [line.bonus for line in lines] == [0, 0, 1, 1, 1]
    assert [line.total for line in lines] == [2, 3, 5, 7, 10]


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_rb_14_a_spin_out_under_future_unknown_eliminates_and_scores_nothing(rules: Ruleset) -> None:
    """The corner at 12 allows 7, and the engine is empty: out on the spot, behind every other car."""
    table = Table(
        game(rules), ready("4 4 4", at=10, engine=0), ready("1 1 1", at=2), season=True, event="future_unknown"
    )
    table.go("reveal").pass_on()
    assert table.cars[0].status == "retired"
    lines = result_of(table.game, table.do(End()).state).lines
    assert (lines[0].place, lines[0].total, lines[0].retired) == (2, 0, True)
    assert lines[1].total > 0


def test_a_race_that_ends_early_scores_as_it_stands() -> None:
    """Cars still on the track have places, and points for them."""
    assert [line.total for line in ended(RULEBOOK, car(at=-1), car(at=-2), car(at=-3))] == [9, 6, 4]


def test_a_race_that_is_on_has_no_result() -> None:
    race = started(season())
    with pytest.raises(Broken, match="not over"):
        result_of(race.game, race.state)


def test_who_is_taken_out_by_the_host_scores_nothing() -> None:
    race = started(season())
    race.submit(Retire(1))
    lines = result_of(race.game, stand_ins(race).state).lines
    assert (lines[1].place, lines[1].total, lines[1].retired) == (3, 0, True)


# The table


def test_standings_add_up_race_by_race() -> None:
    one = raced(season(), (0, 1, 2), (1, 0, 2))
    rows = standings(one)
    assert [(row.seat, row.place, row.points) for row in rows] == [(1, 1, 10), (0, 2, 10), (2, 3, 4)]
    assert [[score and (score.place, score.total) for score in row.races] for row in rows] == [
        [(2, 4), (1, 6)],
        [(1, 6), (2, 4)],
        [(3, 2), (3, 2)],
    ]


def test_standings_tell_points_of_the_event_apart() -> None:
    table = Table(game(), car(at=10), car(at=40), season=True, event="strike").do(End())
    one = begin(content(), setup(2), SEED)
    (first, _) = standings(after(one, result_of(table.game, table.state)))
    assert first.races[0] is not None
    assert (first.seat, first.points, first.races[0].points, first.races[0].bonus) == (1, 6, 4, 2)


def test_standings_before_the_first_race_are_by_seat() -> None:
    assert [(row.seat, row.points, row.races) for row in standings(season())] == [(0, 0, ()), (1, 0, ()), (2, 0, ())]
