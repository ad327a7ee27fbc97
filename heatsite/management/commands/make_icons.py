"""Make the icons of the site as pixels again, from the drawing in static/icons/favicon.svg."""

import struct
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from races.parts.png import png

ICONS = settings.BASE_DIR / "static" / "icons"
ROUND = 'rx="14"'
"""The corners of the drawing: a device that cuts icons to its own shape wants none."""


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        drawing = (ICONS / "favicon.svg").read_text(encoding="utf-8")
        whole = drawing.replace(ROUND, "")
        small = whole.replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"').replace(
            '<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"'
        )
        for size in (192, 512):
            (ICONS / f"touch-{size}.png").write_bytes(png(drawing, breadth=size))
            (ICONS / f"mask-{size}.png").write_bytes(png(small, breadth=size))
        (ICONS / "touch-180.png").write_bytes(png(whole, breadth=180))
        (ICONS / "favicon.ico").write_bytes(_ico(png(drawing, breadth=32), 32))


def _ico(picture: bytes, size: int) -> bytes:
    """One picture as an icon file."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), len(head) + 16)
    return head + entry + picture
