"""What every page may have: the turn clock, the logo of the site, QR codes."""

import math
from functools import cache, lru_cache

import segno
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from races.parts.lettering import width, word
from races.parts.markup import drawn, spoken


@cache
def logo(cls: str = "logo") -> SafeString:
    streaks = '<path d="M-150 20H-30M-110 50H-36M-190 80H-46" stroke="currentColor" stroke-width="15" fill="none"/>'
    name = word("HEATSITE", 0, 0, 100, weight=22, slant=12)
    box = f"-196 -2 {width('HEATSITE') + 226:g} 104"
    return drawn(f'<svg class="{cls}" viewBox="{box}" {spoken("Heatsite")}>{streaks}{name}</svg>')


def clock(text: str, share: float, cls: str = "") -> SafeString:
    """A turn clock: the time in words of figures, what it is for, and the share of it that is left as a sector."""
    angle = math.tau * min(max(share, 0), 0.999)
    x, y = 13 + 9 * math.sin(angle), 13 - 9 * math.cos(angle)
    label, words = _("Turn clock, %(left)s left") % {"left": text}, _("to choose")
    return drawn(
        f'<div class="{f"clock {cls}".strip()}" role="timer" aria-label="{escape(label)}">'
        '<svg viewBox="0 0 26 26" aria-hidden="true"><circle class="face-bg" cx="13" cy="13" r="11.5"/>'
        f'<path class="sweep" d="M13 13V4A9 9 0 {int(share > 0.5)} 1 {x:.1f} {y:.1f}Z"/>'
        f'<path class="hand" d="M13 13L{x:.1f} {y:.1f}"/></svg>'
        f'<span class="left">{escape(text)}</span><small>{escape(words)}</small></div>'
    )


@lru_cache(maxsize=128)
def _modules(text: str) -> tuple[int, str]:
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix]
    d = ""
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = len(row[x:]) - len(row[x:].lstrip(b"\x01"))
            if run:
                d += f"M{x} {y}h{run}"
            x += max(run, 1)
    return len(rows), d


def qr(text: str, label: str = "") -> SafeString:
    """A QR code as one path, a unit a module, with a margin for cameras."""
    size, d = _modules(text)
    words = label or _("QR code of %(address)s") % {"address": text}
    return drawn(
        f'<svg class="qr" viewBox="-2 -2.5 {size + 4} {size + 4}" {spoken(words)}>'
        f'<path d="{d}" stroke-width="1.05" fill="none"/></svg>'
    )
