"""Taking a backup of a database in one transaction that only reads: what is stored meanwhile is not in it, and nobody
waits for it."""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend
from django.utils import timezone

import engine
from operating.copies.form import Head, Row, Table, writing
from races.models import Race

ALIAS = "copied"
LEFT_OUT = {"sessions.session", "operating.sample"}
"""Logins of admins, who log in again, and what the charts were drawn of."""
AT_ONCE = 1000
RACES = Race._meta.app_label


class Unknown(Exception):
    """The database is none of this site: it is of a newer version, or there are no tables of a site in it."""


def take(path: Path, sqlite: Path | None = None, now: datetime | None = None) -> dict[str, int]:
    """Write all that the site's database holds, or that SQLite file, to a file. Returns the rows of each table."""
    with _reading(sqlite) as connection:
        loader = MigrationLoader(connection)
        applied = sorted(loader.applied_migrations)
        if not any(app == RACES for app, _ in applied):
            raise Unknown(f"{connection.settings_dict['NAME']} is no database of a site: it has no table of races.")
        if unknown := [f"{app}.{name}" for app, name in applied if (app, name) not in loader.disk_migrations]:
            raise Unknown(f"This version of Heatsite is too old for the database: it does not know {unknown[0]}.")
        head = Head(1, engine.__version__, now or timezone.now(), applied)
        rows: dict[str, int] = {}
        with writing(path, head) as write:
            for model in models_at(loader, applied):
                columns = [field.attname for field in model._meta.concrete_fields]
                with closing(_rows(model, columns)) as found:  # before the connection, also where the disk is full
                    rows[model._meta.label_lower] = write(Table(model._meta.label_lower, columns), found)
        return rows


def models_at(loader: MigrationLoader, applied: list[tuple[str, str]]) -> list[type[models.Model]]:
    """The models as these migrations made them."""
    apps: Apps = loader.project_state(leaves(loader, applied)).apps
    found = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    return sorted(
        (model for model in found if model._meta.label_lower not in LEFT_OUT), key=lambda model: model._meta.label_lower
    )


def leaves(loader: MigrationLoader, applied: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of these migrations the last of each app."""
    done = set(applied)
    return [one for one in applied if not any(child.key in done for child in loader.graph.node_map[one].children)]


def _rows(model: type[models.Model], columns: list[str]) -> Generator[Row]:
    stored = model._base_manager.using(ALIAS).order_by("pk").values_list(*columns)
    for row in stored.iterator(AT_ONCE):
        yield list(row)


@contextmanager
def _reading(sqlite: Path | None) -> Iterator[BaseDatabaseWrapper]:
    """A connection of its own, in a transaction that sees the database as it is at this moment."""
    settings: dict[str, Any] = {**connections[DEFAULT_DB_ALIAS].settings_dict}
    if sqlite is not None:
        settings |= {"ENGINE": "django.db.backends.sqlite3", "NAME": str(sqlite)}
    if settings["ENGINE"].endswith("sqlite3"):
        if not Path(settings["NAME"]).is_file():  # SQLite would make one
            raise Unknown(f"There is no file {settings['NAME']}.")
        # A transaction that begins as a reader: in the write-ahead log it and the writer do not wait for each other.
        settings |= {"OPTIONS": {"timeout": 20, "init_command": "PRAGMA query_only=ON"}}
    else:
        from psycopg import IsolationLevel

        settings |= {"OPTIONS": {"isolation_level": IsolationLevel.REPEATABLE_READ}}
    connection: BaseDatabaseWrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, ALIAS)
    connections[ALIAS] = connection
    try:
        with transaction.atomic(using=ALIAS):
            yield connection
    finally:
        connection.close()
        del connections[ALIAS]
