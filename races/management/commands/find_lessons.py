"""Find the seeds of lessons anew: the numbers under which all comes up that they teach."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from races.heat.lessons.search import found
from races.heat.lessons.taught import LESSONS


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", help="lessons; all of them, if none is named")

    def handle(self, *args: Any, names: list[str], **options: Any) -> None:
        wanted = names or list(LESSONS)
        if unknown := [name for name in wanted if name not in LESSONS]:
            raise CommandError(f"there is no lesson “{unknown[0]}”, but {', '.join(LESSONS)}")
        for name in wanted:
            self.stdout.write(f"{name}: {found(LESSONS[name])}")
