"""The log as lines of JSON."""

import json
import logging
import sys
from io import StringIO

import pytest
from daphne.access import AccessLogGenerator
from pytest_django.fixtures import Settings

from heatsite.logs import JsonLines
from heatsite.requests import hide_links
from races import operator_log
from races.models import Race


def line(caplog: pytest.LogCaptureFixture) -> dict[str, object]:
    found: dict[str, object] = json.loads(JsonLines().format(caplog.records[-1]))
    return found


def test_a_line_is_an_object_with_the_race_that_it_is_about(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    operator_log.seat_changed_hands(Race(code="BCDFGHJK", game="heat"), 0, "racer")
    told = line(caplog)
    assert str(told.pop("time")).endswith("+00:00")
    assert told == {
        "level": "INFO",
        "logger": "races.operator_log",
        "message": "Race BCDFGHJK: the bot racer drives seat 0 from now on",
        "race": "BCDFGHJK",
        "seat": 0,
    }


def test_the_access_log_has_objects_too(
    caplog: pytest.LogCaptureFixture, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AccessLogGenerator, "write_entry", AccessLogGenerator.write_entry)
    hide_links()
    settings.LOG_FORMAT = "json"
    caplog.set_level(logging.INFO)
    about = {"client": "10.1.2.3:5", "method": "GET", "path": "/device/secret/", "status": 200, "size": 12}
    AccessLogGenerator(told := StringIO())("http", "complete", about)
    assert told.getvalue() == ""
    assert line(caplog)["message"] == '10.1.2.3:5 "GET /device/…/" 200 12'


def test_whatever_is_logged_stays_one_line(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("races")
    logger.warning("two\nlines of “%s”", {"more": "1"})
    assert line(caplog)["message"] == "two\nlines of “{'more': '1'}”"
    assert "race" not in line(caplog)
    assert "\n" not in JsonLines().format(caplog.records[-1])


def test_a_fault_has_its_trace(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("no such corner")
    except ValueError:
        logging.getLogger("races").error("It failed", exc_info=sys.exc_info())
    assert "ValueError: no such corner" in str(line(caplog)["trace"])
