"""Answers that a driver gives in advance."""

import re

import pytest
from django.test import Client

from races.models import Race
from tests.races.views.kit import address

pytestmark = pytest.mark.django_db(transaction=True)


def presets(race: Race) -> dict[int, list[str]]:
    return Race.objects.get(pk=race.pk).presets


def test_they_are_kept_until_taken_back(race: Race, ada: Client) -> None:
    assert ada.post(address(race, "presets/"), {"preset": ["slip", "cool"]}).status_code == 302
    assert presets(race) == {0: ["cool", "slip"]}
    ada.post(address(race, "presets/"), {})
    assert presets(race) == {0: []}


def test_a_page_that_stays_hears_that_they_are_kept(race: Race, ada: Client) -> None:
    response = ada.post(address(race, "presets/"), {"preset": "slip"}, headers={"Accept": "text/plain"})
    assert (response.status_code, presets(race)) == (204, {0: ["slip"]})


def test_what_is_no_preset_is_left_out(race: Race, ada: Client) -> None:
    ada.post(address(race, "presets/"), {"preset": ["keep", "win", "keep"]})
    assert presets(race) == {0: ["keep"]}


def test_nobody_else_sees_them(race: Race, ada: Client, bo: Client, stranger: Client) -> None:
    before = [client.get(address(race)).content.count(b"checked") for client in (bo, stranger)]
    ada.post(address(race, "presets/"), {"preset": ["slip"]})
    assert [client.get(address(race)).content.count(b"checked") for client in (bo, stranger)] == before


def test_only_drivers_have_some(race: Race, stranger: Client) -> None:
    assert stranger.post(address(race, "presets/"), {"preset": "slip"}).status_code == 403
    assert presets(race) == {}


def test_it_cannot_be_read(race: Race, ada: Client) -> None:
    assert ada.get(address(race, "presets/")).status_code == 405


def test_the_settings_of_the_race_show_which_are_given(race: Race, ada: Client, bo: Client) -> None:
    """In one place of the page, which is there in every phase."""
    ada.post(address(race, "presets/"), {"preset": ["slip"]})
    bo.post(address(race, "presets/"), {"preset": ["keep"]})
    page = ada.get(address(race)).content.decode()
    switches = re.findall(r'<input[^>]*name="preset" value="(\w+)"( checked)?>', page)
    assert dict(switches)["slip"]
    assert not dict(switches)["keep"]
    assert len(switches) == len(dict(switches))
