"""The world that the tests of a module share."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test.utils import override_settings
from pytest_django import DjangoDbBlocker

from tests.secrecy.still import standing_still
from tests.secrecy.world import World, build, forget


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Build the world once for a module. Each test undoes its changes."""
    with (
        django_db_blocker.unblock(),
        override_settings(DRAW_TRACKS=False),
        standing_still() as (clock, chance),
        transaction.atomic(),
    ):
        yield build(clock, chance)
        transaction.set_rollback(True)
    forget()
