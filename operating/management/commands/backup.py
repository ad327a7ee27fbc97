"""Back up all that the site has stored, while it runs: to a file, or to a folder, in which it is named by its time. A
place that ends with a slash is a folder, which is made if there is none."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from operating.copies import taking

ENDING = ".heatsite"


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("place", metavar="FILE_OR_FOLDER/")
        parser.add_argument("--keep", type=int, metavar="N", help="delete all but the newest N backups in the folder")

    def handle(self, *args: Any, place: str | Path, keep: int | None, **options: Any) -> None:
        wanted, place = str(place), Path(place)
        folder = place.is_dir() or wanted.endswith("/")
        if keep is not None and (not folder or keep < 1):
            raise CommandError("--keep needs a folder, and a number of at least 1.")
        file = place / f"heatsite-{timezone.now():%Y%m%d-%H%M%S}{ENDING}" if folder else place
        try:
            if folder:
                place.mkdir(mode=0o700, parents=True, exist_ok=True)
            rows = taking.take(file)
        except (OSError, DatabaseError, taking.Unknown) as fault:
            raise CommandError(f"No backup was made: {fault}") from fault
        size = file.stat().st_size / 1_000_000
        self.stdout.write(f"{file}: {rows.get('races.race', 0)} races, {sum(rows.values())} rows, {size:.1f} MB.")
        if not os.environ.get("HEATSITE_SECRET_KEY"):
            key = settings.BASE_DIR / "secret.key"
            self.stdout.write(f"Visitors are known by cookies signed with {key}: keep a copy of that, too.")
        for old in sorted(place.glob(f"heatsite-*{ENDING}"))[: -keep or None] if keep else []:
            old.unlink()
            self.stdout.write(f"{old} was deleted.")
