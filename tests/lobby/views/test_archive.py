"""Searching finished races, and opening a record on a page."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from lobby.cleaning import clean_rooms
from races import opened
from races.models import Race
from races.views.after import exported
from tests.lobby.factories import browser
from tests.races.factories import make_race
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db


def listed(**changes: object) -> Race:
    race = finished_race()
    Race.objects.filter(pk=race.pk).update(**{"listed": True, "watching": "anybody", **changes})
    return race


def search(typed: str = "", **query: str) -> str:
    return browser("zoe").get("/finished/", {"q": typed, **query}).content.decode()


def test_public_races_that_are_over_are_found_by_track_player_and_code() -> None:
    race = listed()
    name = race.track.name if race.track else ""
    for typed in ("", name, name.lower(), "marta", race.code, f"{name} bo"):
        assert race.code in search(typed), typed
    for typed in ("Nowhere", f"{name} nobody-of-this-name", "%"):
        assert race.code not in search(typed), typed
    assert race.code in search(game="heat")
    assert race.code not in search(game="lastcard")
    assert race.code in search(game="nonsense")


@pytest.mark.parametrize("changes", [{"listed": False}, {"watching": "nobody"}, {"ended": None}, {"opened": True}])
def test_others_are_not(changes: dict[str, object]) -> None:
    race = listed(**changes)
    assert race.code not in search()


def test_an_endless_or_strange_search_is_answered() -> None:
    assert "No finished race" in search("x " * 500)
    assert browser("zoe").get("/finished/?page=99999999&q=%00").status_code == 200


def test_a_line_tells_rules_laps_winner_and_the_others() -> None:
    race = listed()
    html = search()
    assert "Online rules · " in html
    winner = race.seats.filter(place=1).order_by("number").first()
    assert winner is not None
    assert f"Won by {winner.name}" in html


def sent(data: bytes, visitor: str = "zoe") -> "tuple[int, str, str]":
    client = browser(visitor)
    answer = client.post("/records/", {"record": SimpleUploadedFile("race.json", data)})
    shown = client.get("/mine/").content.decode()
    return answer.status_code, answer.get("Location", ""), shown


def test_a_record_leads_to_its_replay() -> None:
    race = finished_race()
    status, location, _shown = sent(exported(race, tuple(race.seats.order_by("number"))))
    assert status == 302
    again = Race.objects.get(opened=True)
    assert location == f"/races/{again.code}/replay/"
    assert browser("zoe").get(location).status_code == 200


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"what", "no record that can be played again"), (b" " * (opened.LARGEST + 1), "too large")],
)
def test_what_is_none_is_told_so(data: bytes, sentence: str) -> None:
    client = browser("zoe")
    answer = client.post("/records/", {"record": SimpleUploadedFile("race.json", data)})
    assert answer.status_code == 302
    assert sentence in client.get(answer["Location"]).content.decode()
    assert not Race.objects.filter(opened=True).exists()


def test_no_file_is_told_so() -> None:
    client = browser("zoe")
    answer = client.post("/records/")
    assert "No file was chosen" in client.get(answer["Location"]).content.decode()


def test_it_is_gone_after_a_day() -> None:
    race = finished_race()
    again = opened.open_record(exported(race, tuple(race.seats.order_by("number"))), "zoe")
    clean_rooms(timezone.now() + timedelta(hours=23))
    assert Race.objects.filter(pk=again.pk).exists()
    clean_rooms(timezone.now() + timedelta(hours=25))
    assert not Race.objects.filter(pk=again.pk).exists()
    assert Race.objects.filter(pk=race.pk).exists()


def test_my_best_tells_the_pace_of_races_that_were_finished() -> None:
    race = finished_race()
    html = browser("ada").get("/mine/").content.decode()
    assert "Rounds a lap" in html
    other = make_race()
    Race.objects.filter(pk=other.pk).update(ended=timezone.now())
    other.seats.filter(number=0).update(place=1)
    assert browser("ada").get("/mine/").status_code == 200
    assert race.code in html
