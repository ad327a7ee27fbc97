"""A server that is told to end, ends, whatever it is in the middle of."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

from asgiref.sync import sync_to_async
from django.db import connection
from pytest_django.fixtures import Settings
from websockets.asyncio.client import connect
from websockets.typing import Origin

from heatsite.visitors import COOKIE, sign
from races.models import Entry
from tests import waiting
from tests.e2e.site import ENDED_LATE, Site
from tests.environment import bare
from tests.races.factories import make_race

ROOT = Path(__file__).parents[2]


async def test_what_a_thread_is_in_the_middle_of_is_finished_and_the_server_ends(
    tmp_path: Path, settings: Settings
) -> None:
    """A stand-in's command is under way when the server is told to end, and is stored and announced after that."""
    settings.DRAW_TRACKS = False
    race = await sync_to_async(make_race)(clock=1)
    site = Site(tmp_path, application="tests.heatsite.gated:application", HEATSITE_GATE=str(tmp_path))
    site.start()
    try:
        async with connect(
            f"ws://{site.host}/ws/races/{race.code}/",
            origin=Origin(site.address),
            additional_headers={"Cookie": f"{COOKIE}={sign('ada')}"},
            open_timeout=waiting.LIMIT,
        ) as ada:
            await asyncio.wait_for(ada.recv(), waiting.LIMIT)
            (tmp_path / "closed").touch()
            await waiting.until(sync_to_async((tmp_path / "waiting").exists), "a stand-in answers for Ada")
            before = await Entry.objects.acount()
            ending = asyncio.create_task(asyncio.to_thread(site.stop))
            await asyncio.sleep(0.5)  # a server that does not wait for its threads has stopped its loop by now
            (tmp_path / "closed").unlink()
            await ending
    finally:
        site.kill()
    assert await Entry.objects.acount() > before
    assert not site.errors()
    assert not any(late in site.log.read_text() for late in ENDED_LATE)


def test_work_that_stops_the_server_is_finished_by_it(transactional_db: None) -> None:
    """The reactor ends the server in the context of the task that set its timer last, here in one of that work."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.heatsite.ending_server"],
        cwd=ROOT,
        env={**bare(), "HEATSITE_DB": str(connection.settings_dict["NAME"])},
        capture_output=True,
        text=True,
        timeout=waiting.LIMIT,
        check=False,
    )
    assert ended.stdout == "The work is done\n"
    assert not ended.stderr
    assert ended.returncode == 0


async def test_a_request_that_never_ends_does_not_hold_the_server(tmp_path: Path, settings: Settings) -> None:
    """An answer, sent as a form, waits in its thread for as long as the server is there."""
    settings.DRAW_TRACKS = False
    race = await sync_to_async(make_race)(clock=0)
    site = Site(tmp_path, application="tests.heatsite.gated:application", HEATSITE_GATE=str(tmp_path))
    site.start()
    (tmp_path / "closed").touch()
    try:
        before = await Entry.objects.acount()
        form = "question=1.gears.0.1&do=gear&gear=2&id=one&csrfmiddlewaretoken=" + "a" * 32
        head = (
            f"POST /races/{race.code}/answer/ HTTP/1.1\r\nHost: {site.host}\r\nOrigin: {site.address}\r\n"
            f"Cookie: {COOKIE}={sign('ada')}; csrftoken={'a' * 32}\r\nContent-Length: {len(form)}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", site.port), waiting.LIMIT) as line:
            line.sendall(head.encode() + form.encode())
            await waiting.until(sync_to_async((tmp_path / "waiting").exists), "the answer waits in its thread")
            await asyncio.to_thread(site.stop)
    finally:
        site.kill()
    told = site.log.read_text()
    assert "Traceback" not in told
    assert "without waiting for its last requests" in told
    assert await Entry.objects.acount() == before
