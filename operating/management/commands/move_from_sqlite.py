"""Move a site from a file of SQLite to the PostgreSQL that the settings name, with all races. The site must be stopped;
the file stays as it is."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from operating.copies import taking
from operating.copies.form import Broken
from operating.copies.putting_back import Refused, put_back, refuse_open_sqlite


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="such as heatsite.sqlite3")
        parser.add_argument("--replace", action="store_true", help="delete what PostgreSQL holds of players")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Name the PostgreSQL to move to by HEATSITE_POSTGRES, PGHOST, PGUSER and so on.")
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "moving.heatsite"
            try:
                refuse_open_sqlite(file)
                taking.take(copy, sqlite=file)
                put_back(copy, replace=replace, tell=self.stdout.write)
            except (Broken, Refused, taking.Unknown, OSError, DatabaseError) as fault:
                raise CommandError(f"Nothing was moved, and what was there stays. {fault}") from fault
        self.stdout.write(
            f"The site is in PostgreSQL now. {file} stays; start the site, and delete it when all is well."
        )
