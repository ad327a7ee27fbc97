"""Where one wants to be called: given by the page, confirmed by a link, and stopped by one."""

import json
import re
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from pytest_django.fixtures import Settings

from lobby import devices, forgetting, holding, limits
from lobby.calls import addresses
from lobby.calls.models import MailAddress, PushAddress, Unwanted
from lobby.models import Visitor
from tests.lobby.calls.kit import ORIGIN, Browser
from tests.lobby.factories import VisitorFactory, browser, field, sentences

pytestmark = pytest.mark.django_db

SERVICE = "https://updates.push.services.mozilla.com"
ADD, REMOVE = "/mine/calls/browser/", "/mine/calls/browser/out/"


@pytest.fixture
def ada() -> Client:
    VisitorFactory(id="ada")
    return browser("ada")


@pytest.fixture
def mailing(settings: Settings) -> None:
    settings.MAIL = True


def send(client: Client, path: str, body: Any, agent: str = "Firefox/140 Linux") -> Any:
    return client.post(path, json.dumps(body), "application/json", headers={"user-agent": agent})


def stop_link(address: PushAddress | MailAddress) -> str:
    return f"/calls/stop/{addresses.stop_token(address)}/"


def test_a_browser_is_called_and_listed_until_it_is_taken_away(ada: Client) -> None:
    given = Browser(SERVICE).subscription()
    assert send(ada, ADD, given).status_code == 201
    assert send(ada, ADD, given).status_code == 201, "the page tells it at each visit"
    (one,) = PushAddress.objects.all()
    assert (one.visitor, one.name, one.language) == ("ada", "Firefox on Linux", "en")
    page = ada.get("/mine/calls/").content.decode()
    assert "Firefox on Linux" in page
    assert given["endpoint"] not in page
    ada.post("/mine/calls/browser/drop/", {"browser": one.pk})
    assert not PushAddress.objects.exists()
    send(ada, ADD, given)
    assert send(ada, REMOVE, {"endpoint": given["endpoint"]}).status_code == 200
    assert not PushAddress.objects.exists()


def test_a_browser_that_was_another_visitor_is_the_new_one_s(ada: Client) -> None:
    VisitorFactory(id="bo")
    given = Browser(SERVICE).subscription()
    send(ada, ADD, given)
    send(browser("bo"), ADD, given)
    assert [one.visitor for one in PushAddress.objects.all()] == ["bo"]


def test_a_visitor_has_so_many_browsers(ada: Client) -> None:
    for number in range(addresses.BROWSERS + 2):
        send(ada, ADD, Browser(SERVICE, str(number)).subscription())
    found = PushAddress.objects.values_list("endpoint", flat=True)
    assert len(found) == addresses.BROWSERS
    assert f"{SERVICE}/push/0" not in found


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "http://updates.push.services.mozilla.com/x"},
        {"endpoint": SERVICE + "/" + "x" * 900},
        {"endpoint": 7},
        {"keys": {}},
        {"keys": {"p256dh": "x", "auth": "y"}},
        {"keys": None},
    ],
)
def test_what_is_no_push_address_is_refused(ada: Client, change: dict[str, Any]) -> None:
    response = send(ada, ADD, {**Browser(SERVICE).subscription(), **change})
    assert response.status_code in {400, 422}
    assert response.json()["text"]
    assert not PushAddress.objects.exists()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"null"])
def test_what_is_no_json_is_refused(ada: Client, body: bytes) -> None:
    for path in (ADD, REMOVE):
        response = ada.post(path, body, "application/json")
        assert (response.status_code, response.json()["code"]) == (400, "malformed")


def test_who_has_no_name_here_is_called_about_nothing() -> None:
    assert send(browser("zed"), ADD, Browser(SERVICE).subscription()).status_code == 409
    assert "no name here yet" in browser("zed").get("/mine/calls/").content.decode()


def test_nobody_takes_another_s_browser_away(ada: Client) -> None:
    VisitorFactory(id="bo")
    address = Browser(SERVICE).given("ada")
    browser("bo").post("/mine/calls/browser/drop/", {"browser": address.pk})
    send(browser("bo"), REMOVE, {"endpoint": address.endpoint})
    assert PushAddress.objects.exists()
    for key in ("x", "-1", "9" * 30, ""):
        assert "make sense" in sentences(ada.post("/mine/calls/browser/drop/", {"browser": key}))


@pytest.mark.parametrize("kind", ["push", "mail"])
@pytest.mark.usefixtures("mailing")
def test_one_click_stops_and_a_preview_does_not(ada: Client, kind: str) -> None:
    address: PushAddress | MailAddress = Browser(SERVICE).given("ada")
    if kind == "mail":
        address = addresses.set_mail("ada", "ada@mail.example", ORIGIN)
        addresses.confirm(addresses.confirm_token(address))
    link = stop_link(address)
    anybody = Client(enforce_csrf_checks=True)  # a mail program has no cookie
    assert anybody.get(link).status_code == 200
    assert type(address).objects.filter(pk=address.pk).exists()
    page = anybody.post(link, {"List-Unsubscribe": "One-Click"})
    assert page.status_code == 200
    assert "No more messages" in page.content.decode()
    assert not type(address).objects.filter(pk=address.pk).exists()
    assert not Unwanted.objects.exists(), "whoever has asked for messages may do so again"
    assert anybody.post(link).status_code == 200, "pressed again, it says the same"


FOREIGN = pytest.param(signing.dumps(["push", 1, "x"], salt="another"), id="signed for something else")


@pytest.mark.parametrize("token", ["x", "a:b:c", FOREIGN, "%00"])
def test_a_link_that_is_none_is_refused(token: str, ada: Client) -> None:
    for path in (f"/calls/stop/{token}/", f"/calls/confirm/{token}/"):
        for answer in (ada.get(path), ada.post(path)):
            assert answer.status_code in {302, 404}


@pytest.mark.usefixtures("mailing")
def test_a_mail_address_is_confirmed_by_the_button_behind_its_link(ada: Client) -> None:
    ada.post("/mine/calls/mail/", {"address": "ada@mail.example"})
    address = MailAddress.objects.get(confirmed=None)
    assert "asks whether it is yours" in ada.get("/mine/calls/").content.decode()
    link = f"/calls/confirm/{addresses.confirm_token(address)}/"
    assert "Is this your address?" in Client().get(link).content.decode()
    assert MailAddress.objects.filter(confirmed=None).exists(), "programs that read mail open its links"
    Client().post(link)
    assert not MailAddress.objects.filter(confirmed=None).exists()
    assert "Mail goes to ada@mail.example." in ada.get("/mine/calls/").content.decode()
    ada.post("/mine/calls/mail/out/")
    assert not MailAddress.objects.exists()
    assert Client().get(link).status_code == 404


@pytest.mark.usefixtures("mailing")
def test_a_link_confirms_the_address_that_it_was_sent_to_and_no_later_one(ada: Client) -> None:
    address = addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    link = f"/calls/confirm/{addresses.confirm_token(address)}/"
    addresses.set_mail("ada", "victim@mail.example", ORIGIN)
    assert Client().post(link).status_code in {302, 404}
    assert MailAddress.objects.get().confirmed is None


@pytest.mark.usefixtures("mailing")
def test_a_link_to_confirm_is_good_for_two_days(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    token = addresses.confirm_token(address)
    monkeypatch.setattr(addresses, "CONFIRMED_WITHIN", -addresses.CONFIRMED_WITHIN)
    assert Client().get(f"/calls/confirm/{token}/").status_code == 404


@pytest.mark.usefixtures("mailing")
def test_who_says_that_it_was_not_them_is_never_asked_again(ada: Client) -> None:
    address = addresses.set_mail("ada", "Victim@mail.example", ORIGIN)
    Client().post(stop_link(address))
    VisitorFactory(id="bo")
    for visitor in ("ada", "bo"):
        addresses.set_mail(visitor, "victim@mail.example", ORIGIN)
    assert addresses.to_ask() == []
    assert "victim" not in Unwanted.objects.get().hash


@pytest.mark.usefixtures("mailing")
def test_who_gave_an_address_cannot_undo_that_its_owner_wants_no_mail(ada: Client) -> None:
    link = stop_link(addresses.set_mail("ada", "victim@mail.example", ORIGIN))
    addresses.remove_mail("ada")
    Client().post(link)
    again = addresses.set_mail("ada", "victim@mail.example", ORIGIN)
    assert again.asked, "the answer is the same, and no question goes out"
    assert addresses.to_ask() == []


@pytest.mark.usefixtures("mailing")
def test_an_owner_who_stops_by_the_first_mail_may_ask_for_messages_again(ada: Client) -> None:
    given = addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    link = stop_link(given)
    addresses.confirm(addresses.confirm_token(given))
    Client().post(link)
    assert not MailAddress.objects.exists()
    assert not Unwanted.objects.exists()


@pytest.mark.usefixtures("mailing")
def test_one_address_is_asked_once_however_many_visitors_give_it(ada: Client) -> None:
    addresses.set_mail("ada", "victim@mail.example", ORIGIN)
    VisitorFactory(id="bo")
    addresses.set_mail("bo", "victim@mail.example", ORIGIN)
    assert [one.visitor for one in addresses.to_ask()] == ["ada"]


@pytest.mark.usefixtures("mailing")
def test_a_visitor_gives_so_many_addresses_an_hour(ada: Client) -> None:
    for number in range(limits.MAILS_OF_ONE):
        assert "a mail comes" in sentences(ada.post("/mine/calls/mail/", {"address": f"a{number}@mail.example"}))
    assert "Too many mail addresses" in sentences(ada.post("/mine/calls/mail/", {"address": "b@mail.example"}))


@pytest.mark.usefixtures("mailing")
@pytest.mark.parametrize("address", ["", "ada", "ada@", "a" * 300 + "@mail.example", "a@b.example\r\nBcc: c@d.example"])
def test_what_is_no_mail_address_is_told_at_its_field(ada: Client, address: str) -> None:
    response = ada.post("/mine/calls/mail/", {"address": address})
    assert response.status_code == 422
    assert "address" in field(response, "id_address")
    assert not MailAddress.objects.exists()


def test_without_a_mail_server_there_is_no_mail(ada: Client) -> None:
    assert "By e-mail" not in ada.get("/mine/calls/").content.decode()
    assert "sends no e-mail" in sentences(ada.post("/mine/calls/mail/", {"address": "ada@mail.example"}))


def test_a_device_that_is_signed_out_is_not_called(ada: Client) -> None:
    secret = devices.make_link("ada")
    other = devices.use(secret)
    here = Browser(SERVICE, "here").given("ada")
    there = Browser(SERVICE, "there").given("ada")
    PushAddress.objects.filter(pk=there.pk).update(device=other.key)
    devices.sign_out("ada", other.pk, devices.FIRST)
    assert [one.pk for one in PushAddress.objects.all()] == [here.pk]


def test_a_browser_that_becomes_somebody_else_is_not_called_for_the_first(ada: Client) -> None:
    VisitorFactory(id="bo")
    Browser(SERVICE).given("bo")
    browser("bo").post(f"/device/{devices.make_link('ada')}/")
    assert not PushAddress.objects.exists()


@pytest.mark.usefixtures("mailing")
def test_what_is_kept_can_be_seen_and_is_forgotten(ada: Client) -> None:
    Browser(SERVICE).given("ada")
    addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    told = holding.export("ada")
    assert told["mail"]["address"] == "ada@mail.example"
    assert [one["name"] for one in told["browsers_that_are_called"]] == ["Firefox on Linux"]
    assert re.search(r"not confirmed: ada@mail\.example", ada.get("/mine/data/").content.decode())
    forgetting.forget("ada")
    assert not PushAddress.objects.exists()
    assert not MailAddress.objects.exists()
    assert not Visitor.objects.exists()


def test_the_service_worker_shows_messages() -> None:
    script = Client().get("/service-worker.js").content.decode()
    assert "showNotification" in script
    assert 'icon: "/static/icons/touch-192' in script
