"""Drivers who leave the championship: they do not start again, and their points stand."""

import pytest
from msgspec.structs import replace

from engine.heat.season import after, champion, leave, lineup, result_of, standings, view
from engine.heat.season.season import Season
from engine.kernel import Broken, Refusal
from tests.engine.heat.season.kit import (
    THREE,
    left,
    race_setup,
    raced,
    result,
    run,
    season,
    setup,
    short,
    stand_ins,
    started,
)


def test_reading_who_leaves_does_not_start_again() -> None:
    one = left(raced(season(drivers=3, legends=1), (0, 1, 2, 3)), 1)
    assert lineup(one) == (0, 2, 3)
    assert [entrant.legend for entrant in race_setup(one).entrants] == [None, None, "medium"]
    assert len(started(one).state.cars) == 3


def test_reading_the_points_of_who_left_stand() -> None:
    one = raced(left(raced(season(), (1, 0, 2)), 1), (0, 2))
    rows = {row.seat: row for row in standings(one)}
    assert rows[1].points == 6
    assert [score and score.total for score in rows[1].races] == [6, None]
    assert rows[0].points == 4 + 4  # of the two that started then


def test_reading_who_left_may_be_champion_all_the_same() -> None:
    one = raced(season(drivers=4), (3, 0, 1, 2), (3, 1, 2, 0))
    assert champion(raced(left(one, 3), (0, 1, 2))) == 3


def test_cards_stay_with_their_drivers_when_somebody_leaves() -> None:
    """Seats of a race are not those of the season any more."""
    one = season(drivers=3)
    one = raced(left(one, 0))
    kept = result(one, (1, 2), sponsors={2: ("sp01",)})
    assert [line.sponsors for line in kept.lines] == [(), ("sp01",)]
    assert race_setup(after(one, kept)).entrants[1].sponsors == ("sp01",)
    assert race_setup(left(after(one, kept), 1)).entrants[0].sponsors == ("sp01",)


def test_reading_a_season_without_drivers_is_over() -> None:
    """Legends do not race each other."""
    one = raced(season(drivers=2, legends=2), (0, 2, 1, 3))
    one = left(one, 1)
    assert not one.over
    one = left(one, 0)
    assert one.over
    assert champion(one) == 0


def test_a_season_that_everybody_left_before_its_start_has_no_champion() -> None:
    assert champion(left(season(drivers=1), 0)) is None


def test_a_lone_driver_goes_on() -> None:
    one = left(raced(season(drivers=2), (0, 1)), 0)
    race = stand_ins(started(one))
    assert result_of(race.game, race.state).lines[0].points == 2


@pytest.mark.parametrize(("seat", "code"), [(-1, "no_such_seat"), (3, "no_such_seat"), (1, "not_racing")])
def test_leaving_is_refused_to_who_is_not_there(seat: int, code: str) -> None:
    refused = leave(left(season(), 1), seat)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_leaving_is_refused_when_it_is_over() -> None:
    refused = leave(raced(season(calendar=THREE[:1]), (0, 1, 2)), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "over"


def test_results_with_the_wrong_cars_are_refused() -> None:
    """One of a race in which a driver started who has left, and one with places that are none."""
    one = season()
    stale = result(one, (0, 1, 2))
    twice = replace(stale, lines=(*stale.lines[:2], stale.lines[0]))
    with pytest.raises(Broken, match="not the result of race 1"):
        after(one, twice)
    with pytest.raises(Broken, match="with 2 cars"):
        after(left(one, 2), stale)


def test_everybody_sees_who_left() -> None:
    one = left(season(), 1)
    assert view(one, None).left == (1,)
    assert view(one, None).lineup == (0, 2)


def test_a_run_remembers_who_left_when() -> None:
    championship = run(short(setup(2, 1, calendar=THREE[:2])))
    stand_ins(championship.start())
    championship.finish()
    assert championship.leave(0) is None
    refused = championship.leave(0)
    assert isinstance(refused, Refusal)
    stand_ins(championship.start())
    one: Season = championship.finish()
    assert [race.seats for race in one.raced] == [(0, 1, 2), (1, 2)]
    assert [(gone.seat, gone.races) for gone in championship.record("0").departures] == [(0, 1)]
