"""What fills the land: the circuit's name as on a poster, large silhouettes, and trees in clusters."""

from functools import cache
from pathlib import Path

import numpy as np
from shapely import contains_xy
from shapely.geometry import box

from races.heat.circuit_art.geometry import Floats
from races.heat.circuit_art.sheet import Sheet
from races.heat.circuit_art.svg import drawn, moved, number
from races.heat.circuit_art.themes import SIZES
from races.parts.lettering import spell, width, word

MOTIFS = Path(__file__).parent / "motifs"
HEIGHTS = (92, 80, 70, 60, 52, 44, 38, 32, 28)  # of the title, as large as there is room for
TALLEST = 0.62  # of its room is how far a large silhouette's foot is below the middle
Placed = tuple[float, float, str, float]  # foot (y first: the lower ones stand in front), name, scale


def title(sheet: Sheet) -> str:
    """The name where it is clear of road and signs, inside the circuit if there is room."""
    text = spell(sheet.track.name)
    words = [text] if len(text) < 9 else text.split(" ")
    places = _grid(sheet, 0, 0, 16)
    rooms = sheet.rooms(places)
    inside = contains_xy(sheet.infield, places[:, 0], places[:, 1])
    for height in HEIGHTS if text else ():
        w = max(width(part, 4) for part in words) * height / 100 + height * 0.21
        h = height * (1 + 1.24 * (len(words) - 1)) + 46
        best = max(
            (
                (min(room, 70) + 60 * inside[i], -i)
                for i in np.flatnonzero(rooms > h / 2)
                if (room := _room_for(sheet, places[i], w, h)) >= 12
            ),
            default=None,
        )
        if best:
            x, y = places[-int(best[1])]
            sheet.title = box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
            sheet.taken += [(x + part * w / 2, y, h / 2 + 14) for part in np.linspace(-1, 1, 7)]
            return _printed(words, sheet.theme.place, float(x), float(y), height, w, h)
    return ""


def _room_for(sheet: Sheet, at: Floats, w: float, h: float) -> float:
    """How far a box is from road and verge; negative where it may not be."""
    x, y = at
    if abs(x - sheet.width / 2) > (sheet.width - w) / 2 + 40 or abs(y - sheet.height / 2) > (sheet.height - h) / 2 + 60:
        return -1
    if any(abs(a - x) < w / 2 + r + 4 and abs(b - y) < h / 2 + r + 18 for a, b, r in sheet.taken):
        return -1
    across, down = np.meshgrid(np.linspace(x - w / 2, x + w / 2, 9), np.linspace(y - h / 2, y + h / 2, 3))
    return float(sheet.rooms(np.column_stack([across.ravel(), down.ravel()])).min()) - sheet.lane * 0.5


def _printed(words: list[str], place: str, x: float, y: float, height: int, w: float, h: float) -> str:
    top = y - h / 2
    names = "".join(
        word(part, x, top + row * height * 1.24, height, "middle", tracking=4, slant=12, weight=19)
        for row, part in enumerate(words)
    )
    base = top + height * (1 + 1.24 * (len(words) - 1)) + 15
    rule = drawn("rule", f"M{number(x - w / 2)} {number(base)}H{number(x + w / 2)}")
    size = min(13.0, (w - 8) / (len(place) * 0.64)) if place else 0
    below = f'<text class="sub" x="{number(x)}" y="{number(base + 19)}" font-size="{number(size)}">{place}</text>'
    return f'<g class="cartouche">{names}{rule}{below if size >= 8.5 else ""}</g>'


def scenery(sheet: Sheet) -> str:
    items = [*_large(sheet), *_small(sheet)]
    items.sort()
    used = "".join(f'<use href="#m-{name}" {moved(x, y, scale)}/>' for y, x, name, scale in items)
    shapes = "".join(f'<g id="m-{name}">{motif(name)}</g>' for name in sorted({item[2] for item in items}))
    return f"<defs>{shapes}</defs>{used}"


@cache
def motif(name: str) -> str:
    """What is inside a silhouette's file; its foot stands at (0, 0), and the light comes from the upper left."""
    _, _, inside = (MOTIFS / f"{name}.svg").read_text(encoding="utf-8").partition(">")
    return "".join(line.strip() for line in inside.removesuffix("</svg>\n").splitlines())


def _grid(sheet: Sheet, beside: float, above: float, step: float) -> Floats:
    across, down = np.meshgrid(
        np.arange(-beside, sheet.width + beside, step), np.arange(-above, sheet.height + above, step)
    )
    return np.column_stack([across.ravel(), down.ravel()])


def _large(sheet: Sheet) -> list[Placed]:
    """Each where it has the most room, inside the circuit first, smaller if it must be."""
    places = _grid(sheet, 90, 80, 22)
    points: list[tuple[float, float]] = [(float(x), float(y)) for x, y in places]
    rooms = sheet.rooms(places)
    inside = contains_xy(sheet.infield, places[:, 0], places[:, 1])
    found: list[Placed] = []
    for name in sheet.theme.big:
        radius, scale = SIZES[name]
        if name == "boats":
            found += _afloat(sheet, places, radius, scale)
            continue
        for shrink in (1, 0.82, 0.66, 0.52):
            r = radius * scale * shrink
            on_paper = (places[:, 1] > r - 90) & (places[:, 1] < sheet.height + 60 - r * TALLEST)
            spots = [
                int(i)
                for i in np.flatnonzero(on_paper & (rooms > r + sheet.lane * 0.25))
                if sheet.leaves_alone(places[i, 0], places[i, 1], r)
                and sheet.on_land(places[i, 0], places[i, 1], r * 0.8)
            ]
            pool = [i for i in spots if inside[i]] or (spots if shrink > 0.8 else [])
            if pool:
                likes = {i: min(rooms[i] + sheet.lane - r, 40) + 24 * sheet.chance.random() for i in pool}
                x, y = points[max(pool, key=likes.__getitem__)]
                found.append((y + r * TALLEST, x, name, scale * shrink))
                sheet.taken.append((x, y, r))
                break
    return found


def _afloat(sheet: Sheet, places: Floats, radius: float, scale: float) -> list[Placed]:
    water = sheet.sea.buffer(-50) if sheet.sea else None
    spots = places[contains_xy(water, places[:, 0], places[:, 1])] if water else places[:0]
    if not len(spots):
        return []
    x, y = (float(part) for part in sheet.chance.choice(list(spots)))
    sheet.taken.append((x, y, radius))
    return [(y, x, "boats", scale)]


def _small(sheet: Sheet) -> list[Placed]:
    """Trees in clusters, far beyond the sheet too; looked at foot and crown, so that none leans over the road."""
    chance, small = sheet.chance, sheet.theme.small
    centres = [(chance.uniform(-900, sheet.width + 900), chance.uniform(-600, sheet.height + 600)) for _ in range(120)]
    centres += [(chance.uniform(0, sheet.width), chance.uniform(0, sheet.height)) for _ in range(26)]
    found: list[Placed] = []
    for cx, cy in centres:
        kind = chance.choice(small)
        for _ in range(chance.randint(1, 5)):
            x, y = chance.gauss(cx, 34), chance.gauss(cy, 22)
            scale = chance.uniform(0.72, 1.0)
            name = kind if chance.random() < 0.75 else chance.choice(small)
            if _stands(sheet, x, y):
                found.append((y, x, name, scale))
                sheet.taken.append((x, y - 16, 15))
    return found


def _stands(sheet: Sheet, x: float, y: float) -> bool:
    grass = sheet.lane * 0.3
    return (
        sheet.room(x, y) > grass + 24
        and sheet.room(x, y - 50) > grass + 8
        and sheet.is_free(x, y - 22, 20)
        and sheet.is_free(x, y - 66, 10)
        and sheet.on_land(x, y, 16)
    )
