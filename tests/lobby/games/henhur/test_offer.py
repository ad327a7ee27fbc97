"""HenHur in the lobby: a race alone in two clicks, rooms, opponents, the next race."""

import pytest
from django.test import Client

from engine.henhur.bots.cast import cast
from heatsite.visitors import COOKIE, sign
from lobby import games, rooms
from lobby.models import Room
from races import scenes
from races.models import Race


def browser(visitor: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = sign(visitor)
    return client


@pytest.fixture(autouse=True)
def fresh() -> None:
    scenes.forget()


@pytest.mark.django_db
def test_a_race_alone_starts_with_one_press_of_its_page() -> None:
    ada = browser("ada")
    page = ada.get("/alone/?game=henhur").content.decode()
    assert "HenHur against the bots" in page
    ada.post("/alone/?game=henhur", {"name": "Ada", "once": "a"})
    race = Race.objects.get()
    assert race.game == "henhur"
    assert race.clock == 0
    seats = list(race.seats.order_by("number"))
    assert [seat.kind for seat in seats] == ["driver", "bot", "bot", "bot"]
    assert {seat.bot for seat in seats[1:]} == {"good"}


@pytest.mark.django_db
@pytest.mark.parametrize(("opponents", "strength"), [("1", "cautious"), ("7", "good")])
def test_opponents_are_as_many_and_as_strong_as_wanted(opponents: str, strength: str) -> None:
    wanted = {"name": "Ada", "once": "a", "opponents": opponents, "strength": strength}
    browser("ada").post("/alone/?game=henhur", wanted)
    bots = [seat.bot for seat in Race.objects.get().seats.exclude(bot="")]
    assert len(bots) == int(opponents)
    assert bots[0] == strength


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"opponents": "8"}, {"opponents": "x"}, {"strength": "god"}])
def test_what_makes_no_sense_is_marked(wrong: dict[str, str]) -> None:
    answer = browser("ada").post("/alone/?game=henhur", {"name": "Ada", "once": "a", **wrong})
    assert answer.status_code == 422
    assert not Race.objects.exists()


def opened() -> Room:
    fields = {
        "name": "Ada",
        "least": "2",
        "most": "4",
        "clock": "60",
        "grace": "60",
        "watching": "anybody",
        "once": "r",
    }
    browser("ada").post("/open/?game=henhur", fields)
    return Room.objects.get()


@pytest.mark.django_db
def test_a_room_has_its_page_its_bots_and_its_race() -> None:
    room = opened()
    ada, address = browser("ada"), room.get_absolute_url()
    page = ada.get(address).content.decode()
    assert "Hens race over three laps" in page
    assert cast()[0].name in page
    ada.post(f"{address}bot/", {"bot": "Clara Cluckington"})
    browser("bo").post("/join/", {"code": room.code, "name": "Bo"})
    rooms.set_ready(room.code, "bo", True)
    ada.post(f"{address}start/")
    race = Race.objects.get()
    assert [seat.name for seat in race.seats.order_by("number")] == ["Ada", "Clara Cluckington", "Bo"]
    for visitor in ("ada", "bo", "zed"):
        assert "hen-turn" in browser(visitor).get(race.get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_the_home_page_lists_open_rooms_and_running_races() -> None:
    room = opened()
    Room.objects.filter(pk=room.pk).update(listed=True)
    assert "HenHur" in browser("zed").get("/").content.decode()
    browser("ada").post("/alone/?game=henhur", {"name": "Ada", "once": "b"})
    Race.objects.update(listed=True)
    home = browser("zed").get("/").content.decode()
    assert "HenHur, round 1" in home
    assert "Your race of HenHur is still on." in browser("ada").get("/").content.decode()


def test_the_offer_has_every_strength_of_the_cast() -> None:
    offer = games.offer("henhur")
    assert {one.bot for one in offer.cast()} == {"random", "cautious", "good"}
    assert all(one.strength != one.bot and one.style for one in offer.cast())


@pytest.mark.django_db
def test_the_game_has_an_address_of_its_own() -> None:
    page = browser("zed").get("/games/henhur/")
    assert page.status_code == 200
    assert "Three laps" in page.content.decode()
    assert "HenHur" in browser("zed").get("/").content.decode()
