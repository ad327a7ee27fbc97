"""Addresses for others: by the name under which the site was opened, unless no other machine could follow it."""

import pytest
from django.test import RequestFactory

from lobby.models import Room
from races import addresses
from tests.lobby.factories import RoomFactory, browser
from tests.races.heat.board.kit import drawn_race

HERE = ("localhost:8123", "127.0.0.1:8123", "[::1]:8123")


@pytest.fixture
def _in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "is_open_to_network", True)
    monkeypatch.setattr(addresses, "network_address", lambda: "192.0.2.7")


@pytest.mark.usefixtures("_in_a_network")
@pytest.mark.parametrize("host", HERE)
def test_others_get_the_address_in_the_network_with_the_same_port(rf: RequestFactory, host: str) -> None:
    assert addresses.to_share(rf.get("/", HTTP_HOST=host), "/lobby/BCDFG/") == "http://192.0.2.7:8123/lobby/BCDFG/"


@pytest.mark.usefixtures("_in_a_network")
@pytest.mark.parametrize("host", ["192.0.2.9:8123", "heat.example", "localhost.example"])
def test_a_name_that_others_understand_stays(rf: RequestFactory, host: str) -> None:
    assert addresses.to_share(rf.get("/", HTTP_HOST=host), "/") == f"http://{host}/"


def test_a_site_for_this_machine_only_promises_no_other_address(rf: RequestFactory) -> None:
    assert addresses.to_share(rf.get("/", HTTP_HOST="localhost:8123"), "/") == "http://localhost:8123/"


@pytest.mark.usefixtures("_in_a_network")
def test_without_a_network_the_address_is_that_of_this_machine(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "")
    assert addresses.to_share(rf.get("/", HTTP_HOST="localhost"), "/") == "http://localhost/"


@pytest.mark.usefixtures("_in_a_network")
@pytest.mark.django_db
def test_what_a_phone_scans_leads_there() -> None:
    room: Room = RoomFactory()
    race, ada = drawn_race("ada", "bo"), browser("ada")
    asked = {"host": "localhost:8123"}
    for page in (
        ada.get(room.get_absolute_url(), headers=asked),
        ada.post("/device/", headers=asked),
        ada.get(f"{race.get_absolute_url()}tv/", headers=asked),
    ):
        html = page.content.decode()
        assert "http://192.0.2.7:8123/" in html
        assert "localhost" not in html
