"""The page of a room, for every role."""

import re

import pytest
from django.test import Client

from lobby import rooms, starting
from lobby.models import Room
from tests.lobby.factories import member

pytestmark = pytest.mark.django_db


def page(client: Client, room: Room) -> str:
    response = client.get(room.get_absolute_url())
    assert response.status_code == 200
    return response.content.decode()


def test_the_host_has_the_controls(ada: Client, room: Room) -> None:
    shown = page(ada, room)
    for control in ("start/", "remove/", "block/", "host/", "bot/", "legend/", 'name="rules"', 'name="clock"'):
        assert control in shown
    assert 'data-me="0"' in shown


def test_a_member_has_their_own(bo: Client, room: Room) -> None:
    shown = page(bo, room)
    assert "I am ready" in shown
    assert 'name="colour"' in shown
    for control in ("start/", "remove/", "block/", 'name="rules"', "legend/"):
        assert control not in shown


def test_who_was_ready_is_told_what_the_host_has_changed_since(bo: Client, ada: Client, room: Room) -> None:
    for guest in ("bo", "cy"):
        rooms.set_ready(room.code, guest, True)
    assert "has changed what you were ready for" not in page(bo, room)
    rooms.change(room.code, "ada", {"laps": 3})
    rooms.change(room.code, "ada", {"mulligan": True})
    shown = page(bo, room)
    assert "Ada has changed what you were ready for" in shown
    assert shown.count('class="tag wait"') == 2
    assert re.findall("<li>(Laps|Mulligan|Track)</li>", shown) == ["Laps", "Mulligan"]
    assert "has changed what" not in page(ada, room)
    rooms.set_ready(room.code, "bo", True)
    assert "has changed what" not in page(bo, room)


def test_settings_that_nobody_agreed_to_leave_them_ready(bo: Client, room: Room) -> None:
    rooms.set_ready(room.code, "bo", True)
    rooms.change(room.code, "ada", {"most": 5, "listed": True, "laps": room.laps})
    assert member(room, "bo").ready
    rooms.change(room.code, "ada", {"laps": 2})
    assert not member(room, "bo").ready
    assert not member(room, "cy").asked_again, "Cy was not ready, and is told nothing"


def test_a_stranger_can_join(stranger: Client, room: Room) -> None:
    shown = page(stranger, room)
    assert 'id="join-name"' in shown
    assert 'data-me=""' in shown
    for control in ("start/", "remove/", "ready/", 'name="colour"', 'name="rules"'):
        assert control not in shown


def test_everybody_sees_names_colours_and_marks(bo: Client, room: Room) -> None:
    rooms.set_ready(room.code, "cy", True)
    shown = page(bo, room)
    for name in ("Ada", "Bo", "Cy"):
        assert f"<b>{name}<" in shown
    assert shown.count('class="tag wait"') == 1
    assert "#chip-red" in shown


def test_nobody_reads_whom_a_cookie_names(bo: Client, room: Room) -> None:
    shown = page(bo, room)
    assert '"ada"' not in shown
    assert ">ada<" not in shown


def test_who_is_blocked_stays_outside(bo: Client, room: Room) -> None:
    rooms.remove(room.code, "ada", member(room, "bo").pk, block=True)
    assert bo.get(room.get_absolute_url()).status_code == 403


def test_a_wrong_code_is_a_friendly_404(stranger: Client) -> None:
    response = stranger.get("/lobby/XXXXX/")
    assert response.status_code == 404
    assert "No room or game has this code" in response.content.decode()


def test_a_link_typed_by_hand_leads_to_the_room(stranger: Client, room: Room) -> None:
    response = stranger.get(f"/lobby/{room.code.lower()}/")
    assert response["Location"] == room.get_absolute_url()


def test_during_a_race_the_way_there_is_shown(ada: Client, stranger: Client, room: Room) -> None:
    race = starting.start(room.code, "ada")
    shown = page(ada, room)
    assert race.get_absolute_url() in shown
    assert "Back to the race" in shown
    assert 'name="rules"' not in shown
    assert "Watch the race" in page(stranger, room)


def test_after_a_race_the_room_is_as_before(ada: Client, room: Room) -> None:
    race = starting.start(room.code, "ada")
    race.ended = race.started
    race.save()
    assert "Start the race" in page(ada, room)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_refused(ada: Client, room: Room, method: str) -> None:
    assert getattr(ada, method)(room.get_absolute_url()).status_code == 405


def test_the_link_to_send_is_short_whatever_was_asked(room: Room, bo: Client) -> None:
    html = bo.get(f"/lobby/{room.code}/?{'x' * 3000}").content.decode()
    assert "x" * 3000 not in html


def test_only_the_host_picks_circuit_and_kind_beside_the_map(
    ada: Client, bo: Client, stranger: Client, room: Room
) -> None:
    before, fold, after = page(ada, room).partition('<details class="fold"')
    fold, _end, after = after.partition("</details>")
    assert room.track is not None
    radio = re.search(rf'<input[^>]*id="track-{room.track.slug}"[^>]*>', before)
    assert radio
    assert "checked" in radio[0]
    assert 'form="settings"' in radio[0]
    assert 'name="evening"' in after
    for asked in ('name="track"', 'name="evening"'):
        assert asked not in fold, "it is asked once"
        assert not any(asked in page(other, room) for other in (bo, stranger))
    starting.start(room.code, "ada")
    assert 'name="track"' not in page(ada, room)


def test_each_seat_says_in_a_word_how_it_stands(bo: Client, room: Room) -> None:
    rooms.set_ready(room.code, "cy", True)
    rooms.add_bot(room.code, "ada", rooms.cast_left(room, list(room.members.all()))[0].name)
    rows = re.findall(r'<li data-seat="\d+">.*?</li>', page(bo, room), re.DOTALL)
    words = [re.findall(r'<span class="tag [^"]*">.*?<span>(.*?)</span></span>', row, re.DOTALL) for row in rows]
    assert words == [["Host"], ["Not yet"], ["Ready"], ["Bot"]]
