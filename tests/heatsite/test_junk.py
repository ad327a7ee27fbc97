"""Junk at every address and every socket: each gets an answer, nothing falls over, and nothing is half done."""

from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from heatsite.asgi import sockets
from heatsite.crowd import Crowd, Flow
from heatsite.visitors import COOKIE, sign
from lobby import presence as lobby_presence
from lobby import scenes as room_scenes
from lobby.models import Member, Room
from races import presence, scenes
from races.consumers.program import PROTOCOL
from races.models import Entry, Race, Seat, Token
from tests.communicator import Communicator
from tests.heatsite import junk
from tests.lobby.factories import RoomFactory, browser
from tests.races.heat.board.kit import drawn_race


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.DRAW_TRACKS = False
    monkeypatch.setattr("races.allowance.BURST", 10**6)
    flow = Flow(10**9, 10**9)
    monkeypatch.setattr("heatsite.gate.crowd", Crowd())
    monkeypatch.setattr("heatsite.crowd.VISITOR", {"frames": flow, "bytes": flow})
    scenes.forget()
    room_scenes.forget()
    presence.here.clear()
    lobby_presence.here.clear()


def addresses(room: Room, race: Race) -> list[str]:
    """Every address before, during and after a race, whatever it is for."""
    return [path for path in junk.paths(room.code, race.code) if not path.startswith("/admin/")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("visitor", ["ada", "stranger"])
def test_forms_full_of_junk(visitor: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each address gets a room and a race of its own: no player has left them, and no race is over."""
    dice = Random(7)
    client: Client = browser(visitor)
    count = len(addresses(RoomFactory(), drawn_race("ada")))
    assert count > 45
    for at in range(count):
        path = addresses(RoomFactory(guests=("bo",)), drawn_race("ada", "bo"))[at]
        for method in (client.get, client.post, client.post):
            status = method(path, junk.fields(dice, junk.NAMES)).status_code
            assert status < 500, path
            kept_out = visitor == "stranger" or path.endswith("record.json")  # it is closed before the flag
            assert status != 403 or kept_out, path  # where somebody is kept out, no value is looked at
    call_command("verify_races")
    assert " 0 of them differ" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_no_form_of_another_site_is_taken() -> None:
    room, race = RoomFactory(guests=("bo",)), drawn_race("ada", "bo")
    client = browser("ada")
    client.handler.enforce_csrf_checks = True
    for path in addresses(room, race):
        status = client.post(path, {"sure": "yes", "member": "2"}).status_code
        if path.startswith("/calls/stop/"):  # mail programs post to it: its token must be one that the site signed
            assert status == 404
        else:
            assert status in {403, 405}, path


@pytest.mark.django_db(transaction=True)
def test_looking_changes_nothing() -> None:
    room, race = RoomFactory(guests=("bo",)), drawn_race("ada", "bo")
    before = [list(model.objects.order_by("pk").values()) for model in (Room, Member, Race, Seat, Entry, Token)]
    for path in addresses(room, race):
        browser("ada").get(path)
    after = [list(model.objects.order_by("pk").values()) for model in (Room, Member, Race, Seat, Entry, Token)]
    assert after == before


@pytest.mark.parametrize("address", ["/races/%00/", "/lobby/%00/", "/open/?track=%00", "/races/" + "B" * 500 + "/"])
@pytest.mark.django_db
def test_no_address_carries_junk_to_the_database(client: Client, address: str) -> None:
    RoomFactory()
    assert client.get(address).status_code in {200, 404}


@pytest.mark.parametrize("visitor", ["ada", "stranger"])
@pytest.mark.parametrize(("protocols", "message"), junk.messages(PROTOCOL))
async def test_frames_full_of_junk(
    visitor: str, protocols: list[str], message: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    race = await sync_to_async(drawn_race)("ada", "bo")
    headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", f"{COOKIE}={sign(visitor)}".encode())]
    line = Communicator(sockets, f"/ws/races/{race.code}/", headers, protocols)
    assert (await line.connect())[0]
    for text in junk.texts(Random(7), 150, message):
        await line.send_to(text_data=text)
        assert (await line.receive_output())["type"] == "websocket.send"
    await line.disconnect()
    assert not presence.here
    await sync_to_async(call_command)("verify_races")
    assert " 0 of them differ" in capsys.readouterr().out


@pytest.mark.parametrize(
    "query", ["a&" * 1100, "revision=%ff%00&version=%ED%A0%80", "&=&revision", "revision[]=1&revision=2"]
)
@pytest.mark.parametrize("where", ["races", "lobby"])
async def test_addresses_of_sockets_full_of_junk(where: str, query: str) -> None:
    code = (
        (await sync_to_async(drawn_race)("ada")).code if where == "races" else (await sync_to_async(RoomFactory)()).code
    )
    headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", f"{COOKIE}={sign('ada')}".encode())]
    line = Communicator(sockets, f"/ws/{where}/{code}/?{query}", headers)
    assert (await line.connect())[0]
    assert (await line.receive_output())["type"] == "websocket.send"
    await line.disconnect()


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/races/", "/ws/races/%00/", "/ws/races/A/B/"])
async def test_where_no_socket_is_the_handshake_is_refused(path: str) -> None:
    line = Communicator(sockets, path, [(b"host", b"here")])
    assert await line.connect() == (False, 1000)
