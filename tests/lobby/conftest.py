"""What the tests of the lobby share: a room of three, and their browsers."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from lobby import presence
from lobby import scenes as room_scenes
from lobby.games.heat import circuits
from lobby.models import Room
from races import scenes
from races.heat.championships import showing
from tests.lobby.factories import RoomFactory, browser


@pytest.fixture(autouse=True)
def start_anew(settings: Settings) -> None:
    """Nothing is left of other tests, and no process draws circuits."""
    settings.DRAW_TRACKS = False
    scenes.forget()
    room_scenes.forget()
    presence.here.clear()
    circuits._circuit.cache_clear()  # keys of rows are used again
    showing._thumbnail.cache_clear()


@pytest.fixture
def room(request: pytest.FixtureRequest) -> Room:
    """Ada's room, with Bo and Cy in it."""
    request.getfixturevalue("db")
    return RoomFactory(guests=("bo", "cy"))


@pytest.fixture
def ada(room: Room) -> Client:
    return browser("ada")


@pytest.fixture
def bo(room: Room) -> Client:
    return browser("bo")


@pytest.fixture
def stranger(room: Room) -> Client:
    return browser("zed")
