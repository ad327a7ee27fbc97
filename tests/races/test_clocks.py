"""Clocks: a fresh one for each question, none while no player is connected, and a stand-in exactly once."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from django.db import connections
from django.db.models import Max

from engine import kernel
from engine.kernel.chance import TABLE
from engine.kernel.commands import End, Question, StandIn, Withdraw
from engine.kernel.records import decode
from races import changes, clocks, live, presence, scenes, sweeper
from races.games import table_game_of
from races.models import Entry, Race, Seat
from races.start import Start
from tests.races.factories import make_race
from tests.races.test_live import first_answer

pytestmark = pytest.mark.django_db(transaction=True)


def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


def after(race: Race, seconds: float) -> datetime:
    return reread(race).started + timedelta(seconds=seconds)


def present(race: Race, now: datetime) -> None:
    Seat.objects.filter(race=race).update(seen=now)


def stood_in(race: Race) -> list[tuple[int, str]]:
    """Which seats a stand-in answered for, and why."""
    commands = Entry.objects.filter(race=race, seat=TABLE).exclude(command="").values_list("command", flat=True)
    read = [decode(msgspec.json.Decoder(StandIn), command, "command") for command in commands]
    return [(command.question.seat, command.reason) for command in read]


def test_every_driver_who_is_asked_has_a_clock() -> None:
    race = make_race(clock=60)
    now = clocks.milliseconds(race.started)
    for seat in (0, 1):
        assert seconds_left(race, seat, now) == pytest.approx(60, abs=0.5)
    assert race.due == pytest.approx(race.started + timedelta(seconds=60), abs=timedelta(seconds=0.5))


def test_an_answer_ends_the_own_clock_and_not_the_others() -> None:
    race = make_race(clock=60)
    left = race.clocks[1]
    live.submit(race.pk, first_answer(race, 0, "one"))
    race = reread(race)
    assert 0 not in race.clocks
    assert race.clocks[1] == left


def seconds_left(race: Race, seat: int, now: int) -> float:
    """What a page shows."""
    clock = race.clocks[seat]
    left = clock["left"] if clock["due"] is None else clock["due"] - now
    assert left is not None
    return max(0, left) / 1000


def take_back(race: Race, seat: int, now: datetime) -> None:
    scene = scenes.load(race.pk)
    question = scene.table_game.game.question(scene.state, seat)
    assert isinstance(live.submit(race.pk, Withdraw(seat, question, f"back-{question}"), now), live.Accepted)


def test_taking_an_answer_back_makes_the_phase_no_longer() -> None:
    """However often two drivers take turns at it, the phase is over when the clock of those who are asked is."""
    race = make_race(clock=60)
    live.submit(race.pk, first_answer(race, 0, "one"), after(race, 5))
    for turn, seconds in enumerate(range(20, 59, 6)):
        back, ready = turn % 2, (turn + 1) % 2
        take_back(race, back, after(race, seconds))
        assert reread(race).due == pytest.approx(after(race, 60), abs=timedelta(seconds=0.5))
        live.submit(race.pk, first_answer(race, ready, f"again-{turn}"), after(race, seconds + 1))
    late = after(race, 61)
    present(race, late)
    assert sweeper.sweep(late) == 1
    assert reread(race).state != race.state


def test_whoever_is_asked_next_has_a_fresh_clock() -> None:
    """Only what one seat leaves open for another in the same phase is shared: in turns, each has the whole time."""
    race = make_race(clock=60)
    asked = clocks.milliseconds(race.started)
    pace = table_game_of(race.content_id)
    race.clocks = {0: {"question": "1.react.0.3", "left": 60_000, "due": asked + 1_000}}
    clocks.ask(race, [Question(1, "react", kernel.Seat(1), 3)], pace, asked)
    assert seconds_left(race, 1, asked) == 60
    clocks.ask(race, [Question(1, "react", kernel.Seat(1), 4)], pace, asked + 30_000)
    assert seconds_left(race, 1, asked + 30_000) == 60


def test_what_is_played_before_a_question_costs_its_driver_no_time() -> None:
    """At the start nothing is played; later pages may take that long to show what led to the question."""
    race = make_race(clock=60)
    for seat in (0, 1):
        live.submit(race.pk, first_answer(race, seat, f"gear-{seat}"), after(race, 10))
    now = clocks.milliseconds(after(race, 10))
    fresh = 60 + table_game_of(race.content_id).head_start
    assert seconds_left(reread(race), 0, now) == pytest.approx(fresh, abs=0.01)


def test_without_a_clock_nothing_is_due() -> None:
    assert make_race(clock=0).due is None


def test_bots_have_no_clock() -> None:
    race = make_race(
        starters=[
            Start(name="Ada", colour="red", number=1, visitor="ada"),
            Start(name="Marta", colour="blue", number=2, bot="cautious"),
        ]
    )
    assert set(race.clocks) == {0}
    assert race.bots_asked


def test_when_time_is_over_a_stand_in_answers_once() -> None:
    race = make_race(clock=30)
    late = after(race, 31)
    present(race, late)
    assert sweeper.sweep(late) == 2
    assert sweeper.sweep(late) == 0
    assert stood_in(race) == [(0, "clock"), (1, "clock")]


def test_before_time_is_over_nobody_stands_in() -> None:
    race = make_race(clock=30)
    early = after(race, 29)
    present(race, early)
    assert sweeper.sweep(early) == 0


def test_with_nobody_there_the_clocks_stand_and_keep_what_was_left() -> None:
    race = make_race(clock=60)
    present(race, after(race, 20))
    assert sweeper.sweep(after(race, 3600)) == 0
    race = reread(race)
    assert (race.running, race.due) == (False, None)
    assert seconds_left(race, 0, 0) == pytest.approx(40, abs=0.5)


def test_the_first_driver_who_is_back_sets_them_going_again() -> None:
    race = make_race(clock=60)
    present(race, after(race, 20))
    sweeper.sweep(after(race, 3600))
    seat = Seat.objects.get(race=race, number=0)
    presence.arrive(seat.pk, after(race, 7200))
    race = reread(race)
    assert race.running
    assert race.due == pytest.approx(race.started + timedelta(seconds=7240), abs=timedelta(seconds=0.5))


def test_a_race_of_days_runs_while_nobody_is_there() -> None:
    race = make_race(clock=24 * 3600)
    assert sweeper.sweep(after(race, 24 * 3600 + 1)) == 2


def test_the_absent_get_a_stand_in_after_the_grace_and_not_before() -> None:
    race = make_race(clock=0, grace=60)
    seat = Seat.objects.get(race=race, number=1)
    Seat.objects.filter(race=race).update(seen=race.started)
    presence.depart(seat.pk, after(race, 30))
    for seconds, expected in ((59, 0), (61, 1)):
        Seat.objects.filter(race=race, number=0).update(seen=after(race, seconds))
        assert sweeper.sweep(after(race, seconds)) == expected
    assert stood_in(race) == [(1, "away")]


def test_who_comes_back_is_in_control_at_once() -> None:
    race = make_race(clock=0, grace=60)
    seat = Seat.objects.get(race=race, number=1)
    presence.depart(seat.pk, after(race, 1))
    presence.arrive(seat.pk, after(race, 50))
    Seat.objects.filter(race=race, number=0).update(seen=after(race, 70))
    assert sweeper.sweep(after(race, 70)) == 0
    assert reread(race).absent == {}


def test_leases_that_run_out_are_noticed_and_renewed_ones_are_not() -> None:
    race = make_race()
    ada = Seat.objects.get(race=race, number=0)
    presence.here[ada.pk] = 1
    try:
        presence.renew(after(race, 40))
    finally:
        presence.here.clear()
    assert list(reread(race).absent) == [1]
    assert Seat.objects.get(pk=ada.pk).seen == after(race, 40)


def test_a_restart_costs_nobody_time() -> None:
    race = make_race(clock=60)
    Seat.objects.filter(race=race).update(seen=after(race, 10))
    presence.closing_time(after(race, 12))
    race = reread(race)
    assert not race.running
    assert seconds_left(race, 0, 0) == pytest.approx(50, abs=0.5)


def test_a_paused_race_waits_for_nobody() -> None:
    race = make_race(clock=30)
    changes.pause(race.pk, after(race, 10))
    present(race, after(race, 100))
    assert sweeper.sweep(after(race, 100)) == 0
    refused = live.submit(race.pk, first_answer(race, 0, "one"))
    assert getattr(refused, "code", "") == "paused"
    changes.resume(race.pk, after(race, 200))
    race = reread(race)
    assert seconds_left(race, 0, clocks.milliseconds(after(race, 200))) == pytest.approx(20, abs=0.5)
    assert isinstance(live.submit(race.pk, first_answer(race, 0, "one")), live.Accepted)


def test_no_clock_gains_by_a_pause_in_which_everybody_went() -> None:
    race = make_race(clock=60)
    present(race, after(race, 20))
    changes.pause(race.pk, after(race, 20))
    changes.resume(race.pk, after(race, 3620))
    presence.arrive(Seat.objects.get(race=race, number=0).pk, after(race, 3621))
    assert seconds_left(reread(race), 0, clocks.milliseconds(after(race, 3621))) == pytest.approx(40, abs=1.5)


@pytest.mark.parametrize("lost", ["lease", "restart"])
def test_who_was_lost_during_a_pause_has_the_whole_grace_after_it(lost: str) -> None:
    race = make_race(clock=600, grace=60)
    present(race, after(race, 5))
    changes.pause(race.pk, after(race, 10))
    if lost == "restart":
        presence.closing_time(after(race, 20))
    presence.renew(after(race, 60))
    changes.resume(race.pk, after(race, 900))
    for seconds, expected in ((950, 0), (961, 1)):
        Seat.objects.filter(race=race, number=0).update(seen=after(race, seconds))
        presence.arrive(Seat.objects.get(race=race, number=0).pk, after(race, seconds))
        assert sweeper.sweep(after(race, seconds)) == expected
    assert stood_in(race) == [(1, "away")]


def test_a_restart_in_a_pause_leaves_the_host_the_grace_to_come_back() -> None:
    race = make_race(clock=600, grace=60, host="ada")
    changes.pause(race.pk, after(race, 10))
    presence.closing_time(after(race, 20))
    bo = Seat.objects.get(race=race, number=1)
    for seconds, host in ((3600, "ada"), (3650, "ada"), (3670, "bo")):
        presence.arrive(bo.pk, after(race, seconds))
        presence.here[bo.pk] = 1
        try:
            presence.renew(after(race, seconds + 1))
        finally:
            presence.here.clear()
        assert reread(race).host == host


def test_who_takes_the_wheel_back_has_a_fresh_clock() -> None:
    race = make_race(clock=60)
    changes.hand_over(race.pk, 1, "racer", after(race, 1))
    changes.hand_over(race.pk, 1, "", after(race, 59))
    left = seconds_left(reread(race), 1, clocks.milliseconds(after(race, 59)))
    assert left is not None
    assert left >= 59


def test_two_sweepers_at_once_stand_in_once() -> None:
    race = make_race(clock=30)
    late = after(race, 31)
    present(race, late)
    scenes.forget()

    def one(_: int) -> int:
        try:
            return sweeper.sweep(late)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(one, range(4))) == 2
    assert sorted(stood_in(race)) == [(0, "clock"), (1, "clock")]
    assert Entry.objects.filter(race=race).aggregate(last=Max("seq"))["last"] == reread(race).version


def test_moments_survive_milliseconds() -> None:
    now = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)
    assert clocks.moment(clocks.milliseconds(now)) == now


def test_who_is_still_away_after_a_night_has_the_whole_grace_to_come_back() -> None:
    race = make_race(clock=60, grace=60)
    presence.closing_time(after(race, 10))
    morning = 12 * 3600
    presence.arrive(Seat.objects.get(race=race, number=0).pk, after(race, morning))
    for seconds, expected in ((50, 0), (61, 2)):
        Seat.objects.filter(race=race, number=0).update(seen=after(race, morning + seconds))
        assert sweeper.sweep(after(race, morning + seconds)) == expected


def test_the_first_who_is_back_after_a_night_loses_no_time_though_nobody_stopped_the_clocks() -> None:
    race = make_race(clock=60)
    present(race, after(race, 20))
    seats = Seat.objects.filter(race=race).order_by("number")
    for seat in seats:
        presence.arrive(seat.pk, after(race, 7200))
    race = reread(race)
    assert race.running
    assert seconds_left(race, 0, clocks.milliseconds(after(race, 7200))) == pytest.approx(40, abs=0.5)
    assert sweeper.sweep(after(race, 7230)) == 0


def test_a_driver_whom_another_process_has_seen_since_has_not_gone() -> None:
    race = make_race()
    seat = Seat.objects.get(race=race, number=1)
    left = after(race, 10)
    presence.arrive(seat.pk, after(race, 11))
    presence.depart(seat.pk, after(race, 14), unseen_since=left)
    assert reread(race).absent == {}


@pytest.mark.parametrize("lost", ["the driver", "the race"])
def test_who_is_connected_is_there_whatever_another_process_thought(lost: str) -> None:
    race = make_race(clock=60)
    ada = Seat.objects.get(race=race, number=0)
    if lost == "the driver":
        presence.depart(ada.pk, after(race, 5))
    else:
        with changes.change(race.pk) as row:
            clocks.stand(row, clocks.milliseconds(after(race, 5)))
    presence.here[ada.pk] = 1
    try:
        presence.renew(after(race, 10))
    finally:
        presence.here.clear()
    race = reread(race)
    assert race.absent == {}
    assert race.running


def test_after_the_race_nobody_is_missed() -> None:
    race = make_race()
    live.submit(race.pk, End())
    before = Race.objects.values().get(pk=race.pk)
    presence.depart(Seat.objects.get(race=race, number=1).pk)
    presence.closing_time()
    assert Race.objects.values().get(pk=race.pk) == before


def test_one_broken_race_does_not_keep_the_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, healthy = make_race(clock=30), make_race(clock=31)
    late = after(healthy, 32)
    present(healthy, late)
    expire = sweeper.expire

    def breaking(race: int, now: datetime) -> int:
        if race == broken.pk:
            raise ValueError
        return expire(race, now)

    monkeypatch.setattr(sweeper, "expire", breaking)
    assert sweeper.sweep(late) == 2


def test_a_race_that_cannot_be_read_is_left_alone(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others go on, though it comes first, and the log has one line of it instead of one at each look."""
    monkeypatch.setattr(sweeper, "AT_ONCE", 1)
    damaged, healthy = make_race(clock=30), make_race(clock=30)
    late = after(healthy, 60)
    present(healthy, late)
    Race.objects.filter(pk=damaged.pk).update(state="{}", revision=1)
    assert [sweeper.sweep(late) for _ in range(3)] == [0, 2, 0]
    assert [damaged.code in record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == [True]
