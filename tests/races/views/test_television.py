"""The race on a big screen."""

import pytest
from django.test import Client

from races import scenes
from races.models import Race
from tests.races.factories import make_race
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_shows_the_public_race_and_no_controls(race: Race, ada: Client) -> None:
    html = ada.get(address(race, "tv/")).content.decode()
    assert 'id="standings"' in html
    assert 'id="cars"' in html
    assert 'data-me=""' in html
    assert "<form" not in html
    assert 'name="question"' not in html


def test_phones_scan_the_race(race: Race, stranger: Client) -> None:
    html = stranger.get(address(race, "tv/")).content.decode()
    assert f"http://testserver{address(race)}" in html
    assert "Scan to watch on your phone" in html


def test_the_code_beside_it_can_be_typed_on_the_home_page(race: Race, stranger: Client) -> None:
    Race.objects.update(room="BCDFG")
    scenes.forget()
    html = stranger.get(address(race, "tv/")).content.decode()
    assert 'aria-label="BCDFG"' in html
    assert f'aria-label="{race.code}"' not in html


def test_where_nobody_may_watch_neither_may_a_television() -> None:
    race = make_race("ada", "bo", watching=Race.Watching.NOBODY)
    assert browser("stranger").get(address(race, "tv/")).status_code == 403
    assert browser("bo").get(address(race, "tv/")).status_code == 200


def test_a_typed_code_leads_there(race: Race, stranger: Client) -> None:
    response = stranger.get(f"/races/{race.code.lower()}/tv/")
    assert (response.status_code, response["Location"]) == (302, address(race, "tv/"))


def test_it_can_only_be_read(race: Race, ada: Client) -> None:
    assert ada.post(address(race, "tv/")).status_code == 405
