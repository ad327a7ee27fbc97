"""A database that can be read and not be written, as on a full disk: pages say so, and nothing is an error of ours."""

import logging
import sys
from collections.abc import Iterator

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client

from lobby.models import Room
from races import database
from races.database import DatabaseHealth, ToldOnce
from tests.lobby.factories import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "health", DatabaseHealth())


@pytest.fixture
def read_only() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        yield
        cursor.execute("PRAGMA query_only = OFF")


def test_a_database_that_cannot_be_written_is_no_fault_of_ours(
    client: Client, room: Room, read_only: None, caplog: pytest.LogCaptureFixture
) -> None:
    response = browser("ada").post(f"/lobby/{room.code}/ready/", {"ready": "yes"})
    assert response.status_code == 503
    assert response["Retry-After"] == "10"
    assert "nothing was changed" in response.content.decode()
    browser("ada").post(f"/lobby/{room.code}/ready/", {"ready": "yes"})
    (line,) = (record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING)
    assert "readonly" in line, "and there is no line for each form that is refused"
    assert browser("ada").get(room.get_absolute_url()).status_code == 200


def test_while_the_database_is_away_each_reason_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    told = ToldOnce()

    def trace(fault: Exception) -> bool:
        try:
            raise fault
        except type(fault):
            return told.filter(logging.LogRecord("any", logging.ERROR, "", 1, "It failed", None, sys.exc_info()))

    for _ in range(3):
        assert not trace(OperationalError("server closed the connection\nunexpectedly"))
        assert not trace(InterfaceError("connection already closed"))
    assert trace(ValueError("something else"))
    assert trace(ProgrammingError("no such column"))
    database.health.worked()
    database.health.worked()
    lines = [record.getMessage() for record in caplog.records]
    assert [line.partition(":")[2].partition(".")[0].strip() for line in lines[:2]] == [
        "server closed the connection",
        "connection already closed",
    ]
    assert lines[2:] == ["The database can be used again"]


@pytest.mark.parametrize("logger", ["django.security.csrf", "django.security.DisallowedHost", "django.request"])
def test_what_strangers_try_is_not_logged(logger: str) -> None:
    assert not logging.getLogger(logger).isEnabledFor(logging.WARNING)
