"""My races: the list with places and what they come to, the profile to take along, and to be forgotten."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from heatsite.visitors import COOKIE, read
from lobby import mine, starting
from lobby.models import Block, DeviceLink, Member, Room, Visitor
from races import changes, scenes
from races.models import Race, Seat
from tests.lobby.factories import VisitorFactory, browser
from tests.races.factories import make_race
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", strip_tags(response.content.decode()))


def ended(*places: int, track: str = "italia") -> list[Race]:
    """Races of Ada's that ended in these places, the newest last."""
    found = []
    for number, place in enumerate(places):
        race = make_race(track=track)
        Race.objects.filter(pk=race.pk).update(ended=timezone.now() + timedelta(minutes=number))
        Seat.objects.filter(race=race, number=0).update(place=place)
        Seat.objects.filter(race=race, number=1).update(place=3 - place if place < 3 else 1)
        found.append(race)
    return found


def test_the_end_of_a_race_keeps_its_places() -> None:
    race = finished_race()
    scene = scenes.scene_of(race.pk)
    places = scene.table_game.game.places(scene.view(None))
    assert [seat.place for seat in race.seats.order_by("number")] == list(places)
    assert set(places) == {1, 2, 3, 4}


def test_a_race_that_goes_on_has_none() -> None:
    race = make_race()
    assert not race.seats.exclude(place=None).exists()
    assert mine.figures("ada").races == 0


def test_my_races_are_listed_with_place_opponents_and_replay() -> None:
    race = finished_race()
    page = browser("ada").get("/mine/")
    place = race.seats.get(visitor="ada").place
    assert f"Place {place} of 4" in text(page)
    assert "with Bo, Legend Black, Marta" in text(page)
    for part in ("results", "replay"):
        assert f"/races/{race.code}/{part}/" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_nobody_sees_the_races_of_others() -> None:
    race = finished_race()
    page = browser("zed").get("/mine/")
    assert race.code not in page.content.decode()
    assert "You have finished no race in this browser yet." in text(page)


def test_races_from_before_places_were_kept_get_theirs() -> None:
    race = finished_race()
    before = list(race.seats.order_by("number").values_list("place", flat=True))
    Seat.objects.update(place=None)
    browser("ada").get("/mine/")
    assert list(race.seats.order_by("number").values_list("place", flat=True)) == before


def test_one_that_cannot_be_read_is_listed_without_a_place() -> None:
    race = finished_race()
    Seat.objects.update(place=None)
    Race.objects.update(presets={"0": 7}, revision=9999)
    page = browser("ada").get("/mine/")
    assert race.code in page.content.decode()
    assert "Place" not in text(page)


def test_each_race_tells_its_rounds() -> None:
    race = finished_race()
    (one,) = mine.rows(list(mine.seats_of("ada")))
    rounds = scenes.scene_of(race.pk).view(None).round
    assert one.rounds == rounds > 1
    assert f"{rounds} rounds" in text(browser("ada").get("/mine/"))


def test_a_streak_that_goes_on_is_told() -> None:
    ended(5, 1, 3, 2)
    assert mine.figures("ada").streak_now == 3
    assert "(3 now)" in text(browser("ada").get("/mine/"))


def test_figures_and_the_best_on_each_circuit() -> None:
    ended(2, track="usa")
    ended(1, 2, 4, 1, 5)
    figures = mine.figures("ada")
    assert (figures.races, figures.wins, figures.podiums, figures.streak) == (6, 2, 4, 3)
    assert [(best.races, best.wins, best.place) for best in figures.bests] == [(5, 2, 1), (1, 0, 2)]
    assert figures.streak_now == 0
    assert mine.figures("bo").races == 6
    assert mine.figures("").races == 0


def test_a_long_list_has_pages() -> None:
    races = ended(*(1,) * 21)
    first, second = (browser("ada").get(f"/mine/?page={page}").content.decode() for page in (1, 2))
    newest, oldest = (f"/races/{race.code}/results/" for race in (races[-1], races[0]))
    assert (newest in first, oldest in first) == (True, False)
    assert (newest in second, oldest in second) == (False, True)
    assert "Page 2 of 2" in second
    for odd in ("0", "99", "x", "-1", "\x00"):
        assert browser("ada").get("/mine/", {"page": odd}).status_code == 200


def test_the_profile_has_all_that_is_stored_of_me(room: Room) -> None:
    VisitorFactory(id="ada", name="Ada")
    race = finished_race()
    response = browser("ada").get("/mine/profile.json")
    assert "attachment" in response["Content-Disposition"]
    profile = response.json()
    assert (profile["name"], profile["rooms"]) == ("Ada", [room.code])
    (told,) = profile["races"]
    assert (told["code"], told["name"], told["place"]) == (race.code, "Ada", race.seats.get(visitor="ada").place)
    assert browser("zed").get("/mine/profile.json").json()["races"] == []


def test_who_is_forgotten_is_a_new_visitor_and_races_stay_for_others(room: Room) -> None:
    VisitorFactory(id="ada", name="Ada")
    race = finished_race()
    assert "Ada" in browser("bo").get(f"/races/{race.code}/results/").content.decode()
    DeviceLink.objects.create(hash="x", visitor="ada")
    Block.objects.create(room=room, visitor="ada")
    ada = browser("ada")
    assert "You are forgotten here." in text(ada.post("/mine/forget/", {"sure": "yes"}, follow=True))
    assert read(ada.cookies[COOKIE].value) not in {"", "ada"}
    for model in (Visitor, Member, Seat, DeviceLink, Block):
        lookup = {"pk" if model is Visitor else "visitor": "ada"}
        assert not model._default_manager.filter(**lookup).exists(), model
    assert not Race.objects.filter(host="ada").exists()
    results = browser("bo").get(f"/races/{race.code}/results/").content.decode()
    assert "Ada" not in results
    assert "Driver 8" in results
    room.refresh_from_db()
    assert room.host == "bo"


def test_nobody_is_forgotten_by_mistake(room: Room) -> None:
    ada = browser("ada")
    ada.post("/mine/forget/")
    assert room.members.filter(visitor="ada").exists()
    assert ada.get("/mine/forget/").status_code == 405


@pytest.mark.parametrize("paused", [False, True])
def test_who_is_forgotten_in_the_middle_of_a_race_leaves_it(room: Room, paused: bool) -> None:
    race = starting.start(room.code, "ada")
    if paused:
        changes.pause(race.pk)
    assert "You are forgotten here." in text(browser("ada").post("/mine/forget/", {"sure": "yes"}, follow=True))
    seat = race.seats.get(number=0)
    assert (seat.kind, seat.visitor, seat.name) == (Seat.Kind.BOT, "", f"Driver {seat.car_number}")
    race.refresh_from_db()
    room.refresh_from_db()
    assert (race.ended, race.host, room.host) == (None, "bo", "bo")
    assert browser("bo").post(f"/races/{race.code}/host/resume/").status_code == 302
    assert "Ada" not in browser("bo").get(f"/races/{race.code}/").content.decode()


def test_who_is_forgotten_after_leaving_is_forgotten_there_too(room: Room) -> None:
    race = starting.start(room.code, "ada")
    browser("bo").post(f"/races/{race.code}/leave/", {"sure": "yes"})
    assert race.seats.get(visitor="bo").kind == Seat.Kind.BOT
    browser("bo").post("/mine/forget/", {"sure": "yes"})
    assert not race.seats.filter(visitor="bo").exists()
    assert not race.seats.filter(name="Bo").exists()


def test_a_race_that_cannot_be_read_holds_nobody(room: Room) -> None:
    race = starting.start(room.code, "ada")
    Race.objects.update(state="{}")
    scenes.forget()
    assert "You are forgotten here." in text(browser("bo").post("/mine/forget/", {"sure": "yes"}, follow=True))
    assert not race.seats.filter(visitor="bo").exists()
