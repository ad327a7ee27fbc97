"""The land: three tones and the sea, gravel traps outside the bends, and the grandstand at the start."""

import math

import numpy as np
from shapely.geometry import LineString, Polygon, box

from races.heat.circuit_art.sheet import FAR, Sheet
from races.heat.circuit_art.svg import dots, drawn, number, path, rings

CROWD = ("#D8352F", "#F7EFDC", "#2F6FB7", "#F0B323", "#2B3A42", "#EFC9A4", "#F7EFDC")


def whole_land(sheet: Sheet, name: str) -> str:
    """One rectangle over everything, far beyond the sheet."""
    size = f'width="{number(sheet.width + 2 * FAR)}" height="{number(sheet.height + 2 * FAR)}"'
    return f'<rect class="{name}" x="{number(-FAR)}" y="{number(-FAR)}" {size}/>'


def land(sheet: Sheet) -> str:
    tones = []
    for reach, name in ((340, "land-low"), (230, "land"), (120, "land-high")):
        around = sheet.road.buffer(reach, 24).buffer(-60, 24).buffer(60, 24)
        tones.append(drawn(name, rings(around, 1)))
    return whole_land(sheet, "land") + "".join(tones) + _sea(sheet)


def _sea(sheet: Sheet) -> str:
    w, h = sheet.width, sheet.height
    sides = {
        "top": (-FAR, -FAR, w + FAR, h * 0.34),
        "right": (w * 0.62, -FAR, w + FAR, h + FAR),
        "bottom": (-FAR, h * 0.72, w + FAR, h + FAR),
    }
    if not sheet.theme.sea:
        return ""
    water = box(*sides[sheet.theme.sea]).difference(sheet.road.convex_hull.buffer(150)).buffer(-150, 24).buffer(150, 24)
    sheet.sea = water.buffer(30, 24)
    layers = (("beach", 30), ("sea", 8), ("sea-deep", -40))
    return "".join(drawn(name, rings(water.buffer(reach, 24), 1)) for name, reach in layers)


def verge(sheet: Sheet) -> str:
    """The mown strip along the road, and a lens of gravel outside each corner."""
    line = sheet.line
    along = np.linspace(-2.6, 2.2, 36)
    reach = 0.05 + 1.35 * np.maximum(0, np.sin(math.pi * (along + 2.6) / 4.8)) ** 1.3
    traps = []
    for corner in sheet.track.corners:
        s, side = corner.line - 0.2, line.outside(corner.line - 0.3)
        rim = line.trace(s + along, side * reach, side)
        shape = Polygon(np.vstack([rim, line.trace(s + along, -side * 0.1, side)[::-1]])).buffer(0)
        if line.length > 12:
            others = line.run(s + 4.2, s + line.length - 4.2, step=0.25)
            shape = shape.difference(LineString(others).buffer(sheet.lane * (sheet.widest + 0.4)))
        traps.append(rings(shape.buffer(-3).buffer(3), 0.8))
    return drawn("verge", rings(sheet.road.buffer(15), 1)) + drawn("trap", "".join(traps))


def grandstand(sheet: Sheet) -> str:
    """Along the grid, on the side with more room; none if it is narrow on both, or the last corner too near."""
    line, lane = sheet.line, sheet.lane
    a, b = max(-7.6, sheet.lines[-1] - line.length + 1.6), -1.2

    def room(side: int) -> float:
        return float(sheet.rooms(line.trace(np.arange(a, b, 0.5), side * 2.2, side)).min())

    if b - a < 1.5:
        return ""
    side = max((1, -1), key=room)
    if room(side) < 1.1 * lane:
        return ""

    def strip(a: float, b: float, low: float, high: float) -> str:
        return path(line.strip(a, b, (side * low, side), (side * high, side)), True)

    out = [drawn("stand-shade", strip(a + 0.1, b + 0.25, 0.62, 2.1)), drawn("stand", strip(a, b, 0.55, 1.95))]
    people: dict[str, list[tuple[float, float]]] = {}
    for row, across in enumerate((0.72, 0.98, 1.24)):
        for s in np.arange(a + 0.18, b - 0.1, 0.13):
            if sheet.chance.random() < 0.88:
                people.setdefault(sheet.chance.choice(CROWD), []).append(
                    line.at(s + (row % 2) * 0.07, side * across, side)
                )
    out += [drawn("crowd", dots(places), stroke=colour) for colour, places in people.items()]
    out.append(drawn("stand-roof", strip(a - 0.08, b + 0.08, 1.42, 2.05)))
    stripes = "".join(strip(s, min(s + 0.4, b), 1.42, 2.05) for s in np.arange(a, b - 0.3, 0.8))
    out.append(drawn("stand-stripe", stripes))
    for s in np.arange(a, b, 0.6):
        x, y = line.at(s, side * 1.4, side)
        sheet.taken.append((x, y, 46))
        sheet.crowd.append((x, y))
    return "".join(out)
