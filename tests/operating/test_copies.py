"""Backups: whole, for their owner only, and refused where they are not what they say. `tests/services/test_moving.py`
puts them back, on live sites and from one database into another."""

import gzip
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from operating.copies import putting_back, taking
from operating.copies.form import Backup, Broken, Head, Table, writing
from races.models import Entry
from tests import forks
from tests.environment import bare
from tests.races.factories import SEED, make_race

NOW = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def write(path: Path, form: int = 1, rows: tuple[list[object], ...] = ([1, "Ada"], [2, None])) -> Path:
    with writing(path, Head(form, "0.2.0", NOW, [("races", "0001_initial")])) as table:
        table(Table("races.race", ["id", "name"]), rows)
        table(Table("races.seat", ["id"]), [])
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    backup = Backup(write(tmp_path / "one"))
    assert backup.head == Head(1, "0.2.0", NOW, [("races", "0001_initial")])
    assert [(table.table, list(rows)) for table, rows in backup.tables()] == [
        ("races.race", [[1, "Ada"], [2, None]]),
        ("races.seat", []),
    ]
    assert backup.count() == {"races.race": 2, "races.seat": 0}


def test_rows_that_are_not_read_are_passed_over(tmp_path: Path) -> None:
    assert [table.table for table, _ in Backup(write(tmp_path / "one")).tables()] == ["races.race", "races.seat"]


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    assert write(tmp_path / "one").stat().st_mode & 0o077 == 0


def test_one_that_fails_leaves_nothing_and_keeps_the_one_before(tmp_path: Path) -> None:
    path = write(tmp_path / "one")
    before = path.read_bytes()
    with pytest.raises(TypeError, match="no column"):
        write(path, rows=([object()],))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda whole: whole[: len(whole) // 2],
    "no backup": lambda whole: b"not compressed",
    "empty": lambda whole: b"",
    "no last line": lambda whole: gzip.compress(b"\n".join(gzip.decompress(whole).splitlines()[:-1]) + b"\n"),
    "a row is missing": lambda whole: gzip.compress(gzip.decompress(whole).replace(b"[2,null]\n", b"")),
    "another head": lambda whole: gzip.compress(b'{"heatsite": "one"}\n'),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_what_is_not_whole_is_refused(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path / "one")
    path.write_bytes(DAMAGE[kind](path.read_bytes()))
    with pytest.raises(Broken, match="one"):
        Backup(path).count()


@pytest.mark.parametrize("part", [0.2, 0.5, 0.99])
def test_one_that_ends_among_its_rows_is_refused(tmp_path: Path, part: float) -> None:
    """A small one ends before its first row."""
    path = write(tmp_path / "one", rows=tuple([number, f"{number**9}"] for number in range(30_000)))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(Broken, match="one cannot be read"):
        Backup(path).count()
    path.write_bytes(gzip.compress(gzip.decompress(whole).replace(b'[7,"', b"[7,}")))
    with pytest.raises(Broken, match="one is damaged"):
        Backup(path).count()


def test_one_of_a_later_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="another version"):
        Backup(write(tmp_path / "one", form=2))


@pytest.mark.django_db(transaction=True)
def test_a_backup_has_every_row_and_no_login(tmp_path: Path) -> None:
    race = make_race()
    rows = taking.take(tmp_path / "one", now=NOW)
    assert rows == Backup(tmp_path / "one").count()
    assert (rows["races.race"], rows["races.entry"], rows["races.seat"]) == (1, Entry.objects.count(), 2)
    assert "sessions.session" not in rows
    assert {"auth.user", "auth.user_groups", "races.trackversion", "lobby.room"} <= rows.keys()
    stored = {
        table.table: [dict(zip(table.columns, row, strict=True)) for row in found]
        for table, found in Backup(tmp_path / "one").tables()
    }
    assert stored["races.race"][0]["seed"] == SEED
    assert datetime.fromisoformat(str(stored["races.race"][0]["started"])) == race.started


@pytest.mark.django_db(transaction=True)
def test_it_is_not_put_over_races(tmp_path: Path) -> None:
    make_race()
    taking.take(tmp_path / "one")
    with pytest.raises(putting_back.Refused, match="1 races"):
        putting_back.put_back(tmp_path / "one", replace=False, tell=print)
    assert Entry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_newest_in_a_folder_are_kept(tmp_path: Path) -> None:
    for day in ("20260101-000000", "20260102-000000"):
        (tmp_path / f"heatsite-{day}.heatsite").touch()
    (tmp_path / "notes.txt").touch()
    out = StringIO()
    call_command("backup", tmp_path, "--keep", "2", stdout=out)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 3
    assert names[0] == "heatsite-20260102-000000.heatsite"
    assert Backup(tmp_path / names[1]).count()["races.race"] == 0
    assert names[2] == "notes.txt"
    assert "0 races" in out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_folder_that_is_not_there_yet_is_made_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    call_command("backup", f"{folder}/", "--keep", "14", stdout=StringIO())
    assert [path.suffix for path in folder.iterdir()] == [".heatsite"]
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.django_db(transaction=True)
def test_how_many_to_keep_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--keep"):
        call_command("backup", tmp_path / "one", "--keep", "2")


def manage(database: Path, *arguments: str, most: int = forks.NO_LIMIT) -> "subprocess.CompletedProcess[str]":
    """`most` is how many bytes a file may have."""
    env = {**bare(), "HEATSITE_DB": str(database), "HEATSITE_SECRET_KEY": "only-for-tests-" * 4}
    return forks.run(["manage.py", *arguments], env, largest_file=most)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The file of a site that nobody has played on."""
    database = tmp_path / "heatsite.sqlite3"
    assert manage(database, "migrate", "--verbosity", "0").returncode == 0
    return database


def test_a_disk_that_is_full_is_told_in_a_sentence_and_leaves_nothing(site: Path, tmp_path: Path) -> None:
    assert manage(site, "prepare").returncode == 0
    run = manage(site, "backup", f"{tmp_path}/backups/", most=40_000)
    assert run.returncode == 1
    assert run.stderr == "CommandError: No backup was made: [Errno 27] File too large\n"
    assert list((tmp_path / "backups").iterdir()) == []


def test_of_a_database_without_a_site_there_is_no_backup(tmp_path: Path) -> None:
    """It would take the place of a good one, if the settings name the wrong file."""
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "heatsite-20260101-000000.heatsite").touch()
    for database in (tmp_path / "heatsite.sqlite3", tmp_path / "empty.sqlite3"):
        if database.name == "empty.sqlite3":
            sqlite3.connect(database).close()
            database.touch()
        run = manage(database, "backup", f"{backups}/", "--keep", "1")
        assert run.returncode == 1
        assert run.stderr.startswith("CommandError: No backup was made: ")
        assert str(database) in run.stderr
    assert not (tmp_path / "heatsite.sqlite3").exists()
    assert [path.name for path in backups.iterdir()] == ["heatsite-20260101-000000.heatsite"]


def test_what_is_left_of_a_database_that_is_gone_does_not_get_into_the_new_one(site: Path, tmp_path: Path) -> None:
    """SQLite would take it for what was written last."""
    assert manage(site, "backup", str(tmp_path / "one")).returncode == 0
    with closing(sqlite3.connect(site)) as open_one:
        open_one.execute("PRAGMA journal_mode=WAL")
        open_one.execute("CREATE TABLE of_yesterday (id)")
        open_one.commit()
        log = site.with_name(site.name + "-wal").read_bytes()
    site.unlink()
    site.with_name(site.name + "-wal").write_bytes(log)
    assert manage(site, "restore", str(tmp_path / "one")).returncode == 0
    with closing(sqlite3.connect(site)) as restored:
        names = {name for (name,) in restored.execute("SELECT name FROM sqlite_master")}
        assert restored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert "races_race" in names
    assert "of_yesterday" not in names


def test_a_damaged_database_is_told_and_stays(site: Path, tmp_path: Path) -> None:
    assert manage(site, "backup", str(tmp_path / "one")).returncode == 0
    site.write_bytes(b"no database at all, but for its name" * 100)
    run = manage(site, "restore", "--replace", str(tmp_path / "one"))
    assert run.returncode == 1
    assert run.stderr.startswith("CommandError: Nothing was restored, and what was there stays.")
    assert "not a database" in run.stderr
    assert site.read_bytes().startswith(b"no database at all")


def test_moving_needs_postgresql(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="HEATSITE_POSTGRES"):
        call_command("move_from_sqlite", tmp_path / "heatsite.sqlite3")
