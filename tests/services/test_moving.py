"""Backups of sites on which people race, put back in the middle of their races: SQLite and PostgreSQL, either way."""

import asyncio
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from operating.copies.form import Backup
from tests.services.conftest import SECRET, Servers, manage
from tests.services.programs import program
from tests.services.test_several_processes import new_race
from tests.services.test_without_redis import driven

pytestmark = pytest.mark.xdist_group("services")

Entries = list[list[object]]


def of_sqlite(env: dict[str, str]) -> Entries:
    with closing(sqlite3.connect(env["HEATSITE_DB"])) as database:
        return [list(row) for row in database.execute("SELECT seq, command, events FROM races_entry ORDER BY seq")]


def of_postgres(env: dict[str, str]) -> Entries:
    place = {"host": env["PGHOST"], "port": env["PGPORT"], "user": env["PGUSER"], "dbname": env["HEATSITE_POSTGRES"]}
    with psycopg.connect(**place, client_encoding="utf8") as database:  # type: ignore[arg-type]
        found = database.execute("SELECT seq, command, events FROM races_entry ORDER BY seq")
        return [list(row) for row in found]


def entries_of(file: Path) -> Entries:
    """The entries of the record that a backup holds."""
    for table, rows in Backup(file).tables():
        if table.table == "races.entry":
            at = [table.columns.index(name) for name in ("seq", "command", "events")]
            return sorted([row[place] for place in at] for row in rows)
    raise AssertionError("the backup has no entries")


@pytest.fixture
def on_sqlite(tmp_path: Path) -> dict[str, str]:
    env = {"HEATSITE_DB": str(tmp_path / "heatsite.sqlite3"), "HEATSITE_SECRET_KEY": SECRET}
    manage(env, "migrate", "--verbosity", "0")
    manage(env, "loaddata", "tracks", "legend_decks", "--verbosity", "0")
    return env


@pytest.fixture
def on_postgres(postgres: dict[str, str]) -> Iterator[dict[str, str]]:
    """Another database of the same server, with nothing in it."""
    place = ["-h", postgres["PGHOST"], "-p", postgres["PGPORT"], "-U", postgres["PGUSER"]]
    subprocess.run([program("createdb"), *place, "moving"], check=True)
    yield {**postgres, "HEATSITE_POSTGRES": "moving", "HEATSITE_SECRET_KEY": SECRET}
    subprocess.run([program("dropdb"), *place, "moving"], check=True)


async def race_and_back_up(env: dict[str, str], code: str, file: Path, folder: Path) -> None:
    """Ada and Bo race; a backup is made meanwhile, and what was acknowledged until then is in it. While they race,
    nothing is put back."""
    servers = Servers(env, folder)
    port = servers.start()
    try:
        async with driven(code, port, port) as drivers:
            await asyncio.gather(*(driver.goes_on(2) for driver in drivers))
            acknowledged = max(seq for driver in drivers for seq in driver.accepted)
            await asyncio.to_thread(manage, env, "backup", str(file))
            assert len(entries_of(file)) > acknowledged
            with pytest.raises(AssertionError, match="stop"):
                await asyncio.to_thread(manage, env, "restore", "--replace", str(file))
            await asyncio.gather(*(driver.goes_on(1) for driver in drivers))
    finally:
        await asyncio.to_thread(servers.end)


async def test_a_race_goes_on_from_database_to_database(
    on_sqlite: dict[str, str], on_postgres: dict[str, str], tmp_path: Path
) -> None:
    """From a live SQLite by a backup into PostgreSQL, from there by one into SQLite, and by the one command for it into
    PostgreSQL again: each time it goes on where the backup had it, and its record fits together."""
    code = new_race(on_sqlite, laps=3)
    first, second = tmp_path / "first.heatsite", tmp_path / "second.heatsite"
    await race_and_back_up(on_sqlite, code, first, tmp_path)
    assert len(of_sqlite(on_sqlite)) > len(entries_of(first))  # it went on

    manage(on_postgres, "restore", str(first))
    assert of_postgres(on_postgres) == entries_of(first)
    await race_and_back_up(on_postgres, code, second, tmp_path)
    assert entries_of(second)[: len(entries_of(first))] == entries_of(first)

    manage(on_sqlite, "restore", "--replace", str(second))
    assert of_sqlite(on_sqlite) == entries_of(second)
    assert "0 of them differ" in manage(on_sqlite, "verify_races", code)

    told = manage(on_postgres, "move_from_sqlite", on_sqlite["HEATSITE_DB"], "--replace")
    assert "1 races" in told
    assert of_postgres(on_postgres) == entries_of(second)
    assert "0 of them differ" in manage(on_postgres, "verify_races", code)
