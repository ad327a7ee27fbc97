"""A driver takes the wheel back from a bot."""

import pytest
from django.test import Client

from races import changes
from races.models import Race
from tests.races.views.kit import address

pytestmark = pytest.mark.django_db(transaction=True)


def bots(race: Race) -> dict[int, str]:
    return Race.objects.get(pk=race.pk).bots


def test_the_driver_takes_it_back(race: Race, bo: Client) -> None:
    changes.hand_over(race.pk, 1, "racer")
    assert bo.post(address(race, "wheel/")).status_code == 302
    assert bots(race) == {}


def test_twice_is_as_good_as_once(race: Race, bo: Client) -> None:
    changes.hand_over(race.pk, 1, "racer")
    bo.post(address(race, "wheel/"))
    revision = Race.objects.get(pk=race.pk).revision
    assert bo.post(address(race, "wheel/")).status_code == 302
    assert Race.objects.get(pk=race.pk).revision == revision


def test_nobody_takes_another_s(race: Race, ada: Client, stranger: Client) -> None:
    changes.hand_over(race.pk, 1, "racer")
    ada.post(address(race, "wheel/"))
    assert stranger.post(address(race, "wheel/")).status_code == 403
    assert bots(race) == {1: "racer"}


def test_it_cannot_be_read(race: Race, bo: Client) -> None:
    assert bo.get(address(race, "wheel/")).status_code == 405
