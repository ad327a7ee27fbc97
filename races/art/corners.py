"""Which corners of the stage the whole track leaves free, for what floats over the board."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Literal

from msgspec import Struct
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from races.art.signs import RADIUS, Sign

Box = tuple[float, float, float, float]  # x, y, width, height
Where = Literal["top-left", "top-right", "bottom-left", "bottom-right"]

CORNERS: tuple[Where, ...] = ("top-left", "top-right", "bottom-left", "bottom-right")
INSET = 12.0  # of what floats, from the edge of the stage, in pixels
LIKED: tuple[tuple[Where, ...], ...] = (  # for turn order, plaque and tools: where one looks for them
    ("top-left", "top-right", "bottom-left", "bottom-right"),
    ("bottom-left", "top-right", "top-left", "bottom-right"),
    ("bottom-right", "top-right", "bottom-left", "top-left"),
)


class Stage(Struct, frozen=True):
    """A usual stage, and the sizes of what floats on it, in pixels."""

    width: float
    height: float
    sizes: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


STAGES: Mapping[str, Stage] = {
    "wide": Stage(1100, 558, ((340, 46), (300, 66), (222, 48))),
    "tall": Stage(768, 442, ((0, 0), (206, 58), (222, 48))),  # there turn order is above the board
}


class FreeCorners(Struct, frozen=True):
    """Where each goes, on a stage of one shape. What is covered of road and signs is from 0 to 1, at best 0."""

    order: Where
    plaque: Where
    tools: Where
    covered: float


def free_corners(road: BaseGeometry, signs: Sequence[Sign], fit: Box) -> dict[str, FreeCorners]:
    """For a wide and a tall stage that show the whole track."""
    busy = unary_union([road, *(Point(sign.x, sign.y).buffer(RADIUS + 16) for sign in signs)])
    found = {}
    for shape, stage in STAGES.items():
        overlap = [{where: _covered(busy, part) for where, part in _parts(stage, size, fit)} for size in stage.sizes]

        def cost(wheres: tuple[Where, ...], overlap: list[dict[Where, float]] = overlap) -> float:
            likes = sum(liked.index(where) for liked, where in zip(LIKED, wheres, strict=True))
            return sum(one[where] for one, where in zip(overlap, wheres, strict=True)) + likes * 0.02

        order, plaque, tools = best = min(permutations(CORNERS, 3), key=cost)
        worst = max(one[where] for one, where in zip(overlap, best, strict=True))
        found[shape] = FreeCorners(order, plaque, tools, round(worst, 2))
    return found


def _parts(stage: Stage, size: tuple[float, float], fit: Box) -> Iterator[tuple[Where, Polygon]]:
    """What lies under a floating part in each corner, in the units of the board."""
    x, y, w, h = fit
    unit = max(w / stage.width, h / stage.height)
    left, top = x + w / 2 - unit * stage.width / 2, y + h / 2 - unit * stage.height / 2
    for where in CORNERS:
        across = INSET if where.endswith("left") else stage.width - INSET - size[0]
        down = INSET if where.startswith("top") else stage.height - INSET - size[1]
        ends = (across, down, across + size[0], down + size[1])
        yield where, box(*(side + unit * end for side, end in zip((left, top, left, top), ends, strict=True)))


def _covered(busy: BaseGeometry, part: Polygon) -> float:
    return float(busy.intersection(part).area / part.area) if part.area else 0.0
