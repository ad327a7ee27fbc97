"""Putting a backup back: into the database that the settings name, which is made anew.

A backup of an older version of the site is put into the tables as they were then, and these are migrated to what they
are now.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import F

from lobby.models import Member, Room, Visitor
from operating.copies.form import Backup, Broken, Row
from operating.copies.taking import RACES, leaves, models_at
from races import presence
from races.models import Race

AT_ONCE = 500
LATER = 100_000
"""By so much the revisions of races and rooms grow: a page that is still open from the time after the backup must not
take an older state for the one that it shows."""


class Refused(Exception):
    """A backup is not put back here."""


def put_back(path: Path, *, replace: bool, tell: Callable[[str], object]) -> None:
    """Put a backup back, and check that all of it is there."""
    backup = Backup(path)
    tell(f"Backup of {backup.head.made:%Y-%m-%d %H:%M} UTC, made with engine {backup.head.engine}.")
    wanted = backup.count()
    _refuse_newer(backup)
    if not replace and (kept := _kept()):
        raise Refused(f"The database is in use: it has {kept}. --replace deletes all of it first.")
    with _fresh_database():
        _fill(backup)
        call_command("migrate", verbosity=0, interactive=False)
        for model in (Race, Room):
            model.objects.update(revision=F("revision") + LATER)
        Member.objects.update(connected=False)
        presence.closing_time()  # no player is connected yet, and without one no clock runs
    tell(f"Restored {sum(wanted.values())} rows of {len(wanted)} tables. {_kept() or 'Nobody has played here yet.'}")


def _refuse_newer(backup: Backup) -> None:
    known = MigrationLoader(None).disk_migrations
    if unknown := [f"{app}.{name}" for app, name in backup.head.migrations if (app, name) not in known]:
        raise Refused(f"The backup was made by a newer version of Heatsite: this one does not know {unknown[0]}.")
    if not any(app == RACES for app, _ in backup.head.migrations):
        raise Refused("The backup was made of a database without a site: there is nothing to put back.")


def _kept() -> str:
    """What the database holds of players, in words; empty if nothing."""
    if Race._meta.db_table not in connection.introspection.table_names():
        return ""
    races, visitors = Race.objects.count(), Visitor.objects.count()
    return f"{races} races, {visitors} visitors" if races or visitors else ""


@contextmanager
def _fresh_database() -> Iterator[None]:
    """An empty database, which takes the place of the one before when all is done. Whatever fails until then, the one
    before stays."""
    if connection.vendor != "sqlite":
        _refuse_while_in_use()
        with transaction.atomic():  # PostgreSQL undoes tables, too
            _drop_all()
            yield
        return
    place = Path(connection.settings_dict["NAME"])
    if place.exists():
        refuse_open_sqlite(place)
    fresh = place.with_name(place.name + ".restoring")
    connection.close()
    try:
        fresh.unlink(missing_ok=True)
        connection.settings_dict["NAME"] = str(fresh)
        yield
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=DELETE")  # all of it in one file
        connection.close()
        for part in ("-wal", "-shm"):  # of a file that somebody has taken away: SQLite would put them into the new one
            place.with_name(place.name + part).unlink(missing_ok=True)
        fresh.replace(place)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(place)
        for part in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + part).unlink(missing_ok=True)


def refuse_open_sqlite(place: Path) -> None:
    """Whether another process has the file open, which would go on writing to what is no longer the database. Only
    who is alone may end its write-ahead log."""
    connection.close()
    alone = sqlite3.connect(place, timeout=1)
    try:
        alone.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as fault:
        if "locked" in str(fault):
            raise Refused("The site is running on this database; stop it first.") from None
        raise Refused(f"{place} cannot be used: {fault}. If it is damaged, move it away first.") from None
    finally:
        alone.close()


def _refuse_while_in_use() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        others: int = cursor.fetchone()[0]
    if others:
        raise Refused(f"The database has {others} other connections; stop the site first.")


def _drop_all() -> None:
    """Delete the tables of the site. Where there are others the settings name the wrong database."""
    ours = tuple(f"{label}_" for label in ("django", *(app.label for app in apps.get_app_configs())))
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if others := [table for table in tables if not table.startswith(ours)]:
            raise Refused(
                f"The database has a table that is not of Heatsite, {others[0]}: the site needs one of its own."
            )
        for table in tables:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")


def _fill(backup: Backup) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(leaves(executor.loader, backup.head.migrations))
    tables = {model._meta.label_lower: model for model in models_at(executor.loader, backup.head.migrations)}
    connection.check_constraints()  # from here on all are checked at the end: making tables ended that
    with transaction.atomic():
        for model in tables.values():
            model._base_manager.all().delete()  # what a migration may have put in
        for table, rows in backup.tables():
            if table.table not in tables:
                raise Broken(f"{backup.path.name} has a table that its version did not have: {table.table}.")
            _fill_table(tables[table.table], table.columns, rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(tables.values())):
                cursor.execute(statement)
    connection.check_constraints()  # PostgreSQL alters no table of which a row is still to be checked


def _fill_table(model: type[models.Model], columns: list[str], rows: Iterator[Row]) -> None:
    by_column = {field.attname: field for field in model._meta.concrete_fields}
    if set(columns) != by_column.keys():
        raise Broken(f"The columns of {model._meta.label_lower} are not those of its version.")
    fields = [by_column[column] for column in columns]
    for field in fields:
        if isinstance(field, models.DateField):
            field.auto_now = field.auto_now_add = False  # the times are those of the backup
    while some := list(islice(rows, AT_ONCE)):
        made = (
            model(**{field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)})
            for row in some
        )
        model._base_manager.bulk_create(made)
