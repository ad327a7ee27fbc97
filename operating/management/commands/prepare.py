"""Bring the database to this version of the site: its tables, and the shipped tracks and Legend decks if it has none.
To be run before server processes start, and after each upgrade; what is there already stays as it is."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from races.heat import catalogue


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        catalogue.restore(catalogue.missing())
