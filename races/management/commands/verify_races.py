"""Replay every stored race, and say where a replay comes out otherwise than what is stored.

Races that another engine version started are checked by their stored events, since this one may decide otherwise.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import engine
from engine.kernel.faults import Broken
from races import records
from races.models import Race


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these races")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        races = Race.objects.filter(code__in=codes) if codes else Race.objects.all()
        broken = checked = folded = 0
        for race in races.order_by("pk").iterator():
            checked += 1
            try:
                folded += not records.check(race)
            except Broken as fault:
                broken += 1
                self.stderr.write(f"{race.code}: {fault}")
        self.stdout.write(f"{checked} races replayed with engine {engine.__version__}, {broken} of them differ.")
        if folded:
            self.stdout.write(
                f"{folded} of them were started by another engine version: their stored events fit together and lead "
                "to the stored state; their commands were not decided again."
            )
        if broken:
            raise CommandError("Some races differ.", returncode=1)
