"""Who is kept out of a room, and offensive names: neither a new cookie nor a neighbour's mistake changes
who comes in."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from heatsite.asgi import sockets
from heatsite.visitors import COOKIE, sign
from lobby import limits, people, rooms, starting
from lobby.models import Block, DeviceLink, MailAddress, Member, PushAddress, Report, Room, Visitor
from races.models import Seat, Token
from races.sockets import NOT_ALLOWED
from tests.communicator import Communicator
from tests.lobby.calls.kit import Browser
from tests.lobby.factories import VisitorFactory, browser, offered_track, sentences
from tests.lobby.views.test_open_room import ASKED
from tests.races.factories import deck_version

CLUB, HOME = "198.51.100.7", "203.0.113.9"

pytestmark = pytest.mark.django_db


def at(address: str, visitor: str) -> Client:
    client = browser(visitor)
    client.defaults["REMOTE_ADDR"] = address
    return client


def join(client: Client, room: Room, name: str) -> int:
    return client.post("/join/", {"code": room.code, "name": name}).status_code


@pytest.fixture
def sent_away(room: Room) -> Room:
    """Zed has come from the club, and Ada keeps him out."""
    assert join(at(CLUB, "zed"), room, "Zed") == 302
    zed = room.members.get(visitor="zed")
    browser("ada").post(f"/lobby/{room.code}/block/", {"member": zed.pk})
    assert not room.members.filter(visitor="zed").exists()
    return room


def test_a_new_cookie_does_not_bring_somebody_back(sent_away: Room) -> None:
    for client in (at(CLUB, "zed"), at(HOME, "zed"), at(CLUB, "zed-anew")):
        assert client.get(sent_away.get_absolute_url()).status_code == 403
        assert join(client, sent_away, "Zed again") == 403
    assert "from your network" in at(CLUB, "zed-anew").get(sent_away.get_absolute_url()).content.decode()


def test_nor_whoever_opened_the_room() -> None:
    """They sit in it without having joined it by its code, and another one is the host by now."""
    track = offered_track()
    deck_version()
    deck_version("helmet")
    assert at(CLUB, "zed").post("/open/", {**ASKED, "track": track.slug, "name": "Zed", "once": ""}).status_code == 302
    opened = Room.objects.get(host="zed")
    assert join(browser("ada"), opened, "Ada") == 302
    ada = opened.members.get(visitor="ada")
    at(CLUB, "zed").post(f"/lobby/{opened.code}/host/", {"member": ada.pk})
    zed = opened.members.get(visitor="zed")
    browser("ada").post(f"/lobby/{opened.code}/block/", {"member": zed.pk})
    assert join(at(CLUB, "zed-anew"), opened, "Zed again") == 403


def test_others_of_the_same_network_come_in(sent_away: Room) -> None:
    """Who was known before another visitor was sent away cannot be that one with a new cookie."""
    VisitorFactory(id="eve", name="Eve")
    Visitor.objects.filter(pk="eve").update(made=timezone.now() - timedelta(days=1))
    assert join(at(CLUB, "eve"), sent_away, "Eve") == 302
    assert join(at(HOME, "flo"), sent_away, "Flo") == 302
    assert set(sent_away.members.values_list("visitor", flat=True)) >= {"eve", "flo"}


def test_the_host_lets_newcomers_in_again_and_not_who_was_sent_away(sent_away: Room) -> None:
    ada = browser("ada")
    assert "Let newcomers in again" in ada.get(sent_away.get_absolute_url()).content.decode()
    assert "Let newcomers in again" not in browser("bo").get(sent_away.get_absolute_url()).content.decode()
    browser("bo").post(f"/lobby/{sent_away.code}/newcomers/")
    assert join(at(CLUB, "gus"), sent_away, "Gus") == 403
    ada.post(f"/lobby/{sent_away.code}/newcomers/")
    assert join(at(CLUB, "gus"), sent_away, "Gus") == 302
    assert join(at(CLUB, "zed"), sent_away, "Zed") == 403


def test_addresses_are_kept_as_hashes_and_go_with_the_room(sent_away: Room) -> None:
    kept = [*Block.objects.values_list("address", flat=True), *Member.objects.values_list("address", flat=True)]
    assert any(kept)
    assert not any(CLUB in address for address in kept)


@pytest.mark.django_db(transaction=True)
async def test_nor_by_a_socket(room: Room) -> None:
    await sync_to_async(Block.objects.create)(
        room=room, visitor="zed", address=await sync_to_async(lambda: hash_of(CLUB))()
    )
    headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", f"{COOKIE}={sign('anew')}".encode())]
    line = Communicator(sockets, f"/ws/lobby/{room.code}/", headers)
    line.scope["client"] = [CLUB, 1]
    await line.connect()
    assert (await line.receive_output())["code"] == NOT_ALLOWED


def hash_of(address: str) -> str:
    from django.test import RequestFactory

    return limits.address_of(RequestFactory().get("/", REMOTE_ADDR=address))


def test_a_reported_name_reaches_the_admin_once(room: Room, admin_client: Client) -> None:
    cy = room.members.get(visitor="cy")
    for _ in range(2):
        told = browser("bo").post(f"/lobby/{room.code}/report/", {"member": cy.pk}, follow=True)
        assert "An admin of the site will look" in told.content.decode()
    assert "Report the name" in browser("bo").get(room.get_absolute_url()).content.decode()
    assert Report.objects.count() == 1
    assert "Cy" in admin_client.get("/admin/lobby/report/").content.decode()
    assert "Cy" in admin_client.get("/admin/lobby/visitor/").content.decode()


@pytest.mark.parametrize("visitor", ["zed", ""])
def test_strangers_report_nothing(room: Room, visitor: str) -> None:
    cy = room.members.get(visitor="cy")
    client = browser(visitor) if visitor else Client()
    client.post(f"/lobby/{room.code}/report/", {"member": cy.pk})
    assert not Report.objects.exists()


def test_an_admin_renames_a_visitor_everywhere(
    room: Room, admin_client: Client, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    browser("ada").post(f"/lobby/{room.code}/start/")
    seat = Seat.objects.get(visitor="cy")
    before = seat.race.revision
    admin_client.post("/admin/lobby/visitor/cy/change/", {"name": "Somebody"})
    assert room.members.get(visitor="cy").name == Seat.objects.get(visitor="cy").name == "Somebody"
    seat.race.refresh_from_db()
    assert seat.race.revision > before, "pages that are open show it"
    page = admin_client.post("/admin/lobby/visitor/cy/change/", {"name": "\u202e"}).content.decode()
    assert "Tell us what to call you" in page or "cannot be shown" in page
    assert Visitor.objects.get(pk="cy").name == "Somebody"


def test_who_is_barred_opens_and_joins_nothing(room: Room, admin_client: Client) -> None:
    admin_client.post("/admin/lobby/visitor/", {"action": "bar", "_selected_action": ["cy"]})
    assert not room.members.filter(visitor="cy").exists()
    cy = browser("cy")
    assert join(cy, room, "Cy") == 403
    assert "barred you" in sentences(cy.post("/alone/")) or cy.post("/alone/").status_code == 403
    assert not Seat.objects.filter(visitor="cy").exists()
    admin_client.post("/admin/lobby/visitor/", {"action": "let_in", "_selected_action": ["cy"]})
    assert join(cy, room, "Cy") == 302


def test_who_is_barred_gives_no_way_in_and_no_address(room: Room, settings: Settings) -> None:
    settings.MAIL = True
    race = starting.start(room.code, "ada")
    VisitorFactory(id="cy", name="Cy")
    people.bar("cy")
    cy, tokens = browser("cy"), reverse("races:make_token", args=[race.code])
    made = cy.post(tokens)
    assert made.status_code == 409
    assert "barred you" in made.content.decode()
    assert cy.post("/device/").status_code == 403
    pushed = Browser("https://fcm.googleapis.com").subscription()
    answer = cy.post("/mine/calls/browser/", pushed, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "barred")
    assert cy.post("/mine/calls/mail/", {"address": "cy@mail.example"}).status_code == 403
    assert not Token.objects.exists()
    assert not DeviceLink.objects.exists()
    assert not PushAddress.objects.exists()
    assert not MailAddress.objects.exists()
    people.let_in("cy")
    assert cy.post(tokens).status_code == 200
    assert cy.post("/device/").status_code == 200
    assert cy.post("/mine/calls/browser/", pushed, content_type="application/json").status_code == 201


def test_an_admin_takes_a_name_away(room: Room, admin_client: Client) -> None:
    Report.objects.create(visitor="cy", name="Cy", by="bo", room=room.code)
    admin_client.post("/admin/lobby/visitor/", {"action": "take_the_name", "_selected_action": ["cy"]})
    assert room.members.get(visitor="cy").name == people.nameless("cy")
    assert not Report.objects.exists(), "what was reported is settled"
    assert rooms.players(room).count() == 3
