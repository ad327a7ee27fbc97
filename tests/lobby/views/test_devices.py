"""Taking oneself to another device: ten minutes, once, and only by a button."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heatsite.visitors import COOKIE, read
from lobby import devices
from lobby.models import DeviceLink
from tests.lobby.factories import VisitorFactory, browser

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
