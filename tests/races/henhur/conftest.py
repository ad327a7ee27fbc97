"""What every test of HenHur's pages needs."""

import pytest

from races import presence, scenes


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Nothing is left in memory of other tests."""
    scenes.forget()
    presence.here.clear()
