"""How long things are kept: each setting by itself, and for ever without it."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.core.management import call_command
from django.db.models import CASCADE
from django.utils import timezone
from pytest_django.fixtures import Settings

from lobby import devices
from lobby.models import Device, MailAddress, Mute, PushAddress, Report, Visitor
from operating import retention
from operating.retention import Tidied
from races import changes, contents, scenes
from races.heat.daily.edition import now_on
from races.models import (
    Championship,
    Competitor,
    Content,
    DailyTry,
    Entry,
    Position,
    Race,
    Review,
    Seat,
    Stop,
)
from tests.lobby.factories import RoomFactory, VisitorFactory
from tests.races.factories import make_race, track_version
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


@pytest.fixture(autouse=True)
def _keep_all(settings: Settings) -> None:
    settings.KEEP = dict.fromkeys(settings.KEEP, 0)


def aged(race: Race, days: int, ended: bool = False) -> Race:
    then = NOW - timedelta(days=days)
    Race.objects.filter(pk=race.pk).update(touched=then, started=then, **({"ended": then} if ended else {}))
    return race


def visitor(name: str, days: int) -> None:
    VisitorFactory(id=name)
    Visitor.objects.filter(pk=name).update(made=NOW - timedelta(days=days))


def review(race: Race, days: int, seat: int = 0) -> Review:
    one = Review.objects.create(race=race, seat=seat, data="{}")
    Review.objects.filter(pk=one.pk).update(asked=NOW - timedelta(days=days))
    return one


def content(digest: str, days: int) -> None:
    Content.objects.create(digest=digest, data="{}", named=NOW - timedelta(days=days))


def goes_on_from(origin: Race | None, race: Race, step: int | None = 3) -> Race:
    Position.objects.create(race=race, state=race.state, origin=origin, step=step, seat=None if step is None else 0)
    return race


def opened_race(days: int) -> Race:
    race = aged(finished_race(), days, ended=True)
    Race.objects.filter(pk=race.pk).update(opened=True)
    return race


def test_what_has_no_limit_stays() -> None:
    visitor("ada", 9999)
    aged(make_race(), 9999)
    race = aged(finished_race(), 9999, ended=True)
    review(race, 9999)
    content("nobody's", 9999)
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
    monkeypatch.setattr(retention, "FEW", 1)
    settings.KEEP["visitors"] = 730
    for name in ("ada", "bo", "zoe"):
        visitor(name, 2000)
    aged(make_race("ada", "bo"), 2000)
    assert retention.tidy(NOW) == Tidied(forgotten=1)
    assert set(Visitor.objects.values_list("pk", flat=True)) == {"ada", "bo"}


def test_races_that_a_championship_counts_keep_no_other_race(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    settings.KEEP["races"] = 365
    championship(aged(finished_race(), 900, ended=True), aged(finished_race(), 100, ended=True), days=900)
    aged(finished_race(), 500, ended=True)
    assert retention.tidy(NOW) == Tidied(deleted=1)
    assert retention.tidy(NOW) == Tidied()


def test_visitors_who_never_gave_a_name_are_forgotten_too(settings: Settings) -> None:
    settings.KEEP["visitors"] = 730
    aged(make_race("ada", "bo"), 731, ended=True)
    aged(make_race("bo"), 700, ended=True)
    aged(make_race("cy"), 731)
    assert retention.tidy(NOW) == Tidied(forgotten=1)
    assert set(Seat.objects.values_list("visitor", flat=True)) == {"", "bo", "cy"}


def test_opened_records_go_after_a_day(settings: Settings) -> None:
    settings.KEEP["opened"] = 1
    opened_race(2)
    kept = {opened_race(0).pk, aged(finished_race(), 2, ended=True).pk}
    assert retention.tidy(NOW) == Tidied(opened=1)
    assert set(Race.objects.values_list("pk", flat=True)) == kept


def test_practice_goes_with_what_it_went_on_from(settings: Settings) -> None:
    settings.KEEP["driven_on"] = 30
    record, race = opened_race(1), finished_race()
    aged(goes_on_from(record, finished_race()), 31, ended=True)
    aged(goes_on_from(None, finished_race()), 31, ended=True)
    kept = [aged(goes_on_from(record, finished_race()), 29, ended=True)]
    kept += [aged(goes_on_from(race, finished_race()), 31, ended=True)]
    kept += [aged(goes_on_from(None, opened_race(31), step=None), 31, ended=True)]  # goes by its own age
    idle, driven = aged(goes_on_from(record, make_race()), 31), aged(goes_on_from(record, make_race()), 29)
    assert retention.tidy(NOW) == Tidied(ended=1, driven_on=2)
    assert set(Race.objects.all()) == {record, race, *kept, idle, driven}
    assert set(Race.objects.filter(ended=None)) == {driven}
    assert Position.objects.count() == 5


def test_reviews_go_by_their_age(settings: Settings) -> None:
    settings.KEEP["reviews"] = 90
    race = finished_race()
    review(race, 91)
    kept = review(race, 89, seat=1)
    assert retention.tidy(NOW) == Tidied(reviews=1)
    assert Review.objects.get() == kept


def test_contents_go_when_no_race_is_driven_on_them(settings: Settings) -> None:
    settings.KEEP["contents"] = 1
    race = make_race()
    Content.objects.update(named=NOW - timedelta(days=500))
    content("nobody's", 2)
    content("named an hour ago", 0)
    assert retention.tidy(NOW) == Tidied(contents=1)
    assert set(Content.objects.values_list("pk", flat=True)) == {race.content_id, "named an hour ago"}
    Race.objects.all().delete()
    assert retention.tidy(NOW) == Tidied(contents=1)


def test_a_content_that_is_named_again_is_left_alone(settings: Settings) -> None:
    settings.KEEP["contents"] = 1
    content("old", 2)
    content("older", 2)
    contents.store("old", "heat", "not written")
    assert retention.tidy(NOW) == Tidied(contents=1)
    assert Content.objects.get().data == "{}"
    contents.store("older", "heat", "written anew")
    assert Content.objects.get(pk="older").data == "written anew"


def test_many_of_a_kind_go_in_several_steps(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    settings.KEEP["contents"] = 1
    for number in range(5):
        content(f"{number}", 2)
    assert list(retention.steps(NOW)) == [Tidied(contents=2), Tidied(contents=2), Tidied(contents=1)]


async def test_a_process_tidies_up_until_nothing_is_left(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    settings.KEEP["contents"] = 1
    for number in range(5):
        await sync_to_async(content)(f"{number}", 2)
    with caplog.at_level("INFO"):
        await retention.tidy_up()
        await retention.tidy_up()
    assert not await Content.objects.aexists()
    (line,) = [record.getMessage() for record in caplog.records if record.name == retention.__name__]
    assert "5 contents deleted that no race names" in line


def test_rows_of_a_visitor_who_is_nobody_are_deleted() -> None:
    visitor("bo", 9)
    make_race("cy")
    for who in ("ada", "bo", "cy"):
        Device.objects.create(visitor=who)
        Mute.objects.create(visitor=who, other="x", name="X")
        PushAddress.objects.create(visitor=who, endpoint=who)
        MailAddress.objects.create(visitor=who, address="a@mail.example")
        Report.objects.create(visitor=who, name="X", by="x", room="")
    assert retention.tidy() == Tidied(), "a request may be about to make somebody of them"
    assert retention.tidy(timezone.now() + 2 * retention.STRAYS) == Tidied(strays=5)
    for model in (Device, Mute, PushAddress, MailAddress, Report):
        assert set(model._default_manager.values_list("visitor", flat=True)) == {"bo", "cy"}


def test_a_device_that_was_signed_out_is_listed_until_no_cookie_can_name_it() -> None:
    visitor("ada", 9999)
    Device.objects.create(visitor="ada", key="here")
    for key, days in (("lately", 399), ("long ago", 401)):
        Device.objects.create(visitor="ada", key=key, out=timezone.now() - timedelta(days=days))
    assert timedelta(days=400) == devices.COOKIE_LIFETIME
    assert retention.tidy() == Tidied(strays=1)
    assert set(Device.objects.values_list("key", flat=True)) == {"here", "lately"}


def test_what_says_that_a_cookie_is_nobodys_is_no_stray() -> None:
    for days in (1, 2, 399):
        Device.objects.create(visitor="nobody", key=f"{days}", out=NOW, made=NOW - timedelta(days=days))
    assert retention.tidy(NOW + timedelta(days=399)) == Tidied()
    assert Device.objects.count() == 3


def table_of_the_guide() -> dict[str, str]:
    """When the rows of a table go, by its model: the table of the operator's guide."""
    guide = (Path(__file__).parents[2] / "docs" / "OPERATING.md").read_text()
    rows = re.findall(r"^\| ((?:`[a-z]+\.[A-Z]\w+`(?:, )?)+) \| (.+) \|$", guide, re.MULTILINE)
    return {name: reason for names, reason in rows for name in re.findall(r"`([\w.]+)`", names)}


def test_the_guide_says_of_every_table_when_its_rows_go(settings: Settings) -> None:
    told = table_of_the_guide()
    stored = {model._meta.label for model in apps.get_models()}
    assert stored - told.keys() == set(), "say in docs/OPERATING.md when these rows go, and see that they do"
    assert told.keys() - stored == set()
    assert all(len(reason.split()) >= 3 for reason in told.values())
    named = {name for reason in told.values() for name in re.findall(r"HEATSITE_KEEP_([A-Z_]+)", reason)}
    assert named == {name.upper() for name in settings.KEEP}


def test_what_the_guide_says_goes_with_its_race_does() -> None:
    told = table_of_the_guide()
    for model in apps.get_models():
        if told[model._meta.label].startswith("with their race"):
            owners = [field.remote_field for field in model._meta.fields if field.related_model in (Race, Seat)]
            assert any(owner is not None and owner.on_delete is CASCADE for owner in owners), model


def test_the_command_does_all_of_it_and_says_what(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "FEW", 2)
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


def test_a_kind_that_fails_keeps_no_other_from_being_tidied(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> int:
        raise ValueError("a row that cannot go")

    works = [("ended", fails), ("reviews", iter([2, 0]).__next__)]
    monkeypatch.setattr(retention, "_work", lambda now: iter(works))
    assert retention.tidy().reviews == 2
    assert "Tidying up stopped at races ended as they stood" in caplog.text


def test_races_that_cannot_be_ended_keep_none_behind_them(monkeypatch: pytest.MonkeyPatch) -> None:
    races = [make_race() for _ in range(retention.FEW + 2)]
    stuck = {race.pk for race in races[: retention.FEW]}
    monkeypatch.setattr(retention, "_is_ended", lambda race: race not in stuck)
    assert retention._end(Race.objects.all()) == 2
