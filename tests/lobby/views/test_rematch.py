"""Once more, in one click."""

from functools import partial

import pytest
from django.test import Client

from lobby import starting
from lobby.games.heat import legends
from lobby.models import Room
from races.models import Race
from tests.lobby.factories import browser, offered_track, sentences
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(room: Room) -> Race:
    race = starting.start(room.code, "ada")
    race.ended = race.started
    race.save()
    return race


def test_a_driver_is_back_in_the_room(bo: Client, room: Room, race: Race) -> None:
    assert bo.post(f"/again/{race.code}/")["Location"] == room.get_absolute_url()


def test_twice_is_as_once(bo: Client, room: Room, race: Race) -> None:
    room.delete()
    first, second = (bo.post(f"/again/{race.code}/") for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Room.objects.count() == 1


def test_alone_the_next_race_runs_already() -> None:
    offered_track()
    deck_version()
    ada = browser("ada")
    first = starting.race_alone("ada", "Ada", partial(legends.fill, bots=["racer"], legends=0))
    Race.objects.update(ended=first.started)
    response = ada.post(f"/again/{first.code}/")
    second = Race.objects.exclude(pk=first.pk).get()
    assert response["Location"] == second.get_absolute_url()
    assert ada.post(f"/again/{first.code}/")["Location"] == second.get_absolute_url()


def test_strangers_did_not_drive(stranger: Client, race: Race) -> None:
    response = stranger.post(f"/again/{race.code}/")
    assert response.status_code == 403
    assert "You did not play" in response.content.decode()


def test_a_race_that_runs_is_not_over(bo: Client, race: Race) -> None:
    Race.objects.update(ended=None)
    assert "not over" in sentences(bo.post(f"/again/{race.code}/"))


def test_a_wrong_code_and_a_wrong_method(bo: Client, race: Race) -> None:
    assert bo.post("/again/XXXXXXXX/").status_code == 404
    assert bo.get(f"/again/{race.code}/").status_code == 405


@pytest.mark.parametrize(
    "without",
    [{"rules": "unheard-of"}, {"track": None}, {"setup": "{}"}, {"game": "lastcard", "rules": "unheard-of"}],
    ids=["rules", "track", "set-up", "another game"],
)
def test_what_this_site_does_not_offer_is_refused(bo: Client, room: Room, race: Race, without: dict[str, str]) -> None:
    """Races that were driven on from a file, and those of earlier versions, may name anything."""
    room.delete()
    Race.objects.update(**without)
    assert "does not have the rules, the track or the cards" in sentences(bo.post(f"/again/{race.code}/"))
    assert not Room.objects.exists()
