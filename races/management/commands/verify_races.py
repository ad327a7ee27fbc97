"""Replay every stored race and championship, and say where a replay comes out otherwise than what is stored.

Those that another engine version started are checked by their stored events, since this one may decide otherwise.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import engine
from engine.kernel.faults import Broken
from races import records, series
from races.models import Race
from races.series import Check


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these races and championships")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        self.found: set[str] = set()
        of_races = [self._replay("races", _races(codes))]
        of_series = [self._replay(one.plural, one.checks(codes)) for one in series.every()]
        if unknown := [code for code in codes if code not in self.found]:
            raise CommandError(f"There is no race or championship {', '.join(unknown)}.")
        if any([*of_races, *of_series]):
            raise CommandError("Some races differ.", returncode=1)

    def _replay(self, what: str, checks: Iterator[Check]) -> int:
        """Play each of these again; returns how many differ."""
        broken = checked = folded = 0
        for code, check in checks:
            checked += 1
            self.found.add(code)
            try:
                folded += not check()
            except Race.DoesNotExist:
                continue  # deleted since its turn was planned
            except Exception as fault:  # noqa: BLE001, damaged data may lead anywhere, and the others are to be checked, too
                broken += 1
                self.stderr.write(f"{code}: {fault}" if isinstance(fault, Broken) else f"{code}: {fault!r}")
        self.stdout.write(f"{checked} {what} replayed with engine {engine.__version__}, {broken} of them differ.")
        if folded:
            self.stdout.write(
                f"{folded} of them were started by another engine version: their stored events fit together and lead "
                "to the stored state; their commands were not decided again."
            )
        return broken


def _races(codes: list[str]) -> Iterator[Check]:
    races = Race.objects.filter(code__in=codes) if codes else Race.objects.all()
    for key, code in races.order_by("pk").values_list("pk", "code"):
        yield Check(code, partial(_check, key))


def _check(key: int) -> bool:
    """Read when its turn has come: races go on meanwhile, and a row that cannot be read stops no other."""
    return records.check(Race.objects.get(pk=key))
