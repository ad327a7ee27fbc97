"""Which corners of the stage the whole track leaves free, for what floats over the board."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Literal

from msgspec import Struct
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from races.heat.circuit_art.signs import RADIUS, Sign

Box = tuple[float, float, float, float]  # x, y, width, height
Where = Literal["top-left", "top-right", "bottom-left", "bottom-right"]

CORNERS: tuple[Where, ...] = ("top-left", "top-right", "bottom-left", "bottom-right")
INSET = 12.0  # of what floats, from the edge of the stage, in pixels
TOUCH = 0.02  # of a part may stand on something
LIKED: tuple[tuple[Where, ...], ...] = (  # for plaque and tools: where one looks for them
    ("bottom-left", "top-right", "top-left", "bottom-right"),
    ("bottom-right", "top-right", "bottom-left", "top-left"),
)


class Stage(Struct, frozen=True):
    """A usual stage, and the sizes of what floats on it, in pixels."""

    width: float
    height: float
    sizes: tuple[tuple[float, float], tuple[float, float]]


STAGES: Mapping[str, Stage] = {
    "wide": Stage(1100, 558, ((300, 66), (266, 48))),
    "tall": Stage(768, 442, ((206, 58), (266, 48))),
}


class FreeCorners(Struct, frozen=True):
    """Where each goes on a stage of one shape, where the whole track is in view."""

    plaque: Where
    tools: Where
    covered: float  # of one of them, from 0 to 1: how much of it stands on road, signs or title


def free_corners(things: Sequence[BaseGeometry], signs: Sequence[Sign], fit: Box) -> dict[str, FreeCorners]:
    """For a wide and a tall stage; `things` are what should not be covered beside the signs."""
    busy = unary_union([*things, *(Point(sign.x, sign.y).buffer(RADIUS + 16) for sign in signs)])
    return {shape: _best(busy, stage, fit) for shape, stage in STAGES.items()}


def _best(busy: BaseGeometry, stage: Stage, fit: Box) -> FreeCorners:
    """The largest view in which nothing that matters is covered, else the one where least is."""
    tried = []
    for view in _views(stage, fit):
        found = _placed(busy, stage, view)
        if found.covered <= TOUCH:
            return found
        tried.append(found)
    return min(tried, key=lambda found: found.covered)


def _views(stage: Stage, fit: Box) -> Iterator[Box]:
    """The tightest view, then wider ones, the track in their middle, or higher, or lower."""
    x, y, w, h = fit
    unit = max(w / stage.width, h / stage.height)
    for grown in (1.0, 1.04, 1.08, 1.12, 1.16, 1.2):
        width, height = unit * grown * stage.width, unit * grown * stage.height
        for down in (0.5, 0.0, 1.0) if height - h > 1 else (0.5,):
            view = (x - (width - w) / 2, y - (height - h) * down, width, height)
            yield round(view[0], 1), round(view[1], 1), round(width, 1), round(height, 1)


def _placed(busy: BaseGeometry, stage: Stage, view: Box) -> FreeCorners:
    overlap = [{where: _covered(busy, part) for where, part in _parts(stage, size, view)} for size in stage.sizes]

    def cost(wheres: tuple[Where, ...]) -> float:
        likes = sum(liked.index(where) for liked, where in zip(LIKED, wheres, strict=True))
        return sum(one[where] for one, where in zip(overlap, wheres, strict=True)) + likes * 0.02

    plaque, tools = best = min(permutations(CORNERS, 2), key=cost)
    worst = max(one[where] for one, where in zip(overlap, best, strict=True))
    return FreeCorners(plaque, tools, round(worst, 2))


def _parts(stage: Stage, size: tuple[float, float], view: Box) -> Iterator[tuple[Where, Polygon]]:
    """What lies under a floating part in each corner, in the units of the board."""
    left, top, width, _ = view
    unit = width / stage.width
    for where in CORNERS:
        across = INSET if where.endswith("left") else stage.width - INSET - size[0]
        down = INSET if where.startswith("top") else stage.height - INSET - size[1]
        ends = (across, down, across + size[0], down + size[1])
        yield where, box(*(side + unit * end for side, end in zip((left, top, left, top), ends, strict=True)))


def _covered(busy: BaseGeometry, part: Polygon) -> float:
    return float(busy.intersection(part).area / part.area) if part.area else 0.0
