"""Compile the sentences of all languages, where they have changed. Without this the site speaks English."""

from typing import Any

from django.core.management.base import BaseCommand

from heatsite.languages import compile_catalogues


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        for language, left_out in compile_catalogues().items():
            self.stdout.write(f"Compiled {language}.")
            for text in left_out:
                self.stderr.write(f"In {language} this is half done, and said in English: {text}")
