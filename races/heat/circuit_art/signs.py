"""Limit signs: a place is searched for each, the tightest corner first."""

import math
from collections.abc import Iterator

from msgspec import Struct

from engine.heat.tracks import Corner
from races.heat.circuit_art.letters import corner_letters
from races.heat.circuit_art.sheet import MARGIN, Sheet
from races.heat.circuit_art.svg import drawn, moved, number
from races.parts.lettering import word

RADIUS = 31.0
REACHES = (1.32, 1.6, 1.95, 2.4, 3.0)  # lanes from the road's edge
SLIDES = (0.0, 0.4, -0.4, 0.8, -0.8, 1.3, -1.3, 1.9, -1.9)  # spaces along the road


class Sign(Struct, frozen=True):
    """A limit sign. The template of the board names it in the viewer's language and marks the next corner."""

    line: int
    letter: str
    limit: int
    x: float  # middle of its disc
    y: float
    radius: float
    cost: float  # of its place, 0 for a perfect one; above 20 something is covered
    svg: str  # from its foot: the pole, and the head of plate and disc, which the page may move


def signs(sheet: Sheet) -> tuple[Sign, ...]:
    """All signs, from the top of the sheet down, so that the lower ones stand in front."""
    letters = corner_letters(sheet.track)
    found = []
    for corner in sorted(sheet.track.corners, key=lambda corner: corner.limit):
        cost, x, y, side = min(_places(sheet, corner))
        sheet.taken.append((x, y, RADIUS + 19))
        letter = letters[corner.line]
        svg = _drawn(corner, letter, (x, y), sheet.line.at(corner.line, side * 0.26, side))
        found.append(Sign(corner.line, letter, corner.limit, round(x, 1), round(y, 1), RADIUS, round(cost, 1), svg))
    return tuple(sorted(found, key=lambda sign: (sign.y, sign.line)))


def _places(sheet: Sheet, corner: Corner) -> Iterator[tuple[float, float, float, int]]:
    line, rim = sheet.line, MARGIN - 44
    outside = line.outside(corner.line - 0.3)
    for side in (outside, -outside):
        for reach in REACHES:
            for slide in SLIDES:
                x, y = line.at(corner.line + slide, side * reach, side)
                cost = (side != outside) * 16 + abs(slide) * 14 + (reach - REACHES[0]) * 26
                cost += max(0, RADIUS + sheet.lane * 0.28 - sheet.room(x, y)) * 30
                cost += sum(max(0, r + RADIUS + 12 - math.hypot(a - x, b - y)) * 6 for a, b, r in sheet.taken)
                on_paper = -rim < x < sheet.width + rim and -rim < y < sheet.height + rim
                yield cost + 400 * (not on_paper), x, y, side


def _drawn(corner: Corner, letter: str, at: tuple[float, float], foot: tuple[float, float]) -> str:
    (x, y), limit = at, str(corner.limit)
    size = 34 if len(limit) == 1 else 28
    # The letter plate is on the far side from the road.
    away = math.hypot(x - foot[0], y - foot[1]) or 1.0
    across, down = (x - foot[0]) / away * (RADIUS + 10), (y - foot[1]) / away * (RADIUS + 9)
    plate = 13 + 7 * (len(letter) - 1)
    dx, dy = x - foot[0], y - foot[1]
    return (
        f'<g class="at" {moved(*foot)}>{drawn("leader", f"M0 0L{number(dx)} {number(dy)}")}'
        f'<g class="head" {moved(dx, dy)}><circle class="sign-shade" cx="3" cy="5" r="{number(RADIUS)}"/>'
        f"<g {moved(across, down)}>"
        f'<rect class="letter" x="{-plate}" y="-12" width="{2 * plate}" height="24" rx="6"/>'
        f'<g class="letter-ink">{word(letter, 0, -7, 14, "middle")}</g></g>'
        f'<circle class="sign-face" r="{number(RADIUS)}"/><circle class="sign-ring" r="{number(RADIUS - 5.5)}"/>'
        f'<g class="sign-no">{word(limit, 0, -size / 2, size, "middle", weight=20)}</g></g></g>'
    )
