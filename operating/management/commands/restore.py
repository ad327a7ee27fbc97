"""Put a backup back into the database that the settings name: SQLite or PostgreSQL, whichever it was made of. The site
must be stopped. Races go on where they stood when the backup was made."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from operating.copies.form import Broken
from operating.copies.putting_back import Refused, put_back


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete what the database holds of players")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            put_back(file, replace=replace, tell=self.stdout.write)
        except (Broken, Refused, OSError, DatabaseError) as fault:
            raise CommandError(f"Nothing was restored, and what was there stays. {fault}") from fault
