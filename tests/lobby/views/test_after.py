"""What the podium and the big screen are told of the next race: who is back, what to scan, where to go."""

import pytest
from django.test import Client

from lobby import links, rooms, starting
from lobby.models import Member, Room
from races.models import Race
from tests.lobby.factories import browser

pytestmark = pytest.mark.django_db

PAGES = ("podium", "screen")


@pytest.fixture
def race(room: Room) -> Race:
    """Ada, Bo and Cy have raced; no player is back in the room yet."""
    return over(starting.start(room.code, "ada"))


def over(race: Race) -> Race:
    race.ended = race.started
    race.revision += 1
    race.save()
    return race


def asked(visitor: str, race: Race, page: str, known: str = "") -> tuple[int, str]:
    response = browser(visitor).get(f"/again/{race.code}/{page}/", {"known": known})
    return response.status_code, response.content.decode()


def come_back(room: Room, *visitors: str) -> None:
    Member.objects.filter(room=room, visitor__in=visitors).update(connected=True)


def test_while_the_race_goes_on_the_podium_has_nothing_to_tell(room: Room) -> None:
    race = starting.start(room.code, "ada")
    come_back(room, "ada")
    assert asked("bo", race, "podium") == (204, "")


def test_during_the_race_phones_scan_the_room_which_leads_them_on(room: Room) -> None:
    race = starting.start(room.code, "ada")
    come_back(room, "ada")
    html = asked("stranger", race, "screen")[1]
    assert f"http://testserver{links.path(room.code, 'couch')}" in html
    assert "Scan to watch, or to come back to your seat" in html
    assert "New drivers join when the race is over." in html
    assert f'aria-label="{room.code}"' in html
    assert asked("stranger", race, "screen", known=f"{room.code} on")[0] == 204


def test_where_nobody_may_watch_phones_scan_their_seat(room: Room) -> None:
    race = starting.start(room.code, "ada")
    Race.objects.update(watching=Race.Watching.NOBODY, revision=99)
    assert "Scan to come back to your seat" in asked("bo", race, "screen")[1]


def test_a_race_without_a_room_is_just_watched(room: Room) -> None:
    race = starting.start(room.code, "ada")
    room.delete()
    assert asked("stranger", race, "screen") == (204, "")


@pytest.mark.parametrize("visitor", ["bo", "stranger"])
def test_the_podium_says_who_is_back(room: Room, race: Race, visitor: str) -> None:
    assert "back in the room" not in asked(visitor, race, "podium")[1]
    come_back(room, "ada")
    assert "Ada is back in the room." in asked(visitor, race, "podium")[1]
    come_back(room, "cy")
    html = asked(visitor, race, "podium")[1]
    assert "Back in the room: Ada, Cy." in html
    assert f'href="{room.get_absolute_url()}"' in html


def test_nobody_is_told_that_they_are_back_themselves(room: Room, race: Race) -> None:
    come_back(room, "ada")
    assert "back in the room" not in asked("ada", race, "podium")[1]


def test_what_the_podium_says_already_is_not_said_again(room: Room, race: Race) -> None:
    come_back(room, "ada")
    assert asked("bo", race, "podium", known=" 1 Ada")[0] == 204
    come_back(room, "cy")
    assert asked("bo", race, "podium", known=" 1 Ada")[0] == 200


def test_the_podium_leads_to_a_race_that_has_begun(room: Room, race: Race) -> None:
    following = starting.start(room.code, "ada")
    html = asked("bo", race, "podium")[1]
    assert "The next race has begun." in html
    assert following.get_absolute_url() in html


def test_after_the_flag_phones_scan_the_room(room: Room, race: Race) -> None:
    html = asked("stranger", race, "screen")[1]
    assert f"http://testserver{links.path(room.code, 'couch')}" in html
    assert "Scan to join the next race" in html
    assert asked("stranger", race, "screen", known=f"{room.code} over")[0] == 204


def test_the_screen_waits_in_the_room_once_a_player_is_back(room: Room, race: Race) -> None:
    come_back(room, "cy")
    response = browser("stranger").get(f"/again/{race.code}/screen/")
    assert response["HX-Redirect"] == links.path(room.code, "television")


def test_where_the_room_is_gone_they_scan_the_result(room: Room, race: Race) -> None:
    room.delete()
    html = asked("stranger", race, "screen")[1]
    assert f"http://testserver{race.get_absolute_url()}results/" in html
    assert asked("bo", race, "podium")[0] == 204


def test_the_code_of_another_room_is_nobody_s_way_on(room: Room, race: Race) -> None:
    room.delete()
    other = rooms.open_room("eve", "Eve")
    Room.objects.filter(pk=other.pk).update(code=race.room)
    assert "/lobby/" not in asked("stranger", race, "screen")[1]


@pytest.mark.parametrize(("visitor", "watching", "goes"), [("zed", "anybody", True), ("zed", "nobody", False)])
def test_the_screen_goes_on_to_the_next_race(room: Room, race: Race, visitor: str, watching: str, goes: bool) -> None:
    following = starting.start(room.code, "ada")
    Race.objects.filter(pk=following.pk).update(watching=watching)
    response = browser(visitor).get(f"/again/{race.code}/screen/")
    assert response.get("HX-Redirect") == (f"{following.get_absolute_url()}tv/" if goes else None)


@pytest.mark.parametrize("page", PAGES)
def test_where_nobody_may_watch_strangers_learn_nothing(race: Race, page: str) -> None:
    Race.objects.update(watching=Race.Watching.NOBODY, revision=99)
    assert asked("zed", race, page)[0] == 403
    assert asked("bo", race, page)[0] == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_wrong_code_and_a_wrong_method(ada: Client, race: Race, page: str) -> None:
    assert ada.get(f"/again/XXXXXXXX/{page}/").status_code == 404
    assert ada.post(f"/again/{race.code}/{page}/").status_code == 405


def test_the_pages_ask_for_it(ada: Client, race: Race) -> None:
    assert f'hx-get="/again/{race.code}/screen/"' in ada.get(f"{race.get_absolute_url()}tv/").content.decode()
    assert f'hx-get="/again/{race.code}/podium/"' in ada.get(f"{race.get_absolute_url()}results/").content.decode()
