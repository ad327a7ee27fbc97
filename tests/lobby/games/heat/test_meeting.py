"""When the drivers of a championship meet for the next race: the host says it, and it is read wherever they look."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.kernel.commands import End
from lobby import starting
from lobby.games.heat.meeting import FARTHEST, read
from lobby.models import Room
from lobby.refused import Refused
from races import live
from races.heat.championships import running
from races.models import Championship
from tests.lobby.factories import RoomFactory, browser, offered_track, sentences

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)


@pytest.fixture
def on() -> Room:
    """Ada's and Bo's room between the first and the second race of a championship."""
    for slug in ("usa", "italia", "gb", "france"):
        offered_track(slug)
    running.forget()
    room: Room = RoomFactory(guests=("bo",), laps=1)
    browser("ada").post(f"/lobby/{room.code}/championship/", {"kind": "1962", "races": "3"})
    live.submit(starting.start(room.code, "ada").pk, End())
    return room


def agree(room: Room, visitor: str = "ada", **fields: str) -> Any:
    return browser(visitor).post(f"/lobby/{room.code}/meeting/", fields)


def in_days(days: int) -> datetime:
    return (timezone.now() + timedelta(days=days)).replace(second=0, microsecond=0)


def test_the_host_agrees_on_a_time_that_everybody_reads(on: Room) -> None:
    moment = in_days(3)
    assert "Agree on a time" in browser("ada").get(on.get_absolute_url()).content.decode()
    assert agree(on, moment=moment.isoformat()).headers["Location"] == on.get_absolute_url()
    row = Championship.objects.get()
    assert row.meeting == moment
    element = f'<time datetime="{moment.isoformat()}" data-moment>'
    for path in (on.get_absolute_url(), row.get_absolute_url()):
        assert element in browser("bo").get(path).content.decode()
    on.members.filter(visitor="bo").delete()
    assert element in browser("bo").get("/").content.decode()
    assert "js/moments.js" in browser("bo").get("/").content.decode()


def test_an_open_page_of_the_championship_hears_of_another_time(on: Room) -> None:
    row = Championship.objects.get()
    known = browser("bo").get(row.get_absolute_url()).context["stage"]
    news = f"/championships/{row.code}/news/?known={known}"
    assert browser("bo").get(news).status_code == 204
    agree(on, moment=in_days(1).isoformat())
    assert browser("bo").get(news).headers["HX-Refresh"] == "true"


def test_without_a_script_what_is_typed_is_utc(on: Room) -> None:
    moment = in_days(2)
    agree(on, typed=moment.strftime("%Y-%m-%dT%H:%M"), moment="")
    assert Championship.objects.get().meeting == moment


def test_an_empty_time_takes_it_back_and_the_next_race_does(on: Room) -> None:
    agree(on, moment=in_days(1).isoformat())
    agree(on, moment="", typed="")
    assert Championship.objects.get().meeting is None
    agree(on, moment=in_days(1).isoformat())
    starting.start(on.code, "ada")
    assert Championship.objects.get().meeting is None


@pytest.mark.parametrize(
    "text", ["soon", "2026-02-31T10:00", "1999-01-01T10:00Z", "9999-12-31T23:59-14:00", "\0", "x" * 999]
)
def test_what_nobody_can_keep_is_told_at_its_field(on: Room, text: str) -> None:
    response = agree(on, moment=text)
    assert response.status_code == 422
    assert "could not read that date" in response.content.decode()
    assert 'aria-invalid="true"' in response.content.decode()
    assert Championship.objects.get().meeting is None


def test_only_the_host_agrees_and_only_in_a_championship(on: Room) -> None:
    assert agree(on, "bo", moment=in_days(1).isoformat()).status_code in {302, 403}
    assert browser("bo").get(f"/lobby/{on.code}/meeting/").status_code == 403
    plain: Room = RoomFactory(host="cy")
    assert "No championship goes on" in sentences(agree(plain, "cy", moment=in_days(1).isoformat()))
    assert Championship.objects.get().meeting is None


def test_moments_are_whole_minutes_of_the_next_year() -> None:
    assert read("2026-05-05T18:00:59.5+02:00", NOW) == datetime(2026, 5, 5, 16, 0, tzinfo=UTC)
    assert read("  ", NOW) is None
    assert read((NOW + FARTHEST).isoformat(), NOW) == NOW + FARTHEST
    for late in (NOW + FARTHEST + timedelta(minutes=1), NOW - timedelta(hours=1, minutes=1)):
        with pytest.raises(Refused, match="no_time"):
            read(late.isoformat(), NOW)
