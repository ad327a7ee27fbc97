"""Draw circuits without a picture, or with one of another version of the site; with numbers, only those versions."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from engine.heat import read_track
from races.heat import catalogue
from races.heat.circuit_art import drawing

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("versions", nargs="*", type=int, metavar="VERSION")

    def handle(self, *args: Any, versions: list[int], **options: Any) -> None:
        rows = catalogue.undrawn()
        shipped = catalogue.shipped_art()
        for version in rows.filter(pk__in=versions) if versions else rows:
            art, fault = shipped.get(version.digest, ""), ""
            try:
                art = art or drawing.encode(drawing.draw(read_track(version.data))).decode()
            except Exception as error:  # a circuit that cannot be drawn is reported, and the others are drawn
                logger.exception("Track version %s could not be drawn", version.pk)
                fault = f"{type(error).__name__}: {error}"
            catalogue.keep_art(version, art, fault)
            self.stdout.write(f"{version}: {fault or 'drawn'}")
