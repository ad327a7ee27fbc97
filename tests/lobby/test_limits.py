"""Limits on rooms, races and wrong codes within an hour or a day."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as settings_of_django
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from lobby import limits, links, rooms
from lobby.cleaning import clean_rooms
from lobby.models import Attempt, Room, Visitor
from lobby.refused import Refused
from races import codes
from races.models import Race
from tests.heatsite import junk
from tests.lobby.factories import VisitorFactory, browser, offered_track, sentences
from tests.lobby.views.test_open_room import ASKED
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db

CLUB = "198.51.100.7"
MOST_OF_AN_HOUR, MOST_OF_A_DAY = limits.WRONG_CODES, limits.WRONG_CODES_A_DAY
"""Before `few` makes them fewer."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(limits, "OPENINGS_OF_ONE", 2)
    monkeypatch.setattr(limits, "WRONG_CODES", 2)
    settings.OPENINGS_OF_ADDRESS = 3


@pytest.fixture
def track() -> None:
    offered_track()
    deck_version()
    deck_version("helmet")


def from_club(visitor: str) -> Client:
    client = browser(visitor)
    client.defaults["REMOTE_ADDR"] = CLUB
    return client


def open_room(client: Client) -> Any:
    return client.post("/open/", {**ASKED, "once": ""})


def race_alone(client: Client) -> Any:
    return client.post("/alone/")


def later() -> None:
    Attempt.objects.update(at=timezone.now() - limits.WITHIN)


@pytest.mark.parametrize("opening", [open_room, race_alone])
def test_one_visitor_opens_so_many_within_an_hour(track: None, opening: Callable[[Client], Any]) -> None:
    ada = from_club("ada")
    for _ in range(2):
        assert not sentences(opening(ada))
    before = Room.objects.count(), Race.objects.count()
    assert "You have opened a lot" in sentences(opening(ada))
    assert (Room.objects.count(), Race.objects.count()) == before
    assert not sentences(opening(from_club("bo")))
    assert not sentences(opening(browser("ada"))), "at the machine itself nobody counts"
    later()
    assert not sentences(opening(from_club("ada")))


def test_a_button_that_is_pressed_twice_counts_once(track: None) -> None:
    ada = from_club("ada")
    for once in ("a" * 16, "b" * 16):
        for _ in range(2):
            assert not sentences(ada.post("/open/", {**ASKED, "once": once}))
    assert (Room.objects.count(), Attempt.objects.count()) == (2, 2)


def test_one_address_opens_so_many_whoever_asks(track: None) -> None:
    for number in range(3):
        assert not sentences(open_room(from_club(f"pupil{number}")))
    assert "from your network" in sentences(open_room(from_club("pupil3")))
    assert Room.objects.count() == 3
    assert not sentences(open_room(browser("this machine")))


def test_starting_counts_too_and_the_way_back_into_the_room_does_not(room: Room) -> None:
    ada, start = from_club("ada"), f"/lobby/{room.code}/start/"
    for _ in range(2):
        for _press in range(2):
            assert not sentences(ada.post(start))
        Race.objects.update(ended=timezone.now())
    assert "You have opened a lot" in sentences(ada.post(start))
    assert Race.objects.count() == 2
    again = ada.post(f"/again/{Race.objects.latest('pk').code}/")
    assert again["Location"] == room.get_absolute_url()


def test_driving_again_alone_counts_too(track: None) -> None:
    ada = from_club("ada")
    for _ in range(2):
        race_alone(ada)
    Race.objects.update(ended=timezone.now())
    again = ada.post(f"/again/{Race.objects.latest('pk').code}/")
    assert "You have opened a lot" in sentences(again)
    assert Race.objects.count() == 2


def test_what_was_refused_does_not_count(track: None) -> None:
    for _ in range(3):
        browser("ada").post("/open/", {**ASKED, "laps": "many"})
    assert not Attempt.objects.exists()


def test_after_many_wrong_codes_no_code_is_looked_up(room: Room) -> None:
    zed = from_club("zed")
    assert zed.get("/lobby/XXXXXX/").status_code == 404
    assert zed.post("/join/", {"code": "YYYYYY"}).status_code == 404
    for code in (room.code, "ZZZZZZ"):
        assert zed.get(f"/lobby/{code}/").status_code == 429
        told = zed.post("/join/", {"code": code, "name": "Zed"})
        assert told.status_code == 429
        assert "Too many wrong codes" in told.content.decode()
        refused = zed.post(f"/lobby/{code}/ready/", {"ready": "yes"})
        assert refused["Location"] == "/"
    assert not room.members.filter(visitor="zed").exists()
    assert from_club("bo").get(f"/lobby/{room.code}/").status_code == 200, "who is in the room has guessed nothing"
    assert browser("zed").get(f"/lobby/{room.code}/").status_code == 200
    later()
    assert zed.get(f"/lobby/{room.code}/").status_code == 200


def test_a_name_and_a_past_here_give_no_codes_of_their_own(room: Room) -> None:
    VisitorFactory(id="eve", name="Eve")
    Visitor.objects.filter(pk="eve").update(made=timezone.now() - timedelta(days=1))
    for who in ("zed", "eve"):
        assert from_club(who).get("/lobby/XXXXXX/").status_code == 404
    told = from_club("eve").post("/join/", {"code": room.code})
    assert told.status_code == 429
    assert "your host&#x27;s link or scan the QR code" in told.content.decode()


def test_a_day_has_fewer_wrong_codes_than_its_hours(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_CODES_A_DAY", 3)
    zed = from_club("zed")
    for _ in range(2):
        assert zed.get("/lobby/XXXXXX/").status_code == 404
    later()
    clean_rooms()
    assert zed.get("/lobby/XXXXXX/").status_code == 404
    assert zed.get(f"/lobby/{room.code}/").status_code == 429
    Attempt.objects.update(at=timezone.now() - limits.A_DAY)
    assert zed.get(f"/lobby/{room.code}/").status_code == 200


def test_codes_that_come_at_the_same_moment_are_not_answered_beyond_the_limit(room: Room) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=CLUB)

    def look_up() -> None:
        with limits.looking_up(request, "XXXXXX"):
            for _ in range(2):  # others from there, while this one is looked up
                Attempt.objects.create(kind=Attempt.Kind.WRONG_CODE, address=limits.address_of(request))
            raise Refused("no_room")

    with pytest.raises(Refused, match="too_many_codes"):
        look_up()


def test_a_link_with_its_key_is_never_shut_out_and_never_counts(room: Room) -> None:
    zed = from_club("zed")
    for _ in range(2):
        zed.get("/lobby/XXXXXX/")
    assert zed.get(links.path("ZZZZZZ")).status_code == 404, "a room that has closed"
    assert Attempt.objects.count() == 2
    for view in ("television", "couch"):
        assert zed.get(links.path(room.code, view)).status_code in {200, 302}
    page = zed.get(room.get_absolute_url()).content.decode()
    assert f'name="key" value="{room.key}"' in page
    joined = zed.post("/join/", {"code": room.code, "key": room.key, "name": "Zed"})
    assert joined["Location"] == room.get_absolute_url()
    assert room.members.filter(visitor="zed").exists()


@pytest.mark.parametrize("key", ["", "abcdefgh", links.key_of("ZZZZZZ"), "é"])
def test_another_key_is_none(room: Room, key: str) -> None:
    zed = from_club("zed")
    for _ in range(2):
        assert zed.get(f"/lobby/XXXXXX/?key={key}").status_code == 404
    assert Attempt.objects.count() == 2
    assert zed.get(f"/lobby/{room.code}/?key={key}").status_code == 429


def test_races_are_there_for_an_address_that_has_guessed_too_often(room: Room) -> None:
    """Their codes are too long to be guessed, and their players have typed none."""
    ada = from_club("ada")
    ada.post(f"/lobby/{room.code}/start/")
    race = Race.objects.get()
    for _ in range(2):
        from_club("zed").get("/lobby/XXXXXX/")
    Race.objects.update(ended=timezone.now())
    Room.objects.all().delete()
    assert ada.post(f"/again/{race.code}/")["Location"] == Room.objects.get().get_absolute_url()


TOKEN = re.compile(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")[^"]+')


def answer(path: str, code: str, method: str) -> tuple[int, str, str]:
    """What an address that has guessed too often is answered, with the code written the same way."""
    client = from_club("eve")
    response = getattr(client, method)(path.replace("CODE", code))
    body = TOKEN.sub("", response.content.decode()).replace(code, "CODE")
    return response.status_code, response.get("Location", "").replace(code, "CODE"), body


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_tells_a_guesser_which_codes_rooms_have(room: Room, method: str) -> None:
    """All addresses with a code: those that are not about rooms, too, such as the way back from a refusal."""
    for _ in range(MOST_OF_AN_HOUR):
        Attempt.objects.create(kind=Attempt.Kind.WRONG_CODE, address=limits.address_of(club()))
    free = codes.unused(Room.objects, len(room.code))
    asked = [path for path in junk.paths("CODE", "CODE") if "CODE" in path and not path.startswith("/admin/")]
    assert len(asked) > 40
    assert [path for path in asked if answer(path, room.code, method) != answer(path, free, method)] == []


def club() -> HttpRequest:
    return RequestFactory().get("/", REMOTE_ADDR=CLUB)


def test_no_day_of_wrong_codes_finds_a_room() -> None:
    """The arithmetic of docs/OPERATING.md."""
    rooms_that_are_open, codes_that_there_are = 1000, len(codes.ALPHABET) ** rooms.LENGTH_OF_CODE
    assert codes_that_there_are == 481_890_304
    assert len(set(codes.ALPHABET)) == len(codes.ALPHABET)
    assert MOST_OF_A_DAY * rooms_that_are_open / codes_that_there_are < 1 / 1000
    told = (settings_of_django.BASE_DIR / "docs/OPERATING.md").read_text()
    for number in (codes_that_there_are, MOST_OF_A_DAY, MOST_OF_AN_HOUR):
        assert f"{number:,}" in told


def test_what_is_older_than_counts_is_thrown_away(room: Room) -> None:
    Attempt.objects.create(kind=Attempt.Kind.OPENING, visitor="ada")
    Attempt.objects.create(kind=Attempt.Kind.WRONG_CODE, address="club")
    clean_rooms(timezone.now() + limits.WITHIN - timedelta(minutes=1))
    assert Attempt.objects.count() == 2
    clean_rooms(timezone.now() + limits.WITHIN)
    assert Attempt.objects.get().kind == Attempt.Kind.WRONG_CODE
    clean_rooms(timezone.now() + limits.A_DAY)
    assert not Attempt.objects.exists()


def address(told: str, **meta: Any) -> str:
    return limits.address_of(RequestFactory().get("/", REMOTE_ADDR=told, **meta))


def test_an_address_is_kept_as_a_hash() -> None:
    assert CLUB not in address(CLUB)
    assert address(CLUB) == address(f"::ffff:{CLUB}") != address("198.51.100.8")


def test_this_machine_is_nobody() -> None:
    assert address("127.0.0.1") == address("::1") == address("") == address("unix:") == ""


def test_a_customer_has_a_whole_network_of_the_sixth_version() -> None:
    assert address("2001:db8::1") == address("2001:db8::ffff:2") != address("2001:db8:0:1::1")


def test_only_the_proxy_of_a_public_site_is_believed(settings: Settings) -> None:
    forwarded = {"HTTP_X_FORWARDED_FOR": f"203.0.113.9, {CLUB}"}
    assert address("127.0.0.1", **forwarded) == ""
    settings.PUBLIC = True
    assert address("127.0.0.1", **forwarded) == address("127.0.0.1", HTTP_X_FORWARDED_FOR=CLUB) != ""


@pytest.mark.parametrize("forwarded", ["junk", "unknown", "", "203.0.113.9, ", "203.0.113.9, unknown"])
def test_what_a_proxy_does_not_tell_is_limited_all_the_same(settings: Settings, forwarded: str) -> None:
    settings.PUBLIC = True
    assert address("127.0.0.1", HTTP_X_FORWARDED_FOR=forwarded) == address("127.0.0.1") != ""


@pytest.mark.parametrize(
    ("told", "bare"),
    [(f"{CLUB}:50123", CLUB), ("[2001:db8::1]:50123", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1")],
)
def test_a_port_beside_an_address_changes_nothing(settings: Settings, told: str, bare: str) -> None:
    settings.PUBLIC = True
    assert address("", HTTP_X_FORWARDED_FOR=told) == address("", HTTP_X_FORWARDED_FOR=bare)
    assert address("", HTTP_X_FORWARDED_FOR=told) != address("", HTTP_X_FORWARDED_FOR="unknown")
