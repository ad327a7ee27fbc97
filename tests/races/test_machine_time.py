"""The time of the machine is set, or it sleeps: drivers keep the time that they had left."""

import logging
from datetime import timedelta

import pytest

from races import changes, clocks, presence, scenes, sweeper, veil
from races.machine_time import Watch, follow, watched
from races.models import Entry, Race, Seat
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)

HOURS = 3 * 3600 * 1000


class Times:
    """The two clocks of a machine, in seconds."""

    def __init__(self) -> None:
        self.wall, self.passing = 1_700_000_000.0, 5.0

    def watch(self) -> Watch:
        return Watch(lambda: self.wall, lambda: self.passing)

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.passing += seconds


@pytest.mark.parametrize(("by", "told"), [(2.0, False), (-2.0, False), (4.0, True), (-7200.0, True), (7200.0, True)])
def test_a_jump_is_told_by_what_it_would_be_without_it(by: float, told: bool) -> None:
    times = Times()
    watch = times.watch()
    assert watch.jumped() == (1_700_000_000_000, 1_700_000_000_000), "at first it may have been set before"
    times.pass_by(60)
    assert watch.jumped() is None
    times.pass_by(10)
    before = times.wall
    times.wall += by
    assert watch.jumped() == ((int(1000 * before), int(1000 * times.wall)) if told else None)
    times.pass_by(10)
    assert watch.jumped() is None, "it is told once"


def test_small_steps_without_end_are_none() -> None:
    """A machine that keeps its time by the network is set a little again and again."""
    times = Times()
    watch = times.watch()
    watch.jumped()
    for _ in range(20):
        times.pass_by(0.3)
        times.wall += 0.5
        assert watch.jumped() is None


def running(*, veiled: bool = False) -> Race:
    """A race whose drivers are here, ten seconds after it began."""
    race = make_race(clock=60, grace=30, veiled=veiled)
    Seat.objects.filter(race=race).update(seen=race.started + timedelta(seconds=10))
    return Race.objects.get(pk=race.pk)


def ten_seconds_on(race: Race) -> int:
    return clocks.milliseconds(race.started) + 10_000


@pytest.mark.parametrize("by", [HOURS, -HOURS])
@pytest.mark.parametrize("processes", [1, 3])
def test_the_clocks_have_what_they_had(by: int, processes: int) -> None:
    race = running(veiled=True)
    before = ten_seconds_on(race)
    left = {seat: clock["due"] - before for seat, clock in race.clocks.items() if clock["due"] is not None}
    assert left
    for _ in range(processes):
        follow(before, before + by)
    row = Race.objects.get(pk=race.pk)
    now = before + by
    after = {seat: clock["due"] - now for seat, clock in row.clocks.items() if clock["due"] is not None}
    longest = {seat: clock["left"] or 0 for seat, clock in race.clocks.items()}
    for seat in left:
        # a second process that comes upon a clock which was moved forward gives it at most what it had in the beginning
        assert left[seat] <= after[seat] <= (longest[seat] if processes > 1 and by > 0 else left[seat])
    assert 0 <= row.veil["until"] - now <= 1000 * veil.SECONDS
    assert row.due is not None
    assert clocks.milliseconds(row.due) >= now


def test_what_lies_too_far_ahead_at_the_start_is_brought_near() -> None:
    """The machine was set back while no process ran."""
    race = running(veiled=True)
    now = ten_seconds_on(race) - HOURS
    follow(now, now)
    row = Race.objects.get(pk=race.pk)
    for clock in row.clocks.values():
        assert clock["due"] is not None
        assert clock["left"] is not None
        assert clock["due"] == now + clock["left"]
    assert row.veil["until"] == now + 1000 * veil.SECONDS
    assert row.due == clocks.moment(row.veil["until"])
    assert set(Seat.objects.filter(race=race).values_list("seen", flat=True)) == {clocks.moment(now)}


def test_a_start_in_good_time_changes_nothing() -> None:
    race = running(veiled=True)
    now = clocks.milliseconds(race.started) + 5_000
    follow(now, now)
    row = Race.objects.get(pk=race.pk)
    assert (row.revision, row.clocks, row.veil, row.due) == (race.revision, race.clocks, race.veil, race.due)


@pytest.mark.parametrize("by", [HOURS, -HOURS])
def test_no_stand_in_answers_because_of_it(by: int) -> None:
    race = running()
    before = ten_seconds_on(race)
    follow(before, before + by)
    moment = clocks.moment(before + by)
    presence.renew(moment)
    sweeper.sweep(moment)
    row = Race.objects.get(pk=race.pk)
    assert row.running
    assert not row.absent
    assert not Entry.objects.filter(race=race).exclude(command="").exists()
    assert sweeper.sweep(moment + timedelta(seconds=29)) == 0
    presence.here.update(Seat.objects.filter(race=race).values_list("pk", flat=True))
    presence.renew(moment + timedelta(seconds=49))
    presence.here.clear()
    assert sweeper.sweep(moment + timedelta(seconds=51)) == 2, "once the time that was left is over, they do"


@pytest.mark.parametrize("by", [HOURS, -HOURS])
def test_who_is_away_has_the_grace_that_was_left(by: int) -> None:
    race = running()
    before = ten_seconds_on(race)
    seat = Seat.objects.get(race=race, number=1)
    presence.depart(seat.pk, clocks.moment(before))
    follow(before + 5_000, before + 5_000 + by)
    row = Race.objects.get(pk=race.pk)
    assert row.absent == {1: before + by}
    assert clocks.over_at(row, 1) == before + by + 30_000


def test_a_driver_who_leaves_after_it_was_set_back_is_away(transactional_db: None) -> None:
    race = running()
    before = ten_seconds_on(race)
    follow(before, before - HOURS)
    seat = Seat.objects.get(race=race, number=1)
    presence.depart(
        seat.pk, clocks.moment(before - HOURS + 20_000), unseen_since=clocks.moment(before - HOURS + 15_000)
    )
    assert set(Race.objects.get(pk=race.pk).absent) == {1}


def test_it_is_looked_at_before_the_work_and_told_in_plain_words(caplog: pytest.LogCaptureFixture) -> None:
    times, done = Times(), list[str]()
    told = caplog.at_level(logging.WARNING, logger="races.machine_time")
    work = watched(lambda: done.append("swept"), times.watch())
    with told:
        work()
        assert not caplog.messages
        times.wall += 2 * 3600
        work()
    (said,) = caplog.messages
    assert said == (
        "The time of this machine was set forward by 2:00:00, or it slept. All drivers keep the time that they had left"
    )
    assert done == ["swept", "swept"]


def test_a_race_that_is_paused_stays_as_it_is() -> None:
    race = running()
    with changes.change(race.pk) as row:
        row.paused = True
        clocks.stand(row, ten_seconds_on(race))
    before = Race.objects.get(pk=race.pk)
    follow(ten_seconds_on(race), ten_seconds_on(race) + HOURS)
    after = Race.objects.get(pk=race.pk)
    assert (after.clocks, after.due, after.paused) == (before.clocks, before.due, True)
    assert scenes.scene_of(race.pk).race.paused
