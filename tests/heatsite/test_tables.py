"""A server process begins on the tables of its own version, and on no others."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder

from heatsite import tables
from tests import forks
from tests.environment import bare


def told_by(*command: str, database: Path) -> str:
    env = {**bare(), "HEATSITE_DB": str(database), "HEATSITE_SECRET_KEY": "only-for-tests-" * 4}
    run = forks.run(command, env)
    assert "Traceback" not in run.stderr
    return f"{run.returncode} {run.stderr}"


def test_a_server_on_tables_of_another_version_ends_with_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "heatsite.sqlite3"
    server = ("-m", "daphne", "-p", "0", "heatsite.asgi:application")
    assert told_by(*server, database=database).startswith("1 The database is not prepared for this version")
    assert told_by("manage.py", "migrate", "--verbosity", "0", database=database) == "0 "
    with closing(sqlite3.connect(database)) as changed:
        changed.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('races', '9999_tomorrow', '2030-01-01')"
        )
        changed.commit()
    told = told_by(*server, database=database)
    assert told.startswith("1 The database is of a newer version of the site than this one")
    assert "races.9999_tomorrow" in told


@pytest.mark.django_db
def test_tables_of_this_version_will_do_and_so_will_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tables.misfit() == ""

    def away(recorder: MigrationRecorder) -> None:
        raise OperationalError

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    assert tables.misfit() == ""
