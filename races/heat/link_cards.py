"""The pictures that links to races of Heat show: a circuit, and a podium."""

import re
from collections.abc import Sequence

import msgspec

from races.heat.parts.poster import GROUND, MIDDLE, racer
from races.models import Seat, TrackVersion
from races.parts.lettering import spell, width, word
from races.parts.png import card, png

ROAD = """
.mini path { fill: none; stroke-linejoin: round; }
.mini-edge { stroke: #F5EDD8; }
.mini-road { stroke: #43474D; }
.mini-corner { stroke: #FF5A45; stroke-width: 18; stroke-linecap: round; }
.mini-start { stroke: #FFFBEF; stroke-width: 22; }
"""
LANDS = {
    "usa": "#D9A552",
    "italia": "#C9C06A",
    "france": "#A9C27A",
    "gb": "#8DAF6B",
    "japan": "#B7C99B",
    "mexico": "#DE9A5B",
    "nederland": "#B9C77B",
    "espana": "#E0AE6A",
    "southafrica": "#D8B765",
    "deutschland": "#7FA08A",
}
"""By theme the land of a circuit, as its style sheet has it by day."""
LAND = "#A6C06F"
BLOCKS = ((420, 286), (90, 222), (750, 170))
"""First, second, third: where a block stands, and how high it is."""


class _Picture(msgspec.Struct):
    """Of a stored picture what is shown here."""

    theme: str = ""
    mini: str = ""


def track(version: TrackVersion, line: str = "") -> bytes:
    """A circuit: its road on its land, and its name."""
    art = msgspec.json.decode(version.art, type=_Picture) if version.art else _Picture()
    found = re.fullmatch(r'<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)</svg>', art.mini, re.DOTALL)
    if found is None:
        return png(card(version.name, line))
    box, inner = found.groups()
    road = f'<svg x="420" y="196" width="740" height="400" viewBox="{box}"><g class="mini">{inner}</g></svg>'
    return png(card(version.name, line, road, ground=LANDS.get(art.theme, LAND)), ROAD)


def podium(title: str, line: str, best: Sequence[Seat]) -> bytes:
    """Up to three drivers on their blocks."""
    blocks = [_block(seat, place, *BLOCKS[place]) for place, seat in enumerate(best[:3])]
    return png(card(title, line, *blocks[1:], *blocks[:1], ground="#12434B", ink="#FFF6E3"))


def _block(seat: Seat, place: int, x: float, high: float) -> str:
    top, middle = 630 - high, x + 180
    name = spell(seat.name)
    size = min(26.0, 320 / max(width(name, 4), 1) * 100)
    return (
        f'<path d="M{x} {top}h360v{high}h-360Z" fill="#F2E8D0"/><path d="M{x} {top}h360v10h-360Z" fill="#C5281C"/>'
        f'<g color="#182229">{word(f"{place + 1}", middle, top + 66, 60, "middle", weight=21, slant=10)}'
        f"{word(name, middle, top + 26, size, 'middle', tracking=4)}</g>"
        f'<g transform="translate({middle - MIDDLE * 0.3:.0f} {top - GROUND * 0.3:.0f}) scale(0.3)">'
        f"{racer(seat.colour, seat.car_number)}</g>"
    )
