"""Writing SVG paths, and writing them short: a picture of ten thousand points is sent to every phone."""

from collections.abc import Iterable, Sequence

from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from races.heat.circuit_art.geometry import Floats

SMOOTH = 0.12  # drawing units that a point may lie off the line before it has to be written


def number(value: float) -> str:
    """One digit behind the point, and no more characters than that takes."""
    return _tenths(round(value * 10))


def path(points: Floats | Sequence[tuple[float, float]], close: bool = False, smooth: float = SMOOTH) -> str:
    """The path through these points, in steps from one to the next."""
    if smooth and len(points) > 2:
        points = list(LineString([*points, points[0]] if close else points).simplify(smooth).coords)
    tenths = [(round(float(x) * 10), round(float(y) * 10)) for x, y in points]
    if close and len(tenths) > 1 and tenths[0] == tenths[-1]:
        tenths.pop()
    (x, y), *rest = tenths
    parts = [f"M{_pair(x, y)}"]
    for to_x, to_y in rest:
        if (to_x, to_y) != (x, y):
            parts.append(("l" if len(parts) == 1 else "") + _step(_pair(to_x - x, to_y - y), first=len(parts) == 1))
            x, y = to_x, to_y
    if len(parts) == 1:
        parts.append("h0")  # a dot, if the line has round ends
    return "".join(parts) + ("z" if close else "")


def rings(shape: BaseGeometry, smooth: float = 0.6) -> str:
    """All the outlines of an area, its holes included, as curves."""
    if shape.is_empty:
        return ""
    areas = [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]
    lines = [list(ring.coords) for area in areas for ring in (area.exterior, *area.interiors)]
    return "".join(curve(LineString(line).simplify(smooth).coords[:-1]) for line in lines)


def curve(points: Sequence[tuple[float, ...]]) -> str:
    """A closed curve along these points: between the middles of its sides, and each point pulls it.

    The pull of each piece mirrors that of the one before, so `t` need not write it: a curve takes the bytes of a
    polygon. Each middle makes up for what rounding has shifted the pull that is mirrored.
    """
    corners = [(round(x * 10), round(y * 10)) for x, y in points]
    if len(corners) < 3:
        return path([(x / 10, y / 10) for x, y in corners], True, smooth=0)
    (last_x, last_y), (pull_x, pull_y) = corners[-1], corners[0]
    x, y = start = (last_x + pull_x) // 2, (last_y + pull_y) // 2
    parts = [f"M{_pair(x, y)}"]
    for to_x, to_y in corners[1:]:
        middle = (pull_x + to_x) // 2, (pull_y + to_y) // 2
        end = _pair(middle[0] - x, middle[1] - y)
        if len(parts) == 1:
            parts.append(f"q{_pair(pull_x - x, pull_y - y)}{_step(end, first=False)}t")
        else:
            parts.append(_step(end, first=len(parts) == 2))
        pull_x, pull_y = 2 * middle[0] - pull_x, 2 * middle[1] - pull_y
        x, y = middle
    parts.append(_step(_pair(start[0] - x, start[1] - y), first=len(parts) == 2))
    return "".join(parts) + "z"


def dots(points: Iterable[tuple[float, float]]) -> str:
    """Points as strokes without a length: with round ends they are discs, at a few bytes each."""
    return "".join(f"M{_pair(round(x * 10), round(y * 10))}h0" for x, y in points)


def drawn(name: str, d: str, **attributes: float | str) -> str:
    """A path element of a class; nothing if there is nothing to draw."""
    more = "".join(f' {key.replace("_", "-")}="{_shown(value)}"' for key, value in attributes.items())
    return f'<path class="{name}" d="{d}"{more}/>' if d else ""


def moved(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A transform attribute."""
    parts = f"translate({number(x)} {number(y)})"
    parts += f" rotate({number(turn)})" if turn else ""
    parts += f" scale({scale:.2f})" if scale != 1 else ""
    return f'transform="{parts}"'


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else number(value)


def _tenths(value: int) -> str:
    whole, tenth = divmod(abs(value), 10)
    return ("-" if value < 0 else "") + (f"{whole or ''}.{tenth}" if tenth else str(whole))


def _pair(x: int, y: int) -> str:
    second = _tenths(y)
    return _tenths(x) + ("" if second.startswith("-") else " ") + second


def _step(pair: str, first: bool) -> str:
    return pair if first or pair.startswith("-") else " " + pair
