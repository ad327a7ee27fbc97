"""How long things are kept: each setting by itself, and for ever without it."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from lobby.models import Visitor
from operating import retention
from operating.retention import Tidied
from races import changes, scenes
from races.heat.daily.edition import now_on
from races.models import Championship, Competitor, DailyTry, Entry, Race, Seat, Stop
from tests.lobby.factories import RoomFactory, VisitorFactory
from tests.races.factories import make_race, track_version
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


@pytest.fixture(autouse=True)
def _keep_all(settings: Settings) -> None:
    settings.KEEP = {"visitors": 0, "races": 0, "unfinished": 0}


def aged(race: Race, days: int, ended: bool = False) -> Race:
    then = NOW - timedelta(days=days)
    Race.objects.filter(pk=race.pk).update(touched=then, started=then, **({"ended": then} if ended else {}))
    return race


def visitor(name: str, days: int) -> None:
    VisitorFactory(id=name)
    Visitor.objects.filter(pk=name).update(made=NOW - timedelta(days=days))


def test_what_has_no_limit_stays() -> None:
    visitor("ada", 9999)
    aged(make_race(), 9999)
    aged(finished_race(), 9999, ended=True)
    assert retention.tidy(NOW) == Tidied()


@pytest.mark.parametrize("paused", [False, True])
def test_races_in_which_nothing_happens_are_ended_as_they_stand(settings: Settings, paused: bool) -> None:
    settings.KEEP["unfinished"] = 90
    idle, alive = make_race(), make_race()
    if paused:
        changes.pause(idle.pk)
    aged(idle, 91)
    aged(alive, 89)
    assert retention.tidy(NOW) == Tidied(ended=1)
    idle.refresh_from_db()
    alive.refresh_from_db()
    assert idle.ended is not None
    assert alive.ended is None
    assert retention.tidy(NOW) == Tidied()


def test_one_that_cannot_be_read_keeps_no_other_from_its_end(settings: Settings) -> None:
    settings.KEEP["unfinished"] = 90
    damaged, idle = aged(make_race(), 200), aged(make_race(), 100)
    Race.objects.filter(pk=damaged.pk).update(state="{}")
    scenes.forget()
    assert retention.tidy(NOW) == Tidied(ended=1)
    assert Race.objects.get(pk=idle.pk).ended is not None


def test_old_races_go_with_their_records(settings: Settings) -> None:
    settings.KEEP["races"] = 365
    old, newer, going_on = finished_race(), finished_race(), make_race()
    aged(old, 366, ended=True)
    aged(newer, 364, ended=True)
    aged(going_on, 9999)
    assert retention.tidy(NOW) == Tidied(deleted=1)
    assert set(Race.objects.values_list("pk", flat=True)) == {newer.pk, going_on.pk}
    assert not Entry.objects.filter(race=old.pk).exists()


def championship(*races: Race | None, days: int) -> Championship:
    one = Championship.objects.create(code=f"C{Championship.objects.count()}", content="", setup="", seed="", rules="")
    Championship.objects.filter(pk=one.pk).update(started=NOW - timedelta(days=days))
    for number, race in enumerate(races):
        Stop.objects.create(championship=one, number=number, track=track_version(), race=race)
    return one


def test_a_drive_of_a_week_stays_as_long_as_nobody_else_may_see_it(settings: Settings) -> None:
    """Without it its driver could begin a second first try."""
    settings.KEEP["races"] = 1
    week, day = now_on(NOW)[1], now_on(NOW - timedelta(days=2))[0]
    for of in (week, day):
        DailyTry.objects.create(key=of.key, visitor="ada", race=aged(finished_race(), 2, ended=True))
    assert retention.tidy(NOW) == Tidied(deleted=1)
    assert DailyTry.objects.get().key == week.key


def test_a_championship_goes_as_a_whole(settings: Settings) -> None:
    settings.KEEP["races"] = 365
    first, last = aged(finished_race(), 500, ended=True), aged(finished_race(), 100, ended=True)
    kept = championship(first, last, None, days=500)
    over = [aged(finished_race(), 500, ended=True), aged(finished_race(), 400, ended=True)]
    championship(*over, None, days=500)
    assert retention.tidy(NOW) == Tidied(deleted=2)
    assert list(Championship.objects.all()) == [kept]
    assert set(Race.objects.all()) == {first, last}


def test_visitors_are_forgotten_long_after_their_last_race(settings: Settings) -> None:
    settings.KEEP["visitors"] = 730
    for name, days in (("ada", 2000), ("bo", 2000), ("cy", 2000), ("dee", 10), ("eve", 800)):
        visitor(name, days)
    aged(make_race("ada", "bo"), 731, ended=True)
    aged(make_race("bo", "zed"), 700, ended=True)
    RoomFactory(host="cy")
    assert retention.tidy(NOW) == Tidied(forgotten=2)
    assert set(Visitor.objects.values_list("pk", flat=True)) == {"bo", "cy", "dee"}
    assert not Seat.objects.filter(visitor="ada").exists()
    assert Seat.objects.filter(visitor="bo").count() == 2


def test_nobody_is_forgotten_in_a_race_that_is_not_over(settings: Settings) -> None:
    settings.KEEP["visitors"] = 730
    visitor("ada", 2000)
    aged(make_race(), 2000)
    assert retention.tidy(NOW) == Tidied()
    settings.KEEP["unfinished"] = 90
    assert retention.tidy(NOW) == Tidied(ended=1)  # its end is news of today


def test_who_cannot_be_forgotten_keeps_nobody_else(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    settings.KEEP["visitors"] = 730
    for name in ("ada", "bo", "zoe"):
        visitor(name, 2000)
    aged(make_race("ada", "bo"), 2000)
    assert retention.tidy(NOW) == Tidied(forgotten=1)
    assert set(Visitor.objects.values_list("pk", flat=True)) == {"ada", "bo"}


def test_the_command_does_all_of_it_and_says_what(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    settings.KEEP["visitors"] = 730
    for name in ("ada", "bo", "cy", "dee", "eve"):
        visitor(name, 2000)
    call_command("tidy_up")
    assert "5 visitors forgotten" in capsys.readouterr().out


def test_a_forgotten_seat_of_a_championship_stays_anonymous(settings: Settings) -> None:
    settings.KEEP["visitors"] = 730
    visitor("ada", 2000)
    one = championship(days=10)
    Competitor.objects.create(championship=one, seat=0, name="Ada", colour="red", car_number=8, visitor="ada")
    retention.tidy(NOW)
    assert Competitor.objects.get().visitor == ""
