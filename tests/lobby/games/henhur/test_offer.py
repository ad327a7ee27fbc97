"""HenHur in the lobby: a race alone in two clicks, rooms, opponents, the next race."""

import pytest
from django.test import Client

from engine.henhur import read_content
from engine.henhur.bots.cast import cast
from heatsite.visitors import COOKIE, sign
from lobby import games, rooms
from lobby.models import Room
from lobby.refused import Refused
from races import scenes
from races.models import Race
from races.start import Start


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
@pytest.mark.parametrize(("bots", "strength"), [("1", "cautious"), ("7", "good")])
def test_opponents_are_as_many_and_as_strong_as_wanted(bots: str, strength: str) -> None:
    wanted = {"name": "Ada", "once": "a", "bots": bots, "strength": strength}
    browser("ada").post("/alone/?game=henhur", wanted)
    seats = [seat.bot for seat in Race.objects.get().seats.exclude(bot="")]
    assert len(seats) == int(bots)
    assert seats[0] == strength


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"bots": "8"}, {"bots": "x"}, {"laps": "1"}, {"laps": "many"}, {"strength": "god"}])
def test_what_makes_no_sense_is_marked(wrong: dict[str, str]) -> None:
    answer = browser("ada").post("/alone/?game=henhur", {"name": "Ada", "once": "a", **wrong})
    assert answer.status_code == 422
    assert not Race.objects.exists()


def opened(**more: str) -> Room:
    fields = {
        "name": "Ada",
        "least": "2",
        "most": "4",
        "clock": "60",
        "grace": "60",
        "watching": "anybody",
        "once": "r",
        **more,
    }
    browser("ada").post("/open/?game=henhur", fields)
    return Room.objects.get()


@pytest.mark.django_db
def test_a_room_has_its_page_its_bots_and_its_race() -> None:
    room = opened()
    ada, address = browser("ada"), f"/lobby/{room.code}/"
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


@pytest.mark.django_db
def test_h17_a_room_races_over_the_laps_that_its_host_chose() -> None:
    room = opened(laps="5")
    ada, address = browser("ada"), f"/lobby/{room.code}/"
    assert "5 laps, about 25 min" in ada.get(address).content.decode()
    ada.post(f"{address}bot/", {"bot": "Clara Cluckington"})
    ada.post(
        f"{address}settings/",
        {"least": "1", "most": "4", "clock": "60", "grace": "60", "watching": "anybody", "laps": "4"},
    )
    ada.post(f"{address}start/")
    race = Race.objects.get()
    assert read_content(race.content.data).rules.laps == 4
    page = ada.get(race.get_absolute_url()).content.decode()
    assert "Spaces of 120" in page
    assert "4 laps of 30 spaces." in page
    assert games.offer("henhur").rebuild(race) == {"options": {"laps": 4}}


@pytest.mark.django_db
def test_a_room_has_the_laps_of_the_rules_unless_its_host_chooses() -> None:
    room = opened()
    assert room.options == {"laps": 3}
    assert "3 laps as the rules say, about 15 min" in browser("ada").get(room.get_absolute_url()).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("options", [{"laps": 99}, {"laps": "three"}, {"lanes": 4}])
def test_options_that_make_no_race_start_none(options: dict[str, object]) -> None:
    room = opened(least="1")
    Room.objects.filter(pk=room.pk).update(options=options)
    room.refresh_from_db()
    with pytest.raises(Refused):
        games.offer("henhur").start(room, [Start(name="Ada", colour="red", number=1, visitor="ada")])
    assert not Race.objects.exists()
