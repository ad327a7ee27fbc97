"""`/healthz`: what a load balancer asks each process for. It is cheap, and tells nothing of anybody."""

import asyncio
import logging
import sys
import threading
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from operating import health
from races import channel_layer, sweeper
from races.models import Race
from tests.races.factories import make_race
from tests.waiting import LIMIT, until


def told(status: int, **headers: str) -> dict[str, object]:
    answer = Client().get("/healthz", headers=headers)
    assert answer.status_code == status
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies
    found: dict[str, object] = answer.json()
    return found


async def test_a_process_that_is_well_says_so() -> None:
    await health.look()
    found = await sync_to_async(told)(200)
    assert {**found, "looked": 0} == {
        "status": "ok",
        "database": "ok",
        "layer": "ok",
        "sweeper_lag": 0.0,
        "looked": 0,
    }


def test_one_that_has_not_looked_yet_gets_no_visitors_and_fills_no_log(capfd: pytest.CaptureFixture[str]) -> None:
    console = next(one for one in logging.getLogger().handlers if one.name == "console")
    assert isinstance(console, logging.StreamHandler)
    before = console.setStream(sys.stderr)  # that of this test
    try:
        assert told(503)["status"] == "starting"
        assert "healthz" not in capfd.readouterr().err
        logging.getLogger("django.request").error("Service Unavailable: /elsewhere")
        assert "elsewhere" in capfd.readouterr().err
    finally:
        console.setStream(before)


async def test_one_without_a_database_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> float:
        raise OperationalError("the database is away, and here would stand where it is")

    monkeypatch.setattr(sweeper, "lag", away)
    await health.look()
    found = await sync_to_async(told)(503)
    assert (found["status"], found["database"]) == ("database", "away")
    assert "stand where" not in str(found)


async def test_one_that_is_stuck_gets_none() -> None:
    await health.look()
    health.health.looked = time.monotonic() - health.STALE - 1
    assert (await sync_to_async(told)(503))["status"] == "stuck"


async def test_one_whose_database_does_not_answer_says_what_it_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is gone refuses nothing: a query waits for it."""
    answers = threading.Event()
    await health.look()
    monkeypatch.setattr(sweeper, "lag", lambda: float(not answers.wait(LIMIT)))
    looking = asyncio.create_task(health.look())
    await until(lambda: asyncio.sleep(0, health.health.asking), "the database is asked")
    health.health.looked = time.monotonic() - health.STALE - 1
    elsewhere = sync_to_async(told, thread_sensitive=False)  # the thread for the database waits, too
    found = await elsewhere(503)
    answers.set()
    assert (found["status"], found["database"]) == ("database", "away")
    await looking
    assert (await elsewhere(200))["database"] == "ok"


async def test_a_layer_that_is_away_is_told_and_races_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    channel_layer.health.failed(ConnectionError())
    await health.look()  # it rests, and is not asked again
    found = await sync_to_async(told)(200)
    assert (found["status"], found["layer"]) == ("degraded", "away")


async def test_clocks_that_nobody_looks_at_are_told() -> None:
    race = await sync_to_async(make_race)()
    late = timezone.now() - timedelta(seconds=health.LATE + 5)
    await Race.objects.filter(pk=race.pk).aupdate(due=late)
    await health.look()
    found = await sync_to_async(told)(503)
    assert found["status"] == "clocks"
    assert health.LATE <= float(str(found["sweeper_lag"])) < health.LATE + 100
    await Race.objects.filter(pk=race.pk).aupdate(paused=True)
    await health.look()
    assert (await sync_to_async(told)(200))["sweeper_lag"] == 0.0


@pytest.mark.django_db
def test_asking_costs_no_query_and_needs_no_name_of_the_site(
    settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.ALLOWED_HOSTS = ["heat.example"]
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(0):
        told(503, host="10.1.2.3:8001")


def test_it_can_only_be_read() -> None:
    assert Client().post("/healthz").status_code == 405
