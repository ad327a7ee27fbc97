"""What the tests of a race's pages share: a race of three, and a browser for each player."""

import pytest
from django.test import Client

from races.models import Race
from tests.races.heat.board.kit import drawn_race
from tests.races.views.kit import browser


@pytest.fixture
def race(db: None) -> Race:
    """Ada's race, with Bo and Cy in it, on a circuit that has been drawn."""
    return drawn_race("ada", "bo", "cy")


@pytest.fixture
def ada(race: Race) -> Client:
    """The host, who drives too."""
    return browser("ada")


@pytest.fixture
def bo(race: Race) -> Client:
    return browser("bo")


@pytest.fixture
def stranger(race: Race) -> Client:
    return browser("stranger")
