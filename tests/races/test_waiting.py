"""Games that wait for a player who has left, where the room wants it so: of any game, by the same code."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.kernel.commands import Answer, Withdraw
from engine.kernel.refusals import Refusal
from races import changes, live, presence, scenes, sweeper
from races.models import Race, Seat
from races.page_state import public
from tests.races.factories import make_race
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db(transaction=True)

WAIT = Race.Absence.WAIT

TABLES: dict[str, Callable[..., Race]] = {
    "heat": lambda **terms: make_race("ada", "bo", "cy", **terms),
    "lastcard": lambda **terms: dealt(3, **terms),
    "henhur": match,
}
"""Three players, of whom Ada is the host."""


@pytest.fixture(params=TABLES)
def race(request: pytest.FixtureRequest) -> Race:
    return TABLES[request.param](clock=60, grace=60, absence=WAIT)


def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


def seat_of(race: Race, number: int) -> int:
    return Seat.objects.get(race=race, number=number).pk


def leaves(race: Race, number: int, now: datetime | None = None) -> None:
    presence.depart(seat_of(race, number), now)


def comes_back(race: Race, number: int, now: datetime | None = None) -> None:
    presence.arrive(seat_of(race, number), now)


def curtain(race: Race) -> str:
    return str(public(scenes.load(race.pk), "en")["curtain"])


def answer(race: Race) -> Answer[object]:
    """Whoever is asked first answers with the first choice."""
    scene = scenes.load(race.pk)
    seat, question = next(iter(scene.questions.items()))
    return Answer(seat, question, scene.legal(seat)[0], "one")


def test_it_takes_no_play_until_the_player_is_back_and_then_goes_on_by_itself(race: Race) -> None:
    left = {seat: clock["left"] for seat, clock in race.clocks.items()}
    leaves(race, 1)
    row = reread(race)
    assert (row.paused, row.waiting, row.running) == (True, [], False)
    refused = live.submit(race.pk, answer(race))
    assert isinstance(refused, Refusal)
    assert refused.code == "paused"
    later = timezone.now() + timedelta(hours=1)
    Seat.objects.filter(race=race).update(seen=later)
    assert sweeper.sweep(later) == 0, "no clock runs and no grace"
    assert "Waiting for Bo" in curtain(race)
    comes_back(race, 1, later)
    row = reread(race)
    assert (row.paused, row.waiting, row.running) == (False, None, True)
    assert all(abs((clock["left"] or 0) - (left[seat] or 0)) < 1000 for seat, clock in row.clocks.items())
    assert isinstance(live.submit(race.pk, answer(race)), live.Accepted)


def test_it_waits_for_all_who_left(race: Race) -> None:
    leaves(race, 1)
    leaves(race, 2)
    assert "Waiting for Bo and Cy" in curtain(race)
    comes_back(race, 1)
    assert reread(race).waiting == []
    comes_back(race, 2)
    assert not reread(race).paused


def test_once_everybody_here_agrees_it_goes_on_and_a_bot_plays(race: Race) -> None:
    leaves(race, 0)
    assert browser("bo").post(address(race, "go-on/")).status_code == 302
    assert reread(race).waiting == [1]
    assert "Bo would go on without waiting." in curtain(race)
    browser("cy").post(address(race, "go-on/"))
    row = reread(race)
    stand_in = scenes.load(race.pk).table_game.stand_in
    assert (row.paused, row.waiting, row.bots) == (False, None, {0: stand_in})
    assert 0 not in row.clocks
    comes_back(race, 0)
    row = reread(race)
    assert row.bots == {}, "who comes back plays again"
    assert set(row.clocks) == set(scenes.load(race.pk).questions)


@pytest.mark.parametrize("page", ["go-on/", "host/resume/"])
def test_the_host_alone_can_let_it_go_on(race: Race, page: str) -> None:
    leaves(race, 2)
    browser("ada").post(address(race, page))
    row = reread(race)
    assert not row.paused
    assert set(row.bots) == {2}


def test_nobody_else_can(race: Race) -> None:
    leaves(race, 2)
    assert browser("zed").post(address(race, "go-on/")).status_code == 403
    assert browser("bo").get(address(race, "go-on/")).status_code == 405
    assert reread(race).waiting == []


def test_where_it_waits_for_nobody_there_is_nothing_to_agree_to(race: Race) -> None:
    changes.pause(race.pk)
    browser("bo").post(address(race, "go-on/"))
    changes.agree(race.pk, 1)
    row = reread(race)
    assert (row.paused, row.waiting, row.bots) == (True, None, {})


def test_a_pause_of_the_host_stays_one(race: Race) -> None:
    changes.pause(race.pk)
    leaves(race, 1)
    comes_back(race, 1)
    assert reread(race).paused
    leaves(race, 1)
    changes.resume(race.pk)
    assert reread(race).waiting == [], "now it waits"
    changes.pause(race.pk)
    comes_back(race, 1)
    row = reread(race)
    assert (row.paused, row.waiting) == (True, None)


def test_where_everybody_leaves_the_clocks_stand_and_it_waits_for_the_rest(race: Race) -> None:
    for seat in (0, 1, 2):
        leaves(race, seat)
    comes_back(race, 2)
    row = reread(race)
    assert row.paused
    assert "Waiting for Ada and Bo" in curtain(race)


def test_a_player_alone_is_waited_for_by_the_clocks() -> None:
    race = dealt(1, bots=2, clock=60, absence=WAIT)
    leaves(race, 0)
    row = reread(race)
    assert (row.paused, row.running) == (False, False)
    comes_back(race, 0)
    assert reread(race).running


def test_who_has_left_for_good_is_not_waited_for() -> None:
    race = dealt(3, clock=60, absence=WAIT)
    leaves(race, 1)
    table_game = scenes.load(race.pk).table_game
    command = live.retirement(table_game, 1)
    assert not isinstance(command, Refusal)
    assert isinstance(live.submit(race.pk, command), live.Accepted), "also while the game waits for them"
    assert not reread(race).paused
    comes_back(race, 1)
    leaves(race, 1)
    assert not reread(race).paused


def test_who_is_not_there_at_the_start_is_waited_for() -> None:
    race = make_race("ada", "bo", absence=WAIT)
    assert not race.paused
    leaves(race, 1)
    assert "Waiting for Bo" in curtain(race)
    assert "Waiting" not in curtain(make_race("ada", "bo"))


@pytest.mark.parametrize("terms", [{}, {"absence": WAIT, "clock": 86400}])
def test_other_rooms_play_on(terms: dict[str, Any]) -> None:
    race = dealt(3, **{"clock": 60, **terms})
    leaves(race, 1)
    assert not reread(race).paused
    assert isinstance(live.submit(race.pk, answer(race)), live.Accepted)


def test_what_was_chosen_in_secret_stays_while_it_waits() -> None:
    race = match(clock=60, absence=WAIT)
    given = answer(race)
    live.submit(race.pk, given)
    leaves(race, 2)
    refused = live.submit(race.pk, Withdraw(given.seat, given.question, "back"))
    assert isinstance(refused, Refusal)
    comes_back(race, 2)
    assert isinstance(live.submit(race.pk, Withdraw(given.seat, given.question, "again")), live.Accepted)
