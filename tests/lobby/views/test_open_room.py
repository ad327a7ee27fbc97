"""Opening a room."""

import pytest
from django.test import Client

from lobby.models import Room
from tests.lobby.factories import VisitorFactory, browser, offered_track

pytestmark = pytest.mark.django_db

ASKED = {
    "name": "Ada",
    "track": "usa",
    "laps": "0",
    "least": "2",
    "most": "5",
    "rules": "rulebook",
    "clock": "120",
    "grace": "60",
    "watching": "anybody",
    "listed": "on",
    "once": "press",
}


@pytest.fixture
def ada() -> Client:
    offered_track()
    return browser("ada")


def test_the_page_has_defaults_for_everything(ada: Client) -> None:
    VisitorFactory(id="ada", name="Lady Ada")
    page = ada.get("/open/").content.decode()
    assert 'value="Lady Ada"' in page
    assert '<option value="6" selected>6</option>' in page


def test_a_track_can_be_asked_for(ada: Client) -> None:
    offered_track("japan")
    page = ada.get("/open/?track=japan").content.decode()
    assert 'value="japan" id="track-japan" checked' in page
    assert ada.get("/open/?track=moon").status_code == 200


def test_the_room_is_as_asked(ada: Client) -> None:
    response = ada.post("/open/", ASKED)
    room = Room.objects.get()
    assert response["Location"] == room.get_absolute_url()
    assert room.track is not None
    told = (room.host, room.track.slug, room.least, room.most, room.rules, room.clock, room.listed, room.mulligan)
    assert told == ("ada", "usa", 2, 5, "rulebook", 120, True, False)
    assert room.members.get().name == "Ada"


def test_a_repeated_post_opens_one_room(ada: Client) -> None:
    first, second = ada.post("/open/", ASKED), ada.post("/open/", ASKED)
    assert first["Location"] == second["Location"]
    assert Room.objects.count() == 1


def test_another_visitor_cannot_repeat_it(ada: Client) -> None:
    ada.post("/open/", ASKED)
    browser("zed").post("/open/", ASKED)
    assert Room.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("name", name) for name in ("", "   ", "\u202eAda", "x" * 9999, "\u200b")),
        *(("track", track) for track in ("", "moon", "usa; drop")),
        *(("laps", laps) for laps in ("-1", "6", "10", "many", "1e9")),
        *(("least", least) for least in ("0", "9", "6", "")),
        *(("most", most) for most in ("0", "9", "1")),
        *(("rules", "house"), ("clock", "61"), ("clock", "-1"), ("grace", "0"), ("watching", "friends")),
    ],
)
def test_what_is_wrong_is_said_and_nothing_opened(ada: Client, field: str, value: str) -> None:
    response = ada.post("/open/", {**ASKED, field: value})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not Room.objects.exists()


def test_an_empty_post_is_answered(ada: Client) -> None:
    assert ada.post("/open/").status_code == 422
    assert ada.post("/open/", b"\xff\xfe{", content_type="application/json").status_code == 422


def test_a_number_of_laps_without_end_is_wrong_like_any_other(ada: Client) -> None:
    for digits in (400, 5000):
        assert ada.post("/open/", {"name": "Ada", "laps": "9" * digits}).status_code == 422


def test_without_tracks_a_sentence_says_so() -> None:
    response = browser("ada").get("/open/")
    assert response.status_code == 409
    assert "no circuits" in response.content.decode()


def test_other_methods_are_refused(ada: Client) -> None:
    assert ada.put("/open/").status_code == 405
    assert ada.delete("/open/").status_code == 405


def test_a_post_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/open/", ASKED).status_code == 403
    assert not Room.objects.exists()
