"""Taking oneself to another device: ten minutes, once, and only by a button."""

import re
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from heatsite import gate
from heatsite.asgi import sockets
from heatsite.visitors import COOKIE, read, sign
from lobby import devices
from lobby.models import Device, DeviceLink, PushAddress, Visitor
from operating import retention
from races.models import Race, Token
from tests.communicator import Communicator
from tests.lobby.factories import VisitorFactory, browser
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db


@pytest.fixture
def address() -> str:
    """The link that Ada's first browser shows."""
    VisitorFactory(id="ada", name="Ada")
    page = browser("ada").post("/device/").content.decode()
    found = re.search(r'value="http://testserver(/device/[^"]+)"', page)
    assert found
    return found[1]


def test_the_button_moves_the_browser(client: Client, address: str) -> None:
    page = client.get(address)
    assert "Continue as Ada" in page.content.decode()
    assert page["Referrer-Policy"] == "same-origin"  # without an origin the button's post is refused
    response = client.post(address)
    assert response["Location"] == "/"
    assert read(response.cookies[COOKIE].value) == "ada"


def test_looking_uses_nothing_up(client: Client, address: str) -> None:
    for _ in range(3):
        assert client.get(address).status_code == 200
    assert client.post(address).status_code == 302


def test_it_works_once(client: Client, address: str) -> None:
    client.post(address)
    other = Client()
    response = other.post(address)
    assert response.status_code == 404
    assert read(response.cookies[COOKIE].value) != "ada"
    assert other.get(address).status_code == 404


def test_it_works_for_ten_minutes(client: Client, address: str) -> None:
    DeviceLink.objects.update(made=timezone.now() - devices.LIFETIME + timedelta(seconds=5))
    assert client.get(address).status_code == 200
    DeviceLink.objects.update(made=timezone.now() - devices.LIFETIME)
    assert client.post(address).status_code == 404


def test_what_is_kept_opens_nothing(client: Client, address: str) -> None:
    assert client.post(f"/device/{DeviceLink.objects.get().hash}/").status_code == 404


@pytest.mark.parametrize("secret", ["x", "%00", "x" * 3000, "ada"])
def test_a_wrong_link_is_friendly(client: Client, secret: str) -> None:
    assert client.get(f"/device/{secret}/").status_code == 404


def test_who_has_no_name_has_nothing_to_move(client: Client) -> None:
    assert "no name here yet" in client.get("/device/").content.decode()
    response = client.post("/device/", follow=True)
    assert "no name here yet" in response.content.decode()
    assert not DeviceLink.objects.exists()


def test_somebody_is_warned_before_becoming_another(address: str) -> None:
    VisitorFactory(id="bo", name="Bo")
    assert "You will no longer be Bo" in browser("bo").get(address).content.decode()


def test_other_methods_are_refused(client: Client, address: str) -> None:
    assert client.put("/device/").status_code == 405
    assert client.delete(address).status_code == 405


def test_nobody_keeps_the_page_with_the_link() -> None:
    VisitorFactory(id="ada")
    assert "no-store" in browser("ada").post("/device/")["Cache-Control"]


FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def moved(address: str, **headers: str) -> Client:
    """A second browser that is Ada."""
    phone = Client()
    phone.post(address, headers={"User-Agent": FIREFOX})
    return phone


def name_on(client: Client) -> str:
    page = client.get("/device/").content.decode()
    return "Ada" if "you are Ada" in page else ""


def test_devices_are_listed_by_what_they_are(address: str) -> None:
    assert "My devices" not in browser("ada").get("/device/").content.decode(), "there is only one"
    phone = moved(address)
    page = phone.get("/device/").content.decode()
    assert "Firefox on Android" in page
    assert page.count('name="device"') == 1, "this one is signed out by forgetting, not here"
    assert "this one" in page


def test_a_device_that_is_signed_out_is_somebody_new(address: str) -> None:
    phone, first = moved(address), browser("ada")
    key = Device.objects.exclude(key="").get().pk
    assert name_on(phone) == "Ada"
    first.post("/device/out/", {"device": key})
    answer = phone.get("/device/")
    assert read(answer.cookies[COOKIE].value) not in {"", "ada"}
    assert name_on(phone) == ""
    assert name_on(first) == "Ada"


def test_all_others_are_signed_out_at_once_the_first_one_too(address: str) -> None:
    phone, first = moved(address), browser("ada")
    link = re.search(r'value="http://testserver(/device/[^"]+)"', first.post("/device/").content.decode())
    assert link
    tablet = moved(link[1])
    phone.post("/device/out/")
    assert [name_on(client) for client in (phone, first, tablet)] == ["Ada", "", ""]


def test_nobody_signs_out_the_devices_of_others(address: str) -> None:
    phone = moved(address)
    VisitorFactory(id="bo", name="Bo")
    for device in Device.objects.all():
        browser("bo").post("/device/out/", {"device": device.pk})
    browser("bo").post("/device/out/")
    assert name_on(phone) == "Ada"
    assert browser("bo").post("/device/out/", {"device": "²"}).status_code == 302


def test_no_cookie_of_a_visitor_who_is_forgotten_is_good_on_any_device(address: str) -> None:
    thief, first = moved(address), browser("ada")
    first.post("/device/out/")
    phone = moved(f"/device/{devices.make_link('ada')}/")
    cookies = [str(client.cookies[COOKIE].value) for client in (thief, first, phone)]
    assert {read(cookie) for cookie in cookies} == {"ada"}
    phone.post("/mine/forget/", {"sure": "yes"})
    for days in (0, 399):
        retention.tidy(timezone.now() + timedelta(days=days))
        for cookie in cookies:
            old = Client()
            old.cookies[COOKIE] = cookie
            assert read(old.get("/mine/").cookies[COOKIE].value) not in {"", "ada"}
    retention.tidy(timezone.now() + timedelta(days=401))
    assert not Device.objects.exists()


def test_links_that_are_still_good_are_told_and_withdrawn(client: Client, address: str) -> None:
    ada = browser("ada")
    assert "still good" in ada.get("/device/").content.decode()
    ada.post("/device/withdraw/")
    assert "still good" not in ada.get("/device/").content.decode()
    assert client.post(address).status_code == 404


Lines = tuple[Communicator, Communicator]


@pytest.fixture
async def lines(transactional_db: object) -> AsyncIterator[Lines]:
    """The open race pages of Ada's phone and of her first browser. No notice of a sign-out arrives."""
    race = await sync_to_async(make_race)("ada", "bo", clock=0)
    await sync_to_async(Device.objects.create)(visitor="ada", key="phone")
    both = []
    for device in ("phone", ""):
        cookie = f"{COOKIE}={sign('ada', device)}".encode()
        headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", cookie)]
        both.append(one := Communicator(sockets, f"/ws/races/{race.code}/", headers))
        await one.connect()
        await one.receive_from()
    yield both[0], both[1]
    for one in both:
        await one.disconnect()


async def is_closed(line: Communicator) -> bool:
    """Return whether a socket was closed as one of a device that was signed out."""
    while not await line.receive_nothing(0.05, 0.01):
        told = await line.receive_output()
        if told["type"] == "websocket.close":
            return bool(told["code"] == gate.SIGNED_OUT)
    return False


async def test_what_is_open_on_a_device_that_is_signed_out_is_closed(lines: Lines) -> None:
    phone, first = lines
    await gate.doorkeeper.look()
    await sync_to_async(devices.sign_out)("ada", None, "")
    await gate.doorkeeper.look()
    assert await is_closed(phone)
    assert not await is_closed(first)


async def test_what_is_open_of_a_visitor_who_is_forgotten_is_closed(lines: Lines) -> None:
    await sync_to_async(devices.forget)("ada")
    await gate.doorkeeper.look()
    assert [await is_closed(line) for line in lines] == [True, True]


async def test_after_the_database_was_away_a_look_reaches_back_to_the_last_one(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, first = lines
    now = timezone.now()
    monkeypatch.setattr(gate.doorkeeper, "looked", now)
    await sync_to_async(devices.sign_out)("ada", None, "")
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=10))
    with monkeypatch.context() as patch:
        patch.setattr(devices, "signed_out", database_is_away)
        with pytest.raises(OperationalError):
            await gate.doorkeeper.look()
    await gate.doorkeeper.look()
    assert await is_closed(phone)
    assert not await is_closed(first)


def database_is_away(since: datetime) -> set[tuple[str, str]]:
    raise OperationalError


def seat_with_tokens(**devices: str | None) -> dict[str, Token]:
    """Tokens of Ada's seat, each by the name and the key of the device that made it."""
    seat = make_race("ada", "bo").seats.get(number=0)
    return {name: Token.objects.create(seat=seat, hash=name, device=key) for name, key in devices.items()}


def valid() -> set[str]:
    return set(Token.objects.filter(revoked=None).values_list("hash", flat=True))


def test_tokens_go_with_the_device_that_made_them(address: str) -> None:
    phone = moved(address)
    device = Device.objects.exclude(key="").get()
    seat_with_tokens(first="", phone=device.key, unknown=None)
    browser("ada").post("/device/out/", {"device": 9999})
    assert valid() == {"first", "phone", "unknown"}, "there is no such device"
    browser("ada").post("/device/out/", {"device": device.pk})
    assert valid() == {"first"}, "the device that is signed out may have made the one of which nothing is known"
    assert phone.post(f"/races/{Race.objects.get().code}/tokens/make/").status_code == 403


def test_what_a_device_stored_while_it_was_signed_out_is_taken_back(address: str) -> None:
    moved(address)
    key = Device.objects.exclude(key="").get().key
    before = timezone.now()
    devices.sign_out("ada", None, "")
    seat_with_tokens(first="", phone=key)
    for name, of in (("first", ""), ("phone", key)):
        PushAddress.objects.create(visitor="ada", endpoint=name, device=of)
    assert devices.signed_out(timezone.now()) == set()
    assert valid() == {"first", "phone"}
    assert devices.signed_out(before) == {("ada", key)}
    assert valid() == {"first"}
    assert PushAddress.objects.get().endpoint == "first"


@pytest.mark.parametrize("which", ["first", "phone"])
def test_the_own_link_changes_nothing_in_a_browser_that_is_its_visitor(address: str, which: str) -> None:
    """Its program drives on, and it is called as before."""
    phone = moved(address)
    key = Device.objects.exclude(key="").get().key
    seat_with_tokens(first="", phone=key)
    PushAddress.objects.create(visitor="ada", endpoint="phone", device=key)
    own = devices.make_link("ada")
    answer = (phone if which == "phone" else browser("ada")).post(f"/device/{own}/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert COOKIE not in answer.cookies
    assert valid() == {"first", "phone"}
    assert PushAddress.objects.exists()
    assert Device.objects.count() == devices.of("ada").count() == 2
    assert Client().post(f"/device/{own}/").status_code == 404, "it works once"


def test_a_browser_of_the_visitor_that_is_on_as_many_devices_as_it_can_be_uses_the_link_up(address: str) -> None:
    Device.objects.bulk_create(Device(visitor="ada", key=f"{one}") for one in range(devices.MOST - 1))
    assert browser("ada").post(address)["Location"] == "/"
    assert not DeviceLink.objects.filter(used=None).exists()


def test_a_link_of_a_visitor_who_is_forgotten_meanwhile_is_refused(
    address: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = devices.look(address.split("/")[2])
    monkeypatch.setattr(devices, "look", lambda *_: coming)
    Visitor.objects.all().delete()
    assert client.post(address).status_code == 404


def sign_out_many(count: int) -> None:
    seat_with_tokens(first="")
    now = timezone.now()
    Device.objects.bulk_create(Device(visitor="ada", key=f"{one}", made=now) for one in range(count))
    devices.sign_out("ada", None, "")


def test_a_look_takes_as_long_for_many_devices_as_for_one(django_assert_num_queries: Callable[..., Any]) -> None:
    """All that the process stores waits for it, and nothing is written where nothing is to be taken back."""
    before = timezone.now()
    sign_out_many(300)
    with django_assert_num_queries(3) as captured:
        assert len(devices.signed_out(before)) == 300
    assert {one["sql"].split()[0] for one in captured} == {"SELECT"}
    with django_assert_num_queries(1):
        assert devices.signed_out(timezone.now()) == set()


def test_a_visitor_has_so_many_devices_and_no_more(address: str) -> None:
    ada, now = browser("ada"), timezone.now()
    links = [devices.make_link("ada") for _ in range(2)]
    Device.objects.bulk_create(Device(visitor="ada", key=f"{one}", made=now) for one in range(devices.MOST - 2))
    assert devices.use(links[0]).visitor == "ada"
    assert devices.of("ada").count() == devices.MOST
    late = Client().post(f"/device/{links[1]}/", follow=True)
    assert "as many devices as you can be" in late.content.decode()
    assert "as many devices as you can be" in ada.post("/device/", follow=True).content.decode()
    assert devices.of("ada").count() == devices.MOST
    ada.post("/device/out/", {"device": Device.objects.get(key="0").pk})
    assert re.search(r'value="http://testserver/device/', ada.post("/device/").content.decode())


def test_tokens_of_devices_that_were_signed_out_before_are_revoked_by_the_upgrade() -> None:
    seat_with_tokens(unknown=None)
    upgrade = import_module("lobby.migrations.0014_tokens_of_devices")
    Device.objects.create(visitor="ada", key="phone")
    upgrade.revoke(apps, None)
    assert valid() == {"unknown"}
    Device.objects.update(out=timezone.now())
    upgrade.revoke(apps, None)
    assert valid() == set()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_browser_has_a_name_that_tells_it_apart(agent: str, name: str) -> None:
    assert devices.name_of(agent) == name
