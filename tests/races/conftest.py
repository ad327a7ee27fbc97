"""What all tests of races share."""

import pytest
from pytest_django.fixtures import Settings

from races import scenes


@pytest.fixture(autouse=True)
def _alone(settings: Settings) -> None:
    """Each test starts as a new process would, and draws no track."""
    settings.DRAW_TRACKS = False
    scenes.forget()
