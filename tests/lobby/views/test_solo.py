"""Racing alone: one click, or a choice first."""

import pytest
from django.test import Client

from lobby.models import Room
from races.models import Race, Seat
from tests.lobby.factories import VisitorFactory, browser, offered_track
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    offered_track()
    deck_version()
    deck_version("helmet")
    return browser("ada")


def test_one_click_is_enough(ada: Client) -> None:
    response = ada.post("/alone/")
    race = Race.objects.get()
    assert response["Location"] == race.get_absolute_url()
    assert race.seats.filter(kind=Seat.Kind.DRIVER).get().visitor == "ada"
    assert race.seats.count() == 6


def test_who_is_known_keeps_the_name(ada: Client) -> None:
    VisitorFactory(id="ada", name="Lady Ada")
    ada.post("/alone/")
    assert Seat.objects.filter(visitor="ada").get().name == "Lady Ada"


def test_opponents_and_rules_can_be_chosen(ada: Client) -> None:
    ada.post(
        "/alone/",
        {"name": "Ada", "laps": "1", "rules": "rulebook", "bots": "1", "strength": "champion", "legends": "0"},
    )
    race = Race.objects.get()
    assert (race.rules, race.laps) == ("rulebook", 1)
    assert list(race.seats.values_list("bot", flat=True)) == ["", "champion"]


def test_the_page_offers_the_same(ada: Client) -> None:
    page = ada.get("/alone/").content.decode()
    for field in ("name", "track", "laps", "rules", "bots", "strength", "legends", "level"):
        assert f'name="{field}"' in page


def test_a_repeated_click_is_one_race(ada: Client) -> None:
    first, second = (ada.post("/alone/", {"once": "press"}) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Race.objects.count() == Room.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "\u202e"),
        ("track", "moon"),
        ("laps", "99"),
        ("bots", "99"),
        ("legends", "-1"),
        ("level", "x"),
        ("rules", "x"),
    ],
)
def test_what_is_wrong_is_said(ada: Client, field: str, value: str) -> None:
    response = ada.post("/alone/", {field: value})
    assert response.status_code == 422
    assert not Race.objects.exists()
    assert not Room.objects.exists()


def test_without_tracks_a_sentence_says_so() -> None:
    response = browser("ada").post("/alone/", follow=True)
    assert "no circuits" in response.content.decode()


def test_without_decks_nothing_is_half_made() -> None:
    offered_track()
    response = browser("ada").post("/alone/", follow=True)
    assert "cannot start" in response.content.decode()
    assert not Room.objects.exists()
