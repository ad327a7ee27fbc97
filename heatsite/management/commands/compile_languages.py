"""Compile the sentences of all languages, where they have changed. Without this the site speaks English."""

from typing import Any

from django.core.management.base import BaseCommand

from heatsite.languages import compile_catalogues


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        for language in compile_catalogues():
            self.stdout.write(f"Compiled {language}.")
