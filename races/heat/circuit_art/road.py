"""The road: asphalt, what lies on it, and what is painted on and beside it."""

import math
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from engine.heat.tracks import Spot
from races.heat.circuit_art.geometry import PER_SPACE, blur
from races.heat.circuit_art.sheet import Sheet
from races.heat.circuit_art.svg import dots, drawn, moved, number, path
from races.parts.lettering import word

Stretch = tuple[float, float]
KERB = 0.16  # curvature in lanes from which a bend has kerbs
EVERY = 5  # spaces with a number


def road(sheet: Sheet) -> str:
    whole = (0.0, float(sheet.line.length))
    return (
        _asphalt(sheet)
        + even_spaces(sheet, whole)
        + _spots(sheet)
        + markings(sheet, whole)
        + _tunnels(sheet)
        + _kerbs(sheet)
        + _chevrons(sheet)
        + _legend_lines(sheet)
        + _corner_lines(sheet)
    )


def _asphalt(sheet: Sheet) -> str:
    """Three tones in turn, so that one sees where a sector begins."""
    line, length = sheet.line, sheet.line.length
    if isinstance(sheet.track.lanes, int):
        edge = drawn("road-edge", path(line.points, True), stroke_width=2 * sheet.widest * line.lane + 9)
    else:
        rim = 4.5 / line.lane
        edge = drawn("road-rim", path(line.strip(0, length, (-rim, -1), (rim, 1)), True))
    ends = [*sheet.lines[1:], sheet.lines[0] + length]
    sectors = [
        drawn(f"asphalt s{index % 3}", path(line.strip(a - 0.02, b + 0.02, (0, -1), (0, 1)), True))
        for index, (a, b) in enumerate(zip(sheet.lines, ends, strict=True))
    ]
    return edge + "".join(sectors)


def even_spaces(sheet: Sheet, within: Stretch) -> str:
    """Every other space a breath lighter: spaces can be counted without numbers."""
    a, b = within
    even = (s for s in range(math.ceil(a), math.floor(b)) if s % 2 == 0)
    return drawn("even", "".join(path(sheet.line.strip(s, s + 1, (0, -1), (0, 1)), True) for s in even))


def _spots(sheet: Sheet) -> str:
    """Water and gravel lane by lane, and the dark of tunnels."""
    track, line = sheet.track, sheet.line

    def areas(spots: tuple[Spot, ...]) -> str:
        places = [(spot.space, sheet.offset(spot.space, spot.lane)) for spot in spots]
        return "".join(path(line.strip(s, s + 1, (o - 0.5, 0), (o + 0.5, 0)), True) for s, o in places)

    ripples = ""
    for spot in track.flooded:
        o = sheet.offset(spot.space, spot.lane)
        for along, across in ((0.28, -0.2), (0.7, 0.18)):
            turns = np.arange(17)
            s = spot.space + along - 0.2 + 0.4 * turns / 16
            ripples += path(line.trace(s, o + across + 0.06 * np.sin(turns * math.pi / 4)))
    pebbles: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    for spot in track.gravel:
        o = sheet.offset(spot.space, spot.lane)
        for pebble in range(13):
            place = line.at(spot.space + sheet.chance.random(), o + (sheet.chance.random() - 0.5) * 0.86)
            pebbles[pebble % 2].append(place)
    return (
        drawn("flooded", areas(track.flooded))
        + drawn("ripple", ripples)
        + drawn("gravel", areas(track.gravel))
        + "".join(drawn(f"pebble{tone}", dots(places)) for tone, places in enumerate(pebbles))
        + drawn("tunnel", areas(track.tunnel))
    )


def _tunnels(sheet: Sheet) -> str:
    """Walls, ribs, lamps and mouths, over each stretch of spaces in a row."""
    line = sheet.line
    spaces = sorted({spot.space for spot in sheet.track.tunnel})
    walls = ribs = mouths = ""
    lamps: list[tuple[float, float]] = []
    for _, numbered in groupby(enumerate(spaces), key=lambda pair: pair[1] - pair[0]):
        stretch = [space for _, space in numbered]
        a, b = stretch[0], stretch[-1] + 1
        walls += path(line.run(a, b, -0.12, -1)) + path(line.run(a, b, 0.12, 1))
        ribs += "".join(path([line.at(s, -0.18, -1), line.at(s, 0.18, 1)]) for s in range(a + 1, b))
        mouths += "".join(path([line.at(s, -0.18, -1), line.at(s, 0.18, 1)]) for s in (a, b))
        lamps += [line.at(s + 0.5, -side * 0.07, side) for s in stretch for side in (-1, 1)]
    return (
        drawn("tunnel-wall", walls)
        + drawn("tunnel-rib", ribs)
        + drawn("tunnel-mouth", mouths)
        + drawn("lamp", dots(lamps))
    )


def markings(sheet: Sheet, within: Stretch) -> str:
    """Lines between lanes and between spaces, and the race line with its heads."""
    line, length = sheet.line, sheet.line.length
    a, b = within
    whole = b - a == length
    spaces = "".join(
        path([line.at(s, 0.03, -1), line.at(s, -0.03, 1)]) for s in range(math.ceil(a), math.floor(b) + (not whole))
    )
    offsets = blur(np.array([sheet.race_offset(s // PER_SPACE) for s in range(length * PER_SPACE)]), PER_SPACE * 0.75)

    def offset(s: float) -> float:
        return float(offsets[int(s * PER_SPACE) % len(offsets)])

    along = np.linspace(a, b, math.ceil((b - a) * 4) + 1)[: -1 if whole else None]
    race_line = path(line.trace(along, offsets[(along * PER_SPACE).astype(int) % len(offsets)]), whole)
    heads = ""
    for s in np.arange(math.ceil(a) + 2.5, b - 1, 4):
        if min(abs((s - c + length / 2) % length - length / 2) for c in sheet.lines) >= 0.9:
            o = offset(s)
            heads += path([line.at(s - 0.1, o - 0.17), line.at(s + 0.16, o), line.at(s - 0.1, o + 0.17)])
    return (
        drawn("lane-line", "".join(_lane_lines(sheet, within)))
        + drawn("space-line", spaces)
        + drawn("race-line", race_line)
        + drawn("race-head", heads)
    )


def _lane_lines(sheet: Sheet, within: Stretch) -> Iterator[str]:
    track, line = sheet.track, sheet.line
    a, b = within
    if isinstance(track.lanes, int):
        whole = b - a == line.length
        for lane in range(1, track.lanes):
            o = lane - track.lanes / 2
            yield path(line.run(a, b, o, step=1 / 12)[: -1 if whole else None], whole)
        return
    for lanes, spaces in groupby(range(math.floor(a), math.ceil(b)), key=lambda s: track.lanes_at(s % line.length)):
        stretch = list(spaces)
        for lane in range(1, lanes):
            yield path(line.run(max(a, stretch[0]), min(b, stretch[-1] + 1), lane - lanes / 2))


def _kerbs(sheet: Sheet) -> str:
    """Along the inside of each bend, and outside where it ends and cars drift wide."""
    line = sheet.line
    bend = line.bend * line.lane
    first = int(np.argmin(np.abs(bend)))
    order = [(first + i) % len(bend) for i in range(len(bend))]
    kerbs = ""
    for sign, samples in groupby(order, key=lambda i: 0 if abs(bend[i]) <= KERB else 1 if bend[i] > 0 else -1):
        stretch = list(samples)
        if sign and len(stretch) >= PER_SPACE * 0.7:
            a = stretch[0] / PER_SPACE
            b = a + len(stretch) / PER_SPACE
            kerbs += path(line.run(a - 0.15, b + 0.15, sign * 0.1, sign, 0.1))
            kerbs += path(line.run(b - 0.75, b + 0.85, -sign * 0.1, -sign, 0.1))
    return drawn("kerb-base", kerbs) + drawn("kerb", kerbs)


def _chevrons(sheet: Sheet) -> str:
    """One or two beside each space from which the corner can be taken aggressively."""
    line = sheet.line
    marks = ""
    for corner in sheet.track.corners:
        for back in range(corner.aggressive or 0):
            count = 2 if back < (corner.double_aggressive or 0) else 1
            for mark in range(count):
                s = corner.line - 0.5 - back + (mark - (count - 1) / 2) * 0.26
                for side in (-1, 1):
                    steps = ((-0.1, 0.13), (0.12, 0.24), (-0.1, 0.35))
                    marks += path([line.at(s + along, side * across, side) for along, across in steps])
    return drawn("chevron-under", marks) + drawn("chevron", marks)


def _legend_lines(sheet: Sheet) -> str:
    """From there on Legends are in the corner; where that is a corner line, the line itself says so."""
    line = sheet.line
    lines, marks = "", ""
    for corner in sheet.track.corners:
        s = max([corner.legend_line, *(other for other in sheet.lines if other < corner.line)])
        if s not in sheet.lines:
            lines += path([line.at(s, -0.02, -1), line.at(s, 0.02, 1)])
            side = line.outside(corner.line)
            helmet = '<circle r="9.5"/><path d="M-5.4 2.4V0A5.4 5.4 0 0 1 5.4 0V2.4H.6V-.8"/>'
            marks += f'<g class="legend-mark" {moved(*line.at(s, side * 0.34, side))}>{helmet}</g>'
    return drawn("legend-line", lines) + marks


def _corner_lines(sheet: Sheet) -> str:
    lines = "".join(path([sheet.line.at(s, -0.26, -1), sheet.line.at(s, 0.26, 1)]) for s in sheet.lines)
    return drawn("corner-under", lines) + drawn("corner-line", lines)


def start(sheet: Sheet) -> str:
    """The chequered line, and a numbered box for each place of the grid."""
    line = sheet.line
    base = path(line.strip(-0.21, 0.21, (-0.05, -1), (0.05, 1)), True)
    cells = ""
    rows = 4 * round(2 * line.half_at(0))
    left = -line.half_at(0) - 0.05
    width = -2 * left / rows
    for i in range(rows):
        for j in range(3):
            if (i + j) % 2 == 0:
                s, o = -0.21 + 0.14 * j, left + width * i
                cells += path(line.strip(s, s + 0.14, (o, 0), (o + width, 0)), True)
    boxes, numbers = "", ""
    for place, spot in enumerate(sheet.track.grid, 1):
        o = sheet.offset(spot.space, spot.lane)
        a, b = spot.space + 0.68, spot.space + 0.93
        boxes += path([line.at(a, o - 0.36), line.at(b, o - 0.36), line.at(b, o + 0.36), line.at(a, o + 0.36)])
        s = spot.space + 0.26
        figure = word(str(place), 0, -5.5, 11, "middle", weight=15)
        numbers += f"<g {moved(*line.at(s, o), turn=line.heading(s) + 90)}>{figure}</g>"
    grid = drawn("grid-box", boxes) + f'<g class="grid-no">{numbers}</g>'
    return drawn("check-base", base) + drawn("check", cells) + grid


def space_numbers(sheet: Sheet) -> str:
    """Shown on demand: every fifth, upright, beside the road, on the side with more room; the page keeps their size."""
    line = sheet.line
    plates = ""
    for space in range(0, line.length, EVERY):
        sides = [(line.at(space + 0.5, side * 0.05, side), line.at(space + 0.5, side * 0.8, side)) for side in (1, -1)]
        foot, (x, y) = max(sides, key=lambda ends: sheet.room(*ends[1]))
        dx, dy = x - foot[0], y - foot[1]
        text = str(space)
        half = 6 + 4 * len(text)
        plates += (
            f'<g class="at" {moved(*foot)}>{drawn("leader", f"M0 0L{number(dx)} {number(dy)}")}'
            f'<g class="head" {moved(dx, dy)}><rect x="{-half}" y="-10" width="{2 * half}" height="20" rx="5"/>'
            f"{word(text, 0, -6.5, 13, 'middle')}</g></g>"
        )
    return f'<g class="space-numbers" aria-hidden="true">{plates}</g>'
