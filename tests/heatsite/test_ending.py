"""A server that is told to end, ends, whatever it is in the middle of."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from asgiref.sync import sync_to_async
from django.db import connection
from pytest_django.fixtures import Settings
from websockets.asyncio.client import connect
from websockets.typing import Origin

from heatsite.visitors import COOKIE, sign
from races.models import Entry
from tests.e2e.site import Site
from tests.races.factories import make_race


async def test_what_a_thread_is_in_the_middle_of_is_finished_and_the_server_ends(
    tmp_path: Path, settings: Settings
) -> None:
    """A stand-in's command waits for the database when the server is told to end, and is to be announced after that."""
    settings.DRAW_TRACKS = False
    race = await sync_to_async(make_race)(clock=1)
    site = Site(tmp_path)
    site.start()
    try:
        async with connect(
            f"ws://{site.host}/ws/races/{race.code}/",
            origin=Origin(site.address),
            additional_headers={"Cookie": f"{COOKIE}={sign('ada')}"},
        ) as ada:
            await asyncio.wait_for(ada.recv(), 15)
            with closing(sqlite3.connect(str(connection.settings_dict["NAME"]), isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(1.5)  # Ada's time is over by now
                before = await Entry.objects.acount()
                ending = asyncio.create_task(asyncio.to_thread(site.stop))
                await asyncio.sleep(0.5)
                other.execute("COMMIT")
                began = time.monotonic()
                await ending
    finally:
        site.kill()
    assert time.monotonic() - began < 5
    assert await Entry.objects.acount() > before
    assert not site.errors()
