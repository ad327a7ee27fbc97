"""End, delete and forget what has been kept for long enough by the settings. The server does so by itself."""

from typing import Any

from django.core.management.base import BaseCommand

from operating import retention


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{retention.tidy()}.")
