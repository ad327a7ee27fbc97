"""What lies open of every driver: discard piles and cards in play, for all who may watch."""

import re

import pytest
from django.test import Client

from races import scenes
from races.models import Race
from tests.races.factories import heat_scene, make_race
from tests.races.heat.results.kit import running_race
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race() -> Race:
    return running_race(40)


def cards(html: str) -> list[str]:
    return re.findall(r'href="#card-([^"]+)"', html)


def test_everybody_reads_the_same(race: Race) -> None:
    fragments = [
        browser(visitor).get(address(race, "piles/"), headers={"HX-Request": "true"}).text
        for visitor in ("ada", "bo", "stranger")
    ]
    assert len(set(fragments)) == 1
    cars = [car for car in heat_scene(race).view(None).cars if not car.legend]
    assert any(car.discard for car in cars)
    shown = sorted(cards(fragments[0]))
    assert shown == sorted(face for car in cars for face in (*car.play, *set(car.discard)))
    for car in cars:
        assert f"{car.hand} in the hand, {car.draw} to draw from" in fragments[0]


def test_without_scripts_it_is_a_page(race: Race, client: Client) -> None:
    html = client.get(address(race, "piles/")).text
    assert "<h1>Discard piles</h1>" in html
    assert address(race, "piles/") in client.get(address(race)).text


def test_where_nobody_may_watch_nobody_reads() -> None:
    race = make_race("ada", "bo", watching=Race.Watching.NOBODY)
    scenes.forget()
    assert browser("stranger").get(address(race, "piles/")).status_code == 403
    assert browser("bo").get(address(race, "piles/")).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_sent_here(race: Race, client: Client, method: str) -> None:
    assert getattr(client, method)(address(race, "piles/")).status_code == 405
