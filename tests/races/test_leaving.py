"""A player leaves for good, whatever the game waits for. It is the same code for every game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.kernel.commands import Retire, StandIn
from races import changes, leaving, live, presence, scenes, tokens
from races.games import table_game_of
from races.models import Race, Seat, Token
from tests.races.factories import make_race
from tests.races.henhur.kit import NAMES, match
from tests.races.lastcard.kit import dealt

pytestmark = pytest.mark.django_db(transaction=True)

TABLES: dict[str, Callable[..., Race]] = {
    "heat": lambda people, **terms: make_race(*("ada", "bo", "cy")[:people], **terms),
    "lastcard": lambda people, **terms: dealt(people, **terms),
    "henhur": lambda people, **terms: match(NAMES[:people], **terms),
}
"""Ada is the host."""
HELD = {"after": "", "answer": "", "question": "", "dropped": True}


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Callable[..., Race]:
    return TABLES[request.param]


@pytest.fixture
def race(table: Callable[..., Race]) -> Race:
    return table(3, clock=60)


def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


def seat_of(race: Race, number: int) -> Seat:
    return Seat.objects.get(race=race, number=number)


def takes_part(race: Race, number: int) -> bool:
    scene = scenes.load(race.pk)
    return scene.table_game.takes_part(scene.state, number)


def test_a_bot_takes_the_seat(race: Race) -> None:
    assert leaving.leave(race.pk, 1) == "bot"
    seat, row = seat_of(race, 1), reread(race)
    stand_in = table_game_of(race.content_id).stand_in
    assert (seat.kind, seat.bot, seat.visitor, seat.name) == (Seat.Kind.BOT, stand_in, "bo", "Bo")
    assert row.bots == {1: stand_in}
    assert 1 not in row.clocks
    assert scenes.load(race.pk).seat_of("bo") is None
    assert takes_part(race, 1)
    assert leaving.leave(race.pk, 1) is None, "once"


def test_it_does_so_while_the_host_has_paused(race: Race) -> None:
    changes.pause(race.pk)
    assert leaving.leave(race.pk, 1) == "bot"
    row = reread(race)
    assert (row.paused, row.host) == (True, "ada")
    changes.resume(race.pk)
    row = reread(race)
    assert row.running
    assert 1 not in row.clocks


def test_a_host_who_leaves_hands_the_pause_over(race: Race) -> None:
    changes.pause(race.pk)
    presence.depart(seat_of(race, 1).pk)
    leaving.leave(race.pk, 0)
    assert reread(race).host == "cy", "who is here goes before who is away"
    leaving.leave(race.pk, 2)
    assert reread(race).host == "bo"


def test_a_host_who_lost_the_seat_is_replaced_by_who_is_here(race: Race) -> None:
    changes.pause(race.pk)
    for away in (0, 1):
        presence.depart(seat_of(race, away).pk)
    Race.objects.update(host="")
    presence.here[seat_of(race, 2).pk] += 1
    try:
        presence.renew()
    finally:
        presence.here.clear()
    assert reread(race).host == "cy"


@pytest.mark.parametrize("paused", [False, True])
def test_in_a_game_for_two_it_means_giving_up(table: Callable[..., Race], paused: bool) -> None:
    race = table(2, clock=60)
    if paused:
        changes.pause(race.pk)
    assert leaving.leave(race.pk, 0) == "gives_up"
    assert not takes_part(race, 0)
    row = reread(race)
    assert row.bots == {}
    assert row.host == "bo"
    scene = scenes.load(race.pk)
    if not scene.is_over:  # in Heat the other one drives on to the flag
        changes.resume(race.pk)
        question = scene.questions[1]
        assert isinstance(live.submit(race.pk, StandIn(question, "test")), live.Accepted)
    assert scene.table_game.game.places(scene.view(None))[1] == 1


def test_where_nobody_else_plays_the_game_ends(table: Callable[..., Race]) -> None:
    race = table(3)
    Seat.objects.filter(race=race).exclude(number=0).update(kind=Seat.Kind.BOT, bot="cautious", visitor="")
    changes.pause(race.pk)
    assert leaving.leave(race.pk, 0) == "ends"
    assert reread(race).ended is not None
    assert seat_of(race, 0).visitor == "ada", "it stays among the player's races"
    assert leaving.leave(race.pk, 0) is None


@pytest.mark.parametrize("paused", [False, True])
def test_who_has_retired_or_is_forgotten_plays_no_more(table: Callable[..., Race], paused: bool) -> None:
    race = table(3)
    if paused:
        changes.pause(race.pk)
    assert isinstance(live.submit(race.pk, Retire(1, "retire:1")), live.Accepted)
    Seat.objects.filter(race=race, number=2).update(visitor="")
    scenes.forget()
    scene = scenes.load(race.pk)
    assert leaving.way_of(scene, 0) == "ends"
    assert leaving.leave(race.pk, 0) == "ends"
    assert reread(race).ended is not None


def test_who_has_retired_ends_a_game_that_nobody_plays_any_more(table: Callable[..., Race]) -> None:
    race = table(3)
    assert isinstance(live.submit(race.pk, Retire(1, "retire:1")), live.Accepted)
    assert leaving.leave(race.pk, 1) is None, "the others play"
    assert leaving.leave(race.pk, 2) == "bot"
    changes.pause(race.pk)
    Seat.objects.filter(race=race, number=0).update(visitor="")
    assert leaving.leave(race.pk, 1) == "ends"
    assert reread(race).ended is not None


def test_a_player_whose_part_is_over_leaves_no_bot(race: Race) -> None:
    table_game = table_game_of(race.content_id)
    command = Retire(1, "retire:1")
    assert isinstance(live.submit(race.pk, command), live.Accepted)
    assert leaving.leave(race.pk, 1) is None
    assert not table_game.takes_part(scenes.load(race.pk).state, 1)
    assert seat_of(race, 1).kind == Seat.Kind.DRIVER


def test_a_game_that_waits_for_them_goes_on(table: Callable[..., Race]) -> None:
    race = table(3, clock=60, absence=Race.Absence.WAIT)
    presence.depart(seat_of(race, 1).pk)
    assert reread(race).waiting == []
    leaving.leave(race.pk, 1)
    row = reread(race)
    assert (row.paused, row.waiting, row.running) == (False, None, True)


def test_a_game_goes_on_once_the_last_who_would_wait_has_left(table: Callable[..., Race]) -> None:
    race = table(3, clock=60, absence=Race.Absence.WAIT)
    presence.depart(seat_of(race, 0).pk)
    changes.agree(race.pk, 1)
    assert reread(race).waiting == [1]
    leaving.leave(race.pk, 2)
    row = reread(race)
    assert (row.paused, row.waiting, set(row.bots)) == (False, None, {0, 2})


def test_a_game_that_waits_for_others_does_so_without_them(table: Callable[..., Race]) -> None:
    race = table(3, clock=60, absence=Race.Absence.WAIT)
    presence.depart(seat_of(race, 0).pk)
    changes.agree(race.pk, 1)
    leaving.leave(race.pk, 1)
    row = reread(race)
    assert (row.paused, row.waiting) == (True, [])


def test_no_clock_runs_where_the_last_who_was_here_has_left(race: Race) -> None:
    presence.depart(seat_of(race, 0).pk)
    presence.depart(seat_of(race, 2).pk)
    assert reread(race).running
    leaving.leave(race.pk, 1)
    assert not reread(race).running
    presence.arrive(seat_of(race, 0).pk)
    assert reread(race).running


def test_their_open_pages_make_nobody_present(race: Race) -> None:
    seat = seat_of(race, 1)
    leaving.leave(race.pk, 1)
    before: Any = reread(race)
    presence.depart(seat.pk)
    presence.arrive(seat.pk, timezone.now() + timedelta(minutes=1))
    after = reread(race)
    assert (after.revision, after.absent, after.bots) == (before.revision, {}, before.bots)


def test_their_programs_and_what_they_gave_ahead_go(race: Race) -> None:
    tokens.make(seat_of(race, 1))
    changes.set_presets(race.pk, 1, ["anything"])
    leaving.leave(race.pk, 1)
    assert not Token.objects.filter(revoked=None).exists()
    assert reread(race).presets == {}


def test_a_program_loses_its_token_in_the_transaction_that_gives_the_seat_away(
    race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is killed in the middle has either done both or nothing."""
    secret = tokens.make(seat_of(race, 1))

    def be_killed(_token: Token) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(tokens, "revoke", be_killed)
        with pytest.raises(KeyboardInterrupt):
            leaving.leave(race.pk, 1)
    assert (seat_of(race, 1).kind, tokens.seat_of(secret, race.code)) == (Seat.Kind.DRIVER, 1)
    assert leaving.leave(race.pk, 1) == "bot"
    assert tokens.seat_of(secret, race.code) is None


def test_what_comes_too_late_changes_nothing_of_a_seat_that_was_left(table: Callable[..., Race]) -> None:
    """Each of these found the player at the seat, and has the lock only after they left."""
    race = table(3, clock=60, absence=Race.Absence.WAIT)
    leaving.leave(race.pk, 1)
    presence.depart(seat_of(race, 0).pk)
    before = reread(race)
    assert before.waiting == []
    changes.hand_over(race.pk, 1, "")
    changes.hand_over(race.pk, 1, "another")
    changes.agree(race.pk, 1)
    changes.set_presets(race.pk, 1, ["anything"])
    after = reread(race)
    for column in ("bots", "clocks", "waiting", "presets", "absent"):
        assert getattr(after, column) == getattr(before, column), column


@pytest.mark.parametrize("act", [presence.arrive, presence.depart])
def test_so_does_who_comes_or_goes_too_late(
    table: Callable[..., Race], act: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    race = table(3, clock=60, absence=Race.Absence.WAIT)
    if act is presence.arrive:
        presence.depart(seat_of(race, 1).pk)

    @contextmanager
    def change_afterwards(race_id: int) -> Iterator[Race]:
        assert leaving.leave(race_id, 1) == "bot"
        with changes.change(race_id) as row:
            yield row

    monkeypatch.setattr(presence, "change", change_afterwards)
    act(seat_of(race, 1).pk)
    row = reread(race)
    assert (set(row.bots), row.absent, row.waiting, row.running) == ({1}, {}, None, True)


def test_who_sits_down_finds_nothing_of_who_left(race: Race) -> None:
    leaving.leave(race.pk, 1)
    Race.objects.update(presets={"1": ["theirs"]}, held={"1": HELD}, absent={"1": 1})
    assert changes.take_seat(race.pk, 1, "eve", "Eve", "Player")
    row = reread(race)
    assert (row.presets, row.held, row.absent) == ({}, {}, {})
