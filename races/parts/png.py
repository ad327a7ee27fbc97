"""Drawings of ours as PNG: for programs that show a link with a picture, and cannot read SVG."""

from functools import lru_cache

import resvg_py

from races.parts.instruments import logo
from races.parts.lettering import spell, width, word

WIDE, HIGH = 1200, 630
PAPER, INK, RED = "#F2E8D0", "#182229", "#C5281C"


@lru_cache(maxsize=128)
def png(svg: str, style: str = "", breadth: int = WIDE) -> bytes:
    """The picture in so many pixels. Letters are drawn, so no font of the machine matters."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, style_sheet=style or None, width=breadth, skip_system_fonts=True)
    )


def card(title: str, line: str, *drawings: str, ground: str = PAPER, ink: str = INK) -> str:
    """A card of 1200 × 630: our name, a title, a line below it, and drawings in its own units."""
    name, below = spell(title), spell(line)
    high = min(86.0, 1080 / max(width(name, 6), 1) * 100)
    low = min(30.0, 1080 / max(width(below, 8), 1) * 100)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}"><rect width="{WIDE}" height="{HIGH}"'
        f' fill="{ground}"/>{"".join(drawings)}'
        f'<svg x="60" y="44" width="250" height="38" color="{RED if ink == INK else ink}" viewBox="{_LOGO_BOX}">'
        f"{_LOGO}</svg>"
        f'<g color="{ink}">{word(name, 60, 112, high, tracking=6, slant=12)}'
        f"{word(below, 62, 222, low, tracking=8)}</g>"
        f'<path d="M0 {HIGH - 18}H{WIDE}V{HIGH}H0Z" fill="{RED}"/></svg>'
    )


_WHOLE = logo()
_LOGO_BOX = _WHOLE.split('viewBox="', 1)[1].split('"', 1)[0]
_LOGO = _WHOLE.split(">", 1)[1].rsplit("</svg>", 1)[0]
