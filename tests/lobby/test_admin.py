"""Rooms in the admin."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from django.test import Client

from lobby import notices, rooms
from lobby.games.heat import extras
from lobby.models import Room
from races.heat.extras import Extras

pytestmark = pytest.mark.django_db

LIST = "/admin/lobby/room/"


@pytest.fixture
def boss(room: Room) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    return client


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rooms whose people were told that they are gone."""
    told: list[int] = []
    monkeypatch.setattr(notices, "close", told.append)
    return told


def test_rooms_are_listed_and_found_by_who_is_in_them(boss: Client, room: Room) -> None:
    assert room.code in boss.get(LIST, {"q": "Cy"}).content.decode()
    assert f">{room.code}<" not in boss.get(LIST, {"q": "Nobody"}).content.decode()
    page = boss.get(f"{LIST}{room.pk}/change/").content.decode()
    assert "Cy" in page


def test_what_the_game_of_a_room_is_set_to_stands_there_in_words(boss: Client, room: Room) -> None:
    address = f"{LIST}{room.pk}/change/"
    rooms.change(room.code, "ada", {"options": extras.stored(Extras(garage="snake", weather="fog"))})
    page = boss.get(address).content.decode()
    assert "Garage: There and back<br>" in page
    assert "Weather: Fog<br>" in page
    Room.objects.update(options={"turbo": True})
    assert "cannot start with these settings" in boss.get(address).content.decode()


def test_a_change_is_seen_by_those_who_are_there(boss: Client, room: Room) -> None:
    columns = ("laps", "least", "most", "rules", "clock", "grace", "absence", "watching")
    fields = {name: getattr(room, name) for name in columns}
    inline = {"members-TOTAL_FORMS": 0, "members-INITIAL_FORMS": 0}
    response = boss.post(f"{LIST}{room.pk}/change/", {**fields, **inline, "track": room.track_id, "most": 4})
    assert response.status_code == 302
    changed = Room.objects.get()
    assert (changed.most, changed.revision) == (4, room.revision + 1)


@pytest.mark.parametrize("one_by_one", [True, False])
def test_who_is_in_a_closed_room_is_told(
    boss: Client,
    room: Room,
    closed: list[int],
    one_by_one: bool,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        if one_by_one:
            boss.post(f"{LIST}{room.pk}/delete/", {"post": "yes"})
        else:
            boss.post(LIST, {"action": "delete_selected", "_selected_action": room.pk, "post": "yes"})
    assert not Room.objects.exists()
    assert closed == [room.pk]


def test_it_is_for_admins(ada: Client) -> None:
    assert ada.get(LIST).status_code == 302
