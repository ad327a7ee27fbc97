"""Searching finished races, and opening a record on a page."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DataError
from django.utils import timezone
from pytest_django.fixtures import Settings

from engine.kernel.bounds import RECORD_BYTES
from lobby import forgetting
from lobby.cleaning import clean_rooms
from lobby.models import Attempt
from operating import retention
from races import opened, openings, turns
from races.models import Opening, Race
from races.views.after import exported
from tests.lobby.factories import browser
from tests.races.factories import make_race
from tests.races.heat.results.kit import finished_race
from tests.races.opening import open_record, read_what_waits

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


def sent(data: bytes, visitor: str = "zoe") -> str:
    """Send a file; the address at which its visitor waits."""
    answer = browser(visitor).post("/records/", {"record": SimpleUploadedFile("race.json", data)})
    assert answer.status_code == 302
    return str(answer["Location"])


def record() -> bytes:
    race = finished_race()
    return exported(race, tuple(race.seats.order_by("number")))


def test_a_record_leads_to_its_replay() -> None:
    there, zoe = sent(record()), browser("zoe")
    assert "It is next." in zoe.get(there).content.decode()
    asked_again = zoe.get(there, headers={"HX-Request": "true"})
    assert "<html" not in asked_again.content.decode()
    read_what_waits()
    assert zoe.get(there, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    again = Race.objects.get(opened=True)
    assert zoe.get(there)["Location"] == f"/races/{again.code}/replay/"
    assert zoe.get(f"/races/{again.code}/replay/").status_code == 200
    assert not bytes(Opening.objects.get().data)


def test_nobody_else_sees_how_far_a_file_is() -> None:
    there = sent(record())
    assert browser("yves").get(there).status_code == 404
    read_what_waits()
    assert browser("yves").get(there).status_code == 404


def test_what_is_no_record_is_told_so_and_may_be_sent_anew() -> None:
    there = sent(b"what")
    read_what_waits()
    page = browser("zoe").get(there).content.decode()
    assert "no record that can be played again" in page
    assert 'name="record"' in page
    assert not Race.objects.filter(opened=True).exists()


def test_what_is_too_large_is_not_even_kept() -> None:
    client = browser("zoe")
    large = SimpleUploadedFile("race.json", b" " * (RECORD_BYTES.most + 1))
    answer = client.post("/records/", {"record": large})
    assert "too large" in client.get(answer["Location"]).content.decode()
    assert not Opening.objects.exists()


def test_refused_files_count_like_others(settings: Settings) -> None:
    settings.PUBLIC = True
    for _ in range(2):
        sent(b"what")
        read_what_waits()
    assert Attempt.objects.filter(kind=Attempt.Kind.OPENING, visitor="zoe").count() == 2


def test_one_visitor_has_a_few_files_in_the_queue_and_others_come_between() -> None:
    for _ in range(openings.MOST_WAITING_OF_ONE):
        sent(b"what")
    client = browser("zoe")
    answer = client.post("/records/", {"record": SimpleUploadedFile("race.json", b"what")})
    assert "Many records are waiting" in client.get(answer["Location"]).content.decode()
    assert Opening.objects.count() == openings.MOST_WAITING_OF_ONE
    Opening.objects.update(address="there")
    last = openings.ask(b"what", "yves", "elsewhere")
    claimed = [openings.claim(), openings.claim()]
    assert claimed[1] == last


def test_nothing_is_stored_for_a_visitor_who_was_forgotten_meanwhile() -> None:
    sent(record())
    opening = openings.claim()
    assert opening is not None
    forgetting.forget("zoe")
    openings.finish(opening, opened.read_in_time(bytes(opening.data)))
    assert not Race.objects.filter(opened=True).exists()


def test_a_file_that_two_processes_read_becomes_one_race() -> None:
    sent(record())
    slow = openings.claim()
    quick = openings.claim(timezone.now() + turns.LEASE + timedelta(seconds=1))
    assert slow is not None
    assert quick is not None
    for opening in (quick, slow):
        openings.finish(opening, opened.read_in_time(bytes(opening.data)))
    assert Race.objects.filter(opened=True).count() == 1


def test_a_few_addresses_do_not_fill_the_queue_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "MOST_WAITING", 2)
    for number in range(2):
        openings.ask(b"what", f"eve {number}", "there")
    with pytest.raises(openings.TooMany):
        openings.ask(b"what", "eve", "there")
    openings.ask(b"what", "zoe", "elsewhere")


def test_what_no_column_takes_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    sent(record())
    opening = openings.claim()
    assert opening is not None
    monkeypatch.setattr(openings, "store", _refuses)
    openings.finish(opening, opened.read_in_time(bytes(opening.data)))
    assert Opening.objects.get().failed == "broken"


def _refuses(found: opened.Opened, visitor: str) -> Race:
    raise DataError("value too long for type character varying(32)")


def test_files_are_forgotten() -> None:
    sent(record())
    read_what_waits()
    sent(b"what")
    clean_rooms(timezone.now() + timedelta(minutes=50))
    assert Opening.objects.count() == 2
    clean_rooms(timezone.now() + timedelta(minutes=70))
    assert Opening.objects.get().race is not None
    retention.tidy(timezone.now() + timedelta(hours=25))
    assert not Opening.objects.exists()


def test_no_file_is_told_so() -> None:
    client = browser("zoe")
    answer = client.post("/records/")
    assert "No file was chosen" in client.get(answer["Location"]).content.decode()


def test_it_is_gone_after_a_day() -> None:
    race = finished_race()
    again = open_record(exported(race, tuple(race.seats.order_by("number"))), "zoe")
    retention.tidy(timezone.now() + timedelta(hours=23))
    assert Race.objects.filter(pk=again.pk).exists()
    retention.tidy(timezone.now() + timedelta(hours=25))
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
