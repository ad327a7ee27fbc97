"""Every post in a room gets the same questions: host, member, stranger, wrong method, malformed, stale, twice."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from engine.heat import all_tracks
from engine.heat.tracks import write_track
from lobby.games.heat import legends
from lobby.models import Room
from races.heat import catalogue
from races.models import Race
from tests.lobby.factories import browser, field, member, sentences

pytestmark = pytest.mark.django_db

SETTINGS = {
    "track": "usa",
    "laps": "3",
    "least": "1",
    "most": "6",
    "rules": "standard",
    "clock": "30",
    "grace": "60",
    "watching": "nobody",
}
Fields = Callable[[Room], dict[str, Any]]

OF_THE_HOST: dict[str, Fields] = {
    "settings": lambda room: SETTINGS,
    "start": lambda room: {},
    "remove": lambda room: {"member": member(room, "cy").pk},
    "block": lambda room: {"member": member(room, "cy").pk},
    "host": lambda room: {"member": member(room, "cy").pk},
    "bot": lambda room: {"bot": "Jun Takeda"},
    "legend": lambda room: {"level": "easy"},
}
OF_A_MEMBER: dict[str, Fields] = {
    "ready": lambda room: {"ready": "yes"},
    "car": lambda room: {"name": "Bob", "car_number": "42"},
    "colour": lambda room: {"colour": "pink"},
    "signal": lambda room: {"signal": "horn"},
}
ALL: dict[str, Fields] = {**OF_THE_HOST, **OF_A_MEMBER, "leave": lambda room: {}}
WITH_FIELDS = {"car", "settings"}
"""Where something is typed or chosen: it is shown again with what is wrong."""
WITHOUT_FIELDS = {"start", "legend"}
"""The press of the button says all; a Legend without a level drives at the middle one."""


def state(room: Room) -> object:
    """All that a refused post must not change."""
    row = Room.objects.values().filter(pk=room.pk).first()
    return row, list(room.members.values("visitor", "name", "colour", "car_number", "ready")), Race.objects.count()


def post(client: Client, room: Room, action: str, fields: dict[str, Any], **more: Any) -> Any:
    return client.post(f"/lobby/{room.code}/{action}/", fields, **more)


@pytest.mark.parametrize("action", OF_THE_HOST)
def test_the_host_may(ada: Client, room: Room, action: str) -> None:
    before = state(room)
    response = post(ada, room, action, OF_THE_HOST[action](room))
    assert response.status_code == 302
    assert not sentences(response)
    assert state(room) != before


@pytest.mark.parametrize("action", OF_THE_HOST)
@pytest.mark.parametrize("visitor", ["bo", "zed"])
def test_others_may_not_what_is_the_hosts(room: Room, visitor: str, action: str) -> None:
    before = state(room)
    response = post(browser(visitor), room, action, OF_THE_HOST[action](room))
    assert response.status_code == 403
    assert ("Only the host" if visitor == "bo" else "not in this room") in response.content.decode()
    assert state(room) == before


@pytest.mark.parametrize("action", OF_A_MEMBER)
def test_a_member_may(bo: Client, room: Room, action: str) -> None:
    response = post(bo, room, action, OF_A_MEMBER[action](room))
    assert response.status_code == 302
    assert response["Location"] == room.get_absolute_url()
    assert not sentences(response)


@pytest.mark.parametrize("action", OF_A_MEMBER)
def test_a_stranger_may_nothing(stranger: Client, room: Room, action: str) -> None:
    before = state(room)
    assert post(stranger, room, action, OF_A_MEMBER[action](room)).status_code == 403
    assert state(room) == before


@pytest.mark.parametrize("action", ALL)
def test_other_methods_are_refused(ada: Client, room: Room, action: str) -> None:
    for method in ("get", "put", "delete"):
        assert getattr(ada, method)(f"/lobby/{room.code}/{action}/").status_code == 405


@pytest.mark.parametrize("action", ALL)
def test_a_room_that_is_gone_says_so(ada: Client, room: Room, action: str) -> None:
    fields = ALL[action](room)
    room.delete()
    response = ada.post(f"/lobby/{room.code}/{action}/", fields)
    assert response.status_code == 404
    assert "No room or game has this code" in response.content.decode()


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        *(
            (action, {})
            for action in ("remove", "block", "host", "bot", "ready", "car", "colour", "signal", "settings")
        ),
        *(("remove", {"member": member}) for member in ("x", "-1", "9" * 30, "1 OR 1", "999999")),
        *(("ready", {"ready": answer}) for answer in ("maybe", "")),
        *(("colour", {"colour": colour}) for colour in ("ultraviolet", "", "red" * 999)),
        *(("car", {"name": "Ada", "car_number": number}) for number in ("0", "100", "-1", "one", "")),
        *(("car", {"name": name, "car_number": "1"}) for name in ("", "\u202e", "x" * 99, "Bo")),
        *(("legend", {"level": level}) for level in ("impossible", "x" * 99)),
        ("bot", {"bot": "Nobody"}),
        ("signal", {"signal": "essay"}),
        *(("settings", {**SETTINGS, "most": most}) for most in ("2", "99", "")),
        ("settings", {**SETTINGS, "track": "moon"}),
        ("settings", {**SETTINGS, "least": "7"}),
    ],
)
def test_what_makes_no_sense_changes_nothing(ada: Client, room: Room, action: str, fields: dict[str, Any]) -> None:
    before = state(room)
    response = post(ada, room, action, fields)
    if action in WITH_FIELDS:
        assert response.status_code == 422
        assert "errorlist" in response.content.decode()
    else:
        assert response.status_code == 302
        assert sentences(response)
    assert state(room) == before
    live = post(ada, room, action, fields, headers={"HX-Request": "true"})
    assert 400 <= live.status_code < 500
    assert live.content
    assert state(room) == before


@pytest.mark.parametrize("action", [*OF_THE_HOST, *OF_A_MEMBER])
def test_a_body_that_is_no_form_is_one_without_fields(ada: Client, room: Room, action: str) -> None:
    before = state(room)
    response = ada.post(f"/lobby/{room.code}/{action}/", b"\x00\xff{", content_type="application/json")
    assert response.status_code == (422 if action in WITH_FIELDS else 302)
    if action in WITHOUT_FIELDS:
        assert not sentences(response)
    else:
        assert "errorlist" in response.content.decode() if action in WITH_FIELDS else sentences(response)
        assert state(room) == before


@pytest.mark.parametrize("action", ["remove", "block", "host", "ready", "car", "colour", "settings", "start", "leave"])
def test_twice_is_as_once(room: Room, action: str) -> None:
    client = browser("ada" if action in OF_THE_HOST else "bo")
    fields = ALL[action](room)
    post(client, room, action, fields)
    once = state(room)
    post(client, room, action, fields)
    twice = state(room)
    assert once[1:] == twice[1:]  # type: ignore[index]


def test_with_a_script_there_is_nothing_to_say(ada: Client, room: Room) -> None:
    response = post(ada, room, "settings", SETTINGS, headers={"HX-Request": "true"})
    assert response.status_code == 204
    assert not response.content


def test_a_refusal_appears_where_one_looks(bo: Client, room: Room) -> None:
    response = post(bo, room, "colour", {"colour": member(room, "ada").colour}, headers={"HX-Request": "true"})
    assert response.status_code == 409
    assert response["HX-Retarget"] == "#messages"
    assert "Somebody else has that colour" in response.content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_what_was_typed_stays_where_it_was_typed(bo: Client, ada: Client, room: Room, headers: dict[str, str]) -> None:
    named = post(bo, room, "car", {"name": "Ada", "car_number": "7"}, headers=headers)
    assert 'value="Ada"' in field(named, "id_name")
    assert "has that name already" in field(named, "id_name")
    numbered = post(bo, room, "car", {"name": "Bob", "car_number": "100"}, headers=headers)
    assert 'value="100"' in field(numbered, "id_car_number")
    too_small = post(ada, room, "settings", {**SETTINGS, "most": "2", "clock": "120"}, headers=headers)
    assert "3 players are already here" in field(too_small, "id_most")
    assert '<option value="120" selected>' in too_small.content.decode()
    assert ("<html" in too_small.content.decode()) == (not headers)


def test_a_name_that_is_right_takes_the_mistake_away(bo: Client, room: Room) -> None:
    right = post(bo, room, "car", {"name": "Bob", "car_number": "7"}, headers={"HX-Request": "true"})
    assert right.status_code == 200
    assert 'value="Bob"' in right.content.decode()
    assert "errorlist" not in right.content.decode()


def test_a_form_with_a_mistake_comes_back_and_is_replaced_when_right(ada: Client, room: Room) -> None:
    live = {"headers": {"HX-Request": "true"}}
    wrong = post(ada, room, "settings", {**SETTINGS, "most": "2"}, **live)
    assert wrong.status_code == 422
    assert 'name="wrong"' in wrong.content.decode()
    assert "3 players are already here" in wrong.content.decode()
    right = post(ada, room, "settings", {**SETTINGS, "wrong": "1"}, **live)
    assert right.status_code == 200
    assert 'name="wrong"' not in right.content.decode()


def test_a_room_that_was_set_to_more_laps_than_are_offered_keeps_them(ada: Client, room: Room) -> None:
    Room.objects.filter(pk=room.pk).update(laps=9)
    page = ada.get(room.get_absolute_url()).content.decode()
    assert '<option value="9" selected>' in page
    assert not sentences(post(ada, room, "settings", {**SETTINGS, "laps": "9", "most": "5"}))
    room.refresh_from_db()
    assert (room.laps, room.most) == (9, 5)


def test_a_room_is_offered_one_to_five_laps_or_those_of_the_track(ada: Client, room: Room) -> None:
    page = ada.get(room.get_absolute_url()).content.decode()
    offered = page.partition('name="laps"')[2].partition("</select>")[0]
    assert [part.partition('"')[0] for part in offered.split('<option value="')[1:]] == ["0", "1", "2", "3", "4", "5"]


def test_the_start_leads_to_the_race(ada: Client, room: Room) -> None:
    response = post(ada, room, "start", {})
    assert response["Location"] == Race.objects.get().get_absolute_url()


def test_a_grid_that_is_too_small_is_refused(ada: Client, room: Room) -> None:
    for _ in range(4):
        legends.add(room.code, "ada")
    response = post(ada, room, "settings", {**SETTINGS, "track": small_track()}, headers={"HX-Request": "true"})
    assert response.status_code == 422
    assert "room for" in response.content.decode()


def small_track() -> str:
    """A circuit for six cars."""
    data = json.loads(write_track(all_tracks()["usa"]))
    data.update(id="club", name="Club", grid=data["grid"][:6])
    version = catalogue.save_track("club", json.dumps(data))
    version.art = "{}"
    version.save(update_fields=["art"])
    return "club"


def test_a_post_from_elsewhere_is_refused(room: Room) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser("ada").cookies
    assert post(strict, room, "start", {}).status_code == 403
    assert not Race.objects.exists()
