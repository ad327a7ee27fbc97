"""Whether the tables in the database are those of this version of the site, before a server process serves."""

from collections.abc import Iterator
from pathlib import Path
from pkgutil import iter_modules

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

PATIENCE = 3
"""Seconds that PostgreSQL may take to answer."""


def misfit() -> str:
    """Why this version cannot work on the database, in a sentence; empty if it can. Where the database is away nothing
    is known, and the process waits for it as it would at any other time."""
    connection = _connection()
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except (DatabaseError, InterfaceError):
        return ""
    finally:
        connection.close()
    known = set(_known())
    if lacking := sorted(known - applied):
        return (
            f"The database is not prepared for this version of the site, it lacks {_told(lacking)}: manage.py prepare"
        )
    ours = {app for app, _ in known}
    if newer := sorted(one for one in applied - known if one[0] in ours):
        return f"The database is of a newer version of the site than this one, which does not know {_told(newer)}."
    return ""


def _told(migrations: list[tuple[str, str]]) -> str:
    return ".".join(migrations[0]) + (f" and {len(migrations) - 1} more" if len(migrations) > 1 else "")


def _known() -> Iterator[tuple[str, str]]:
    """The migrations of all apps, by the names of their files: importing them takes a part of the start."""
    for app in apps.get_app_configs():
        folder = Path(app.path) / "migrations"
        yield from ((app.label, one.name) for one in iter_modules([str(folder)]) if one.name[0] not in "_~")


def _connection() -> BaseDatabaseWrapper:
    """One of its own, without a pool, which would try for longer."""
    settings = {**connections[DEFAULT_DB_ALIAS].settings_dict}
    if settings["ENGINE"].endswith("postgresql"):
        settings["OPTIONS"] = {"connect_timeout": PATIENCE}
    found: BaseDatabaseWrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    return found
