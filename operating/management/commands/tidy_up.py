"""End, delete and forget what has been kept for long enough by the settings. The server does so by itself."""

from typing import Any

from django.core.management.base import BaseCommand

from operating import retention


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        tidied = retention.Tidied()
        while (more := retention.tidy()) != retention.Tidied():  # a look takes some of each
            tidied += more
        self.stdout.write(
            f"{tidied.ended} races ended as they stood, {tidied.deleted} old races deleted, "
            f"{tidied.forgotten} visitors forgotten."
        )
