"""Into a room by its code."""

import pytest
from django.test import Client

from lobby import rooms, starting
from lobby.models import Room
from races.models import Race, Seat
from tests.lobby.factories import VisitorFactory, field, member, sentences

pytestmark = pytest.mark.django_db


def test_with_a_name_one_is_in_at_once(stranger: Client, room: Room) -> None:
    response = stranger.post("/join/", {"code": room.code, "name": "Zed"})
    assert response["Location"] == room.get_absolute_url()
    assert member(room, "zed").name == "Zed"


def test_who_is_known_needs_no_name(stranger: Client, room: Room) -> None:
    VisitorFactory(id="zed", name="Zed")
    stranger.post("/join/", {"code": room.code})
    assert member(room, "zed").name == "Zed"


def test_who_is_new_is_asked_for_a_name_there(stranger: Client, room: Room) -> None:
    response = stranger.post("/join/", {"code": room.code}, follow=True)
    assert not room.members.filter(visitor="zed").exists()
    assert 'id="join-name"' in response.content.decode()


def test_a_name_of_spaces_is_asked_for_again(stranger: Client, room: Room) -> None:
    response = stranger.post("/join/", {"code": room.code, "name": "  "})
    assert response.status_code == 422
    assert "Tell us what to call you." in field(response, "join-name")


@pytest.mark.parametrize("typing", ["lower", "spaces", "dashes"])
def test_codes_are_read_as_they_were_meant(stranger: Client, room: Room, typing: str) -> None:
    code = {"lower": room.code.lower(), "spaces": " ".join(room.code), "dashes": f"{room.code[:2]}-{room.code[2:]}"}
    assert stranger.post("/join/", {"code": code[typing]})["Location"] == room.get_absolute_url()


@pytest.mark.parametrize("code", ["", " ", "XXXXXX", "<b>", "\x00\x00", "x" * 9999, "☃☃☃☃☃☃"])
def test_a_wrong_code_gets_a_friendly_sentence(stranger: Client, room: Room, code: str) -> None:
    response = stranger.post("/join/", {"code": code, "name": "Zed"})
    assert response.status_code in {404, 422}
    assert "six characters" in field(response, "join-code")


def test_a_wrong_code_stays_in_its_field(stranger: Client, room: Room) -> None:
    response = stranger.post("/join/", {"code": "xx-yyz"})
    assert 'value="xx-yyz"' in field(response, "join-code")


def test_the_code_of_a_race_leads_there_too(stranger: Client, room: Room) -> None:
    race = starting.start(room.code, "ada")
    assert stranger.post("/join/", {"code": race.code.lower()})["Location"] == race.get_absolute_url()


def test_the_code_of_the_room_leads_its_players_to_the_race(bo: Client, room: Room) -> None:
    race = starting.start(room.code, "ada")
    assert bo.post("/join/", {"code": room.code})["Location"] == race.get_absolute_url()
    Race.objects.update(ended=race.started)
    assert bo.post("/join/", {"code": room.code})["Location"] == room.get_absolute_url()


def test_a_name_that_was_never_typed_is_asked_for(stranger: Client, room: Room) -> None:
    """A race alone starts without asking; the word that stood in for the name is none among others."""
    stranger.post("/alone/")
    assert Seat.objects.get(visitor="zed").name == "Driver"
    shown = stranger.post("/join/", {"code": room.code}, follow=True).content.decode()
    assert not room.members.filter(visitor="zed").exists()
    assert 'id="join-name"' in shown
    assert 'value="Driver"' not in shown
    stranger.post("/join/", {"code": room.code, "name": "Zed"})
    assert member(room, "zed").name == "Zed"
    rooms.leave(room.code, "zed")
    stranger.post("/join/", {"code": room.code})
    assert member(room, "zed").name == "Zed"


def test_a_name_that_cannot_be_used_leads_to_the_room(stranger: Client, room: Room) -> None:
    response = stranger.post("/join/", {"code": room.code, "name": "\u202ezed"})
    assert "cannot be shown" in field(response, "join-name")
    taken = stranger.post("/join/", {"code": room.code, "name": "bo"})
    assert "has that name already" in field(taken, "join-name")
    assert 'value="bo"' in field(taken, "join-name")
    assert not room.members.filter(visitor="zed").exists()


def test_a_full_and_a_racing_room_say_so(stranger: Client, room: Room) -> None:
    rooms.change(room.code, "ada", {"most": 3})
    full = stranger.post("/join/", {"code": room.code, "name": "Zed"})
    assert "full" in sentences(full)
    rooms.change(room.code, "ada", {"most": 6})
    starting.start(room.code, "ada")
    racing = stranger.post("/join/", {"code": room.code, "name": "Zed"})
    assert "already started" in sentences(racing)
    assert not room.members.filter(visitor="zed").exists()


def test_who_is_kept_out_is_told(bo: Client, room: Room) -> None:
    rooms.remove(room.code, "ada", member(room, "bo").pk, block=True)
    response = bo.post("/join/", {"code": room.code, "name": "Robert"})
    assert response.status_code == 403
    assert "has closed this room to you" in response.content.decode()


def test_a_repeated_post_joins_once(stranger: Client, room: Room) -> None:
    for _ in range(2):
        stranger.post("/join/", {"code": room.code, "name": "Zed"})
    assert room.members.filter(visitor="zed").count() == 1


def test_who_loads_the_address_of_an_answer_is_brought_home(stranger: Client) -> None:
    assert stranger.get("/join/")["Location"] == "/"


def test_other_methods_are_refused(stranger: Client) -> None:
    assert stranger.put("/join/").status_code == 405
