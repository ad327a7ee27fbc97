"""A room on a big screen, and the phones that scan it."""

import pytest
from django.test import Client

from lobby import links, rooms, starting
from lobby.models import Block, Room
from races import couch
from races.models import Race
from tests.lobby.factories import browser

pytestmark = pytest.mark.django_db


def tv(room: Room, visitor: str = "zed") -> str:
    response = browser(visitor).get(f"/lobby/{room.code}/tv/")
    assert response.status_code == 200
    return response.content.decode()


def test_it_shows_who_is_in_and_how_to_join(room: Room) -> None:
    html = tv(room)
    assert all(f"<b>{name}" in html for name in ("Ada", "Bo", "Cy"))
    assert f"http://testserver{links.path(room.code, 'couch')}" in html
    assert "or go to testserver and type this code" in html
    assert f'aria-label="{" ".join(room.code)}"' in html


@pytest.mark.parametrize("visitor", ["ada", "bo", "zed"])
def test_it_has_no_controls_for_anybody(room: Room, visitor: str) -> None:
    html = tv(room, visitor)
    assert "<form" not in html
    assert 'type="submit"' not in html
    assert 'data-me=""' in html


def test_the_code_on_it_works_on_the_home_page(room: Room) -> None:
    assert (
        browser("zed").post("/join/", {"code": room.code.lower(), "name": "Zed"})["Location"] == room.get_absolute_url()
    )
    assert room.members.filter(visitor="zed").exists()


def test_it_goes_on_to_the_race(room: Room) -> None:
    race = starting.start(room.code, "ada")
    assert browser("zed").get(f"/lobby/{room.code}/tv/")["Location"] == f"{race.get_absolute_url()}tv/"


def test_where_nobody_may_watch_it_stays(room: Room) -> None:
    Room.objects.update(watching=Race.Watching.NOBODY)
    race = starting.start(room.code, "ada")
    assert race.code not in tv(room)
    assert browser("bo").get(f"/lobby/{room.code}/tv/")["Location"] == f"{race.get_absolute_url()}tv/"


def test_a_typed_code_leads_there(room: Room) -> None:
    assert browser("zed").get(f"/lobby/{room.code.lower()}/tv/")["Location"] == links.path(room.code, "television")
    assert browser("zed").get("/lobby/XXXXX/tv/").status_code == 404


@pytest.mark.parametrize("page", ["tv", "couch"])
def test_who_is_kept_out_sees_neither(room: Room, page: str) -> None:
    Block.objects.create(room=room, visitor="zed")
    assert browser("zed").get(f"/lobby/{room.code}/{page}/").status_code == 403


def test_the_room_s_page_leads_to_it(room: Room, ada: Client) -> None:
    assert f'href="{links.path(room.code, "television")}"' in ada.get(f"/lobby/{room.code}/").content.decode()


def test_a_phone_that_scans_it_sits_down_in_the_room(room: Room) -> None:
    zed = browser("zed")
    assert zed.get(f"/lobby/{room.code}/couch/")["Location"] == room.get_absolute_url()
    assert zed.cookies[couch.COOKIE].value == room.code
    assert "Zed" not in {member.name for member in room.members.all()}  # the name is still to be asked for


@pytest.mark.parametrize(
    ("visitor", "watching", "page"),
    [
        ("bo", "anybody", "races"),
        ("zed", "anybody", "races"),
        ("bo", "nobody", "races"),
        ("zed", "nobody", "lobby"),
    ],
)
def test_during_a_race_it_leads_to_the_seat_or_to_watch(room: Room, visitor: str, watching: str, page: str) -> None:
    Room.objects.update(watching=watching)
    race = starting.start(room.code, "ada")
    address = {"races": race.get_absolute_url(), "lobby": room.get_absolute_url()}[page]
    assert browser(visitor).get(f"/lobby/{room.code}/couch/")["Location"] == address


def test_drivers_who_scanned_it_get_the_cockpit_alone(room: Room) -> None:
    bo = browser("bo")
    bo.get(f"/lobby/{room.code}/couch/")
    race = starting.start(room.code, "ada")
    page = race.get_absolute_url()
    assert 'data-couch="cockpit"' in bo.get(page).content.decode()
    assert "data-couch=" not in browser("cy").get(page).content.decode()

    assert bo.post(f"{page}board/", {"board": "yes"})["Location"] == page
    assert 'data-couch="board"' in bo.get(page).content.decode()
    bo.post(f"{page}board/", {"board": "no"})
    assert 'data-couch="cockpit"' in bo.get(page).content.decode()


def test_who_did_not_scan_it_is_not_put_into_couch_mode(room: Room) -> None:
    race = starting.start(room.code, "ada")
    bo = browser("bo")
    bo.post(f"{race.get_absolute_url()}board/", {"board": "no"})
    assert couch.COOKIE not in bo.cookies
    assert browser("zed").post(f"{race.get_absolute_url()}board/", {"board": "no"}).status_code == 403


def test_the_couch_of_one_room_is_not_that_of_another(room: Room) -> None:
    other = rooms.open_room("dee", "Dee", track=room.track, rules=room.rules, least=1)
    bo = browser("bo")
    bo.get(f"/lobby/{other.code}/couch/")
    race = starting.start(room.code, "ada")
    assert "data-couch=" not in bo.get(race.get_absolute_url()).content.decode()


def test_who_only_watches_sees_the_board(room: Room) -> None:
    race = starting.start(room.code, "ada")
    zed = browser("zed")
    zed.get(f"/lobby/{room.code}/couch/")
    assert "data-couch=" not in zed.get(race.get_absolute_url()).content.decode()
