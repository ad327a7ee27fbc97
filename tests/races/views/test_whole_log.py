"""The page with the whole log."""

import pytest
from django.test import Client

from races.models import Race
from tests.races.factories import make_race
from tests.races.heat.board.kit import shift
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_tells_everything_from_the_start(race: Race, stranger: Client) -> None:
    for seat in range(3):
        shift(race, seat)
    html = stranger.get(address(race, "log/")).content.decode()
    assert "Round 1" in html
    assert html.count("<li data-seat") >= 3


def test_where_nobody_may_watch_nobody_reads(db: None) -> None:
    race = make_race("ada", "bo", watching=Race.Watching.NOBODY)
    assert browser("stranger").get(address(race, "log/")).status_code == 403


def test_a_typed_code_leads_there(race: Race, stranger: Client) -> None:
    response = stranger.get(f"/races/{race.code.lower()}/log/")
    assert (response.status_code, response["Location"]) == (302, address(race, "log/"))


def test_it_can_only_be_read(race: Race, ada: Client) -> None:
    assert ada.post(address(race, "log/")).status_code == 405
