"""Backups of sites on which people race, put back in the middle of their races: SQLite and PostgreSQL, either way."""

import asyncio
import gzip
import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from operating.copies.form import Backup
from tests import forks
from tests.environment import bare
from tests.services.conftest import SECRET, Servers, manage
from tests.services.programs import program
from tests.services.test_several_processes import new_race
from tests.services.test_without_redis import driven

Entries = list[list[object]]


def of_sqlite(env: dict[str, str]) -> Entries:
    with closing(sqlite3.connect(env["HEATSITE_DB"])) as database:
        return [list(row) for row in database.execute("SELECT seq, command, events FROM races_entry ORDER BY seq")]


def connected(env: dict[str, str]) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(
        host=env["PGHOST"],
        port=env["PGPORT"],
        user=env["PGUSER"],
        dbname=env["HEATSITE_POSTGRES"],
        client_encoding="utf8",
        autocommit=True,
    )


def of_postgres(env: dict[str, str]) -> Entries:
    with connected(env) as database:
        found = database.execute("SELECT seq, command, events FROM races_entry ORDER BY seq")
        return [list(row) for row in found]


def entries_of(file: Path) -> Entries:
    """The entries of the record that a backup holds."""
    for table, rows in Backup(file).tables():
        if table.table == "races.entry":
            at = [table.columns.index(name) for name in ("seq", "command", "events")]
            return sorted([row[place] for place in at] for row in rows)
    raise AssertionError("the backup has no entries")


@pytest.fixture(scope="module")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of SQLite on which nobody has raced."""
    file = tmp_path_factory.mktemp("sqlite") / "heatsite.sqlite3"
    env = {"HEATSITE_DB": str(file), "HEATSITE_SECRET_KEY": SECRET}
    manage(env, "migrate", "--verbosity", "0")
    manage(env, "loaddata", "tracks", "legend_decks", "--verbosity", "0")
    return file


@pytest.fixture
def on_sqlite(new_file: Path, tmp_path: Path) -> dict[str, str]:
    for part in new_file.parent.glob(f"{new_file.name}*"):  # with its log
        shutil.copy(part, tmp_path)
    return {"HEATSITE_DB": str(tmp_path / new_file.name), "HEATSITE_SECRET_KEY": SECRET}


@pytest.fixture
def on_postgres(postgres: dict[str, str]) -> Iterator[dict[str, str]]:
    """Another database of the same server, with nothing in it."""
    place = ["-h", postgres["PGHOST"], "-p", postgres["PGPORT"], "-U", postgres["PGUSER"]]
    subprocess.run([program("createdb"), *place, "moving"], check=True, env=bare())
    yield {**postgres, "HEATSITE_POSTGRES": "moving", "HEATSITE_SECRET_KEY": SECRET}
    subprocess.run([program("dropdb"), *place, "moving"], check=True, env=bare())


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
    ask = "from races import openings; print(openings.ask(b'\\x00\\xff', 'zoe').pk)"
    manage(on_sqlite, "shell", "--no-imports", "-c", ask)
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
    file = "import zlib; from races.models import Opening; print(zlib.decompress(Opening.objects.get().data))"
    assert manage(on_postgres, "shell", "--no-imports", "-c", file).strip() == repr(b"\x00\xff")


def refused(env: dict[str, str], *arguments: str) -> str:
    """What a management command says that does nothing: a sentence."""
    run = forks.run(["manage.py", *arguments], {**bare(), **env})
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    return run.stderr


def newer(lines: list[bytes]) -> list[bytes]:
    return [
        lines[0].replace(b'["races","0001_initial"]', b'["races","0001_initial"],["races","9999_tomorrow"]'),
        *lines[1:],
    ]


def misfit(lines: list[bytes]) -> list[bytes]:
    """A seat of a race that is not there."""
    at = next(number for number, line in enumerate(lines) if b'"table":"races.seat"' in line)
    row = dict(zip(json.loads(lines[at])["columns"], json.loads(lines[at + 1]), strict=True)) | {"race_id": 999_999}
    return [*lines[: at + 1], json.dumps(list(row.values())).encode(), *lines[at + 2 :]]


SPOILT: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "newer version": newer,
    "violates foreign key": misfit,
    "ends too early": lambda lines: lines[:-1],
    "The columns of lobby.room": lambda lines: [line.replace(b'"code"', b'"cypher"') for line in lines],
}


def test_a_backup_that_cannot_be_put_back_loses_nothing(
    on_sqlite: dict[str, str], on_postgres: dict[str, str], tmp_path: Path
) -> None:
    code = new_race(on_sqlite)
    good, spoilt = tmp_path / "good.heatsite", tmp_path / "spoilt.heatsite"
    manage(on_sqlite, "backup", str(good))
    manage(on_postgres, "restore", str(good))
    before = of_postgres(on_postgres)
    lines = gzip.decompress(good.read_bytes()).splitlines()
    for why, spoil in SPOILT.items():
        spoilt.write_bytes(gzip.compress(b"\n".join([*spoil(lines), b""])))
        told = refused(on_postgres, "restore", "--replace", str(spoilt))
        assert "Nothing was restored, and what was there stays." in told
        assert why in told
        assert of_postgres(on_postgres) == before
    assert "0 of them differ" in manage(on_postgres, "verify_races", code)
    manage(on_postgres, "restore", "--replace", str(good))


def test_a_database_of_somebody_else_is_left_alone(
    on_sqlite: dict[str, str], on_postgres: dict[str, str], tmp_path: Path
) -> None:
    manage(on_sqlite, "backup", str(tmp_path / "good.heatsite"))
    with connected(on_postgres) as database:
        database.execute("CREATE TABLE wiki_page AS SELECT 1 AS id")
    assert "wiki_page" in refused(on_postgres, "restore", "--replace", str(tmp_path / "good.heatsite"))
    with connected(on_postgres) as database:
        assert database.execute("SELECT id FROM wiki_page").fetchall() == [(1,)]


def test_a_postgresql_that_cannot_be_used_is_told_in_a_sentence(on_postgres: dict[str, str]) -> None:
    assert "nowhere" in refused({**on_postgres, "HEATSITE_POSTGRES": "nowhere"}, "prepare")
    with connected(on_postgres) as database:
        database.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        database.execute("CREATE ROLE guest LOGIN")
    try:
        assert "permission denied for schema public" in refused({**on_postgres, "PGUSER": "guest"}, "prepare")
    finally:
        with connected(on_postgres) as database:
            database.execute("DROP ROLE guest")


def test_a_backup_of_the_first_version_is_put_into_either_database(on_postgres: dict[str, str], tmp_path: Path) -> None:
    """Into tables of then, which are brought to this version with all that is in them."""
    old, new = ({"HEATSITE_DB": str(tmp_path / name), "HEATSITE_SECRET_KEY": SECRET} for name in ("old", "new"))
    forks.run(["-c", "from tests.load.migrating import fill; fill(4)"], {**bare(), **old}).check_returncode()
    file = tmp_path / "old.heatsite"
    manage(old, "backup", str(file))
    assert "lobby.invitation" not in Backup(file).count()
    for env, entries in ((on_postgres, of_postgres), (new, of_sqlite)):
        manage(env, "restore", str(file))
        assert sorted(entries(env)) == entries_of(file)
        told = manage(env, "verify_races")
        assert "4 races replayed" in told
        assert ", 0 of them differ" in told
