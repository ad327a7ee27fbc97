"""What the tests of the client share."""

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture(autouse=True)
def _no_art(settings: Settings) -> None:
    """No page shows the races of these tests, so no track is drawn."""
    settings.DRAW_TRACKS = False
