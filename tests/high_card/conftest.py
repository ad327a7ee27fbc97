"""High Card at the tables of the site, for one test at a time."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from lobby import games
from lobby import presence as room_presence
from lobby import scenes as room_scenes
from races import presence, registry, scenes
from tests.engine.kernel.high_card import NAME

TEMPLATES = Path(__file__).parent / "templates"


@pytest.fixture(autouse=True)
def high_card(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The site has the game, its offer and its templates, and nothing is left of other tests."""
    monkeypatch.setitem(registry.GAMES, NAME, "tests.high_card")
    monkeypatch.setitem(games.OFFERS, NAME, "tests.high_card.offer")
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], TEMPLATES]}]
    scenes.forget()
    room_scenes.forget()
    presence.here.clear()
    room_presence.here.clear()
