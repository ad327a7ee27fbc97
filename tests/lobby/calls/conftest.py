"""A push service that the site sends to."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.lobby.calls.kit import Service, push_service


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with push_service() as service:
        settings.PUSH_SERVICES = (service.address, "push.example")
        yield service
