"""Each test starts as a new process would."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from lobby import scenes as room_scenes
from operating.health import Health, health
from races import channel_layer, scenes


@pytest.fixture(autouse=True)
def _alone(settings: Settings) -> Iterator[None]:
    settings.DRAW_TRACKS = False
    scenes.forget()
    room_scenes.forget()
    vars(health).update(vars(Health()))
    yield
    channel_layer.health.worked()
