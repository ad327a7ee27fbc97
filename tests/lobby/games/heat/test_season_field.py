"""A championship as a setting like any other: of a room, of a race alone, and as a ready-made race."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.heat import all_tracks
from engine.heat.season import all_seasons
from engine.kernel.commands import End
from lobby import rooms
from lobby.games.heat import evenings, lengths
from lobby.models import Room
from races import live
from races.heat.championships import running
from races.models import Championship, Race
from tests.lobby.factories import RoomFactory, browser, field, offered_track
from tests.races.factories import deck_version
from tests.races.heat.championships.kit import begun, cast, terms

pytestmark = pytest.mark.django_db

OPEN = {"track": "usa", "laps": "0", "rules": "standard", "least": "1", "most": "6", "clock": "60", "grace": "60"}
OPEN |= {"watching": "anybody", "name": "Ada"}


@pytest.fixture(autouse=True)
def circuits() -> None:
    for slug in ("usa", "italia", "gb"):
        offered_track(slug)
    deck_version()
    running.forget()


@pytest.fixture
def ada() -> Client:
    return browser("ada")


def settings(ada: Client, room: Room, **fields: str) -> Any:
    posted = {**OPEN, **fields}
    return ada.post(reverse("lobby:settings", args=[room.code]), posted, headers={"hx-request": "true"})


def season_of(page: Any) -> str:
    return str(page.context["form"]["season"].value() or "")


@pytest.mark.parametrize("address", ["/open/", "/alone/"])
def test_season_1961_is_a_ready_made_race(ada: Client, address: str) -> None:
    assert 'id="evening-season" formnovalidate>' in ada.get(address).content.decode()
    page = ada.post(address, {"name": "Ada", "track": "usa", "evening": "season"})
    assert 'id="evening-season" formnovalidate aria-current="true"' in page.content.decode()
    assert season_of(page) == "1961"
    assert page.context["form"]["garage"].value() == "rounds"
    back = ada.post(address, {"name": "Ada", "track": "usa", "evening": "club"})
    assert season_of(back) == ""


@pytest.mark.parametrize("address", ["/open/", "/alone/"])
def test_only_seasons_that_can_be_raced_here_are_offered(ada: Client, address: str) -> None:
    page = ada.get(address)
    assert [value for value, _name in page.context["form"].fields["season"].choices] == ["", "1961", "random"]
    assert "Season 1961: Great Britain, USA and Italia" in page.content.decode()
    for slug in ("usa", "italia"):
        track = offered_track(slug)
        track.current = None
        track.save()
    page = ada.get(address)
    assert [value for value, _name in page.context["form"].fields["season"].choices] == [""]
    assert "evening-season" not in page.content.decode()


def test_a_room_is_opened_for_a_season(ada: Client) -> None:
    answer = ada.post("/open/", {**OPEN, "season": "1961"})
    room = Room.objects.get()
    assert answer["Location"] == room.get_absolute_url()
    assert room.calendar["kind"] == "1961"
    page = ada.get(room.get_absolute_url()).content.decode()
    assert "Race 1 of 3" in page
    summary = page.split('id="summary"')[1].split("</summary>")[0]
    assert "Championship" in summary, "it has no garage, so it is not the ready-made one"
    told = re.search(r"about (\d+) min", summary)
    assert told
    assert 40 < int(told[1]) < 70
    assert '<option value="1961" selected>' in page


def test_a_season_is_raced_alone(ada: Client) -> None:
    answer = ada.post("/alone/", {"name": "Ada", "season": "1961", "bots": "2", "legends": "1"})
    race = Race.objects.get()
    assert answer["Location"] == race.get_absolute_url()
    row = Championship.objects.get()
    assert row.competitors.count() == 4
    assert [stop.track.track.slug for stop in row.stops.all()] == ["gb", "usa", "italia"]


def test_what_cannot_be_raced_is_said_at_the_field(ada: Client) -> None:
    """An event takes a lap from the race in Italia."""
    for address in ("/open/", "/alone/"):
        answer = ada.post(address, {**OPEN, "laps": "1", "season": "1961"})
        assert answer.status_code == 422
        assert "without a lap" in field(answer, "id_season")
    assert not Room.objects.exists()


def test_a_room_is_set_to_a_season_and_back(ada: Client) -> None:
    room = RoomFactory(guests=("bo",))
    rooms.set_ready(room.code, "bo", True)
    assert settings(ada, room, season="1961").status_code == 204
    chosen = Room.objects.get().calendar
    assert chosen["kind"] == "1961"
    assert "<li>championship</li>" in browser("bo").get(room.get_absolute_url()).content.decode().lower()
    settings(ada, room, season="1961", clock="30")
    assert Room.objects.get().calendar == chosen, "what was drawn stays"
    settings(ada, room, season="random")
    assert Room.objects.get().calendar["kind"] == "random"
    settings(ada, room, season="")
    assert Room.objects.get().calendar == {}


def test_an_own_list_is_kept_by_the_form(ada: Client) -> None:
    room = RoomFactory()
    own = {"kind": "own", "track_1": "usa", "laps_1": "2", "track_2": "italia", "laps_2": "0"}
    ada.post(f"/lobby/{room.code}/championship/", own)
    before = Room.objects.get().calendar
    page = ada.get(room.get_absolute_url()).content.decode()
    assert '<option value="own" selected>Your own list</option>' in page
    assert "Change your own list" in page
    settings(ada, room, season="own", clock="30")
    assert Room.objects.get().calendar == before


def test_settings_under_which_a_season_cannot_be_raced_are_refused(ada: Client) -> None:
    room = RoomFactory()
    settings(ada, room, season="1961")
    answer = settings(ada, room, season="1961", laps="1")
    assert "without a lap" in answer.content.decode()
    assert Room.objects.get().laps == 0


def test_a_new_season_after_the_last_race(ada: Client) -> None:
    room = RoomFactory()
    settings(ada, room, season="1961")
    Room.objects.update(championship=over())
    settings(ada, room, season="1961")
    assert Room.objects.get().championship is not None, "the same one is over"
    settings(ada, room, season="random")
    assert Room.objects.get().championship is None


def over() -> Championship:
    row = begun(cast("ada"))
    while running.goes_on(row):
        live.submit(running.go_on(row, cast("ada"), terms()).pk, End())
    return row


@pytest.mark.parametrize(("rules", "draft"), [("standard", "rounds"), ("rulebook", "one")])
def test_minutes_of_a_season_are_those_of_its_races_and_drafts(rules: str, draft: str) -> None:
    """Italia is raced with a lap less, for its event takes one."""
    table, tracks = lengths.measured(), all_tracks()
    raced = {name: (tracks[name].laps - (name == "italia")) * tracks[name].length for name in ("gb", "usa", "italia")}
    pace = table.pace[rules][3] * table.evenings[rules]["season"]
    minutes = sum(raced.values()) / 100 * pace + 3 * table.drafts[draft][3]
    season = evenings.named("season")
    assert season is not None
    found = lengths.of_season(all_seasons()[1961], tracks, rules, 4, season.extras)
    assert found.minutes(0) == round(minutes)
    shown = browser("ada").get("/open/").context["evenings"]
    told = {one.of.id: one.length for one in shown}["season"]
    assert json.loads(told.data)[rules] == [0, round(found.before, 2)]
