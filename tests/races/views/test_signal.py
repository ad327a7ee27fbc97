"""Quick signals: to every page that shows the race, and not too many. What pages hear is in test_page."""

import pytest
from django.core.cache import cache
from django.test import Client

from races.models import Race
from tests.races.views.kit import address, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rested() -> None:
    cache.clear()


def test_a_driver_waves(race: Race, ada: Client) -> None:
    response = ada.post(address(race, "signal/"), {"signal": "thumb"})
    assert response.status_code == 302
    assert said(response) == []


def test_one_every_few_seconds_is_enough(race: Race, ada: Client, bo: Client) -> None:
    ada.post(address(race, "signal/"), {"signal": "horn"})
    assert said(ada.post(address(race, "signal/"), {"signal": "horn"})) == ["One signal every few seconds is enough."]
    assert said(bo.post(address(race, "signal/"), {"signal": "horn"})) == []


def test_a_page_that_stays_is_told_in_plain_text(race: Race, ada: Client) -> None:
    """And nothing of it turns up on a later page."""
    plain = {"Accept": "text/plain"}
    for status, text in ((204, ""), (429, "One signal every few seconds is enough.")):
        response = ada.post(address(race, "signal/"), {"signal": "horn"}, headers=plain)
        assert (response.status_code, response.content.decode()) == (status, text)
        assert said(response) == []
    assert ada.post(address(race, "signal/"), {"signal": "song"}, headers=plain).status_code == 400


@pytest.mark.parametrize("signal", ["", "song", "<b>"])
def test_there_are_three_signals_only(race: Race, ada: Client, signal: str) -> None:
    assert said(ada.post(address(race, "signal/"), {"signal": signal})) == ["There is no such signal."]


def test_who_watches_is_silent(race: Race, stranger: Client) -> None:
    assert stranger.post(address(race, "signal/"), {"signal": "thumb"}).status_code == 403


def test_it_cannot_be_read(race: Race, ada: Client) -> None:
    assert ada.get(address(race, "signal/")).status_code == 405
