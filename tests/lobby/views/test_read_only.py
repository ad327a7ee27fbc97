"""A database that can be read and not be written, as on a full disk: pages say so, and nothing is an error of ours."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client

from lobby.models import Room
from tests.lobby.factories import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def read_only() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        yield
        cursor.execute("PRAGMA query_only = OFF")


def test_a_database_that_cannot_be_written_is_no_fault_of_ours(
    client: Client, room: Room, read_only: None, caplog: pytest.LogCaptureFixture
) -> None:
    response = browser("ada").post(f"{room.get_absolute_url()}ready/", {"ready": "yes"})
    assert response.status_code == 503
    assert response["Retry-After"] == "10"
    assert "nothing was changed" in response.content.decode()
    (line,) = (record.getMessage() for record in caplog.records if record.name == "heatsite.errors")
    assert "readonly" in line
    assert browser("ada").get(room.get_absolute_url()).status_code == 200
