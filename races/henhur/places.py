"""Where each hen stands on the drawing: side by side where several share a space, in rows behind the line before the
first race; and where its name is written, so that no name lies on another."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.henhur import Rules, RunnerView
from engine.kernel.seats import Seat
from races.henhur import track

ROWS = 2
"""Hens side by side behind the line."""
ROW, COLUMN = 15, 1.02
"""How far their rows are from the middle of the lane, and how many spaces lie between their columns."""
LETTER, LINE = 8.6, 17
"""The size of a name, about."""
BODY = (20, 28)
"""Half of a hen, as far as it covers a name."""
BELOW, ABOVE, CROWN = 24, -44, 16
"""Where a name stands, and how much higher above a crown."""
LOWER = 62
"""Where it stands below the name of the hen in front."""


class Spot(NamedTuple):
    """A hen on the drawing, and how far its name is below it; none where there is no room for the name."""

    seat: Seat
    x: float
    y: float
    name: int | None


def spots(rules: Rules, standing: Sequence[RunnerView], names: Sequence[str]) -> list[Spot]:
    """The hens in this order, the leader last. `names` are those of all seats."""
    first = max((runner.at for runner in standing), default=0)
    written: list[tuple[float, float, float]] = []
    in_front: list[tuple[float, float]] = []
    found = []
    for runner in reversed(standing):
        x, y = _middle(rules, standing, runner)
        half = len(names[runner.seat]) * LETTER / 2
        below = BELOW, ABOVE - CROWN * (runner.at == first > 0), LOWER
        free = (one for one in below if _has_room(x, y + one, half, written, in_front))
        name = next(free, None)
        if name is not None:
            written.append((x, y + name, half))
        in_front.append((x, y))
        found.append(Spot(runner.seat, x, y, name))
    return found[::-1]


def _middle(rules: Rules, standing: Sequence[RunnerView], runner: RunnerView) -> tuple[float, float]:
    mates = sorted(one.seat for one in standing if one.at == runner.at)
    nth = mates.index(runner.seat)
    if runner.at == 0:
        side = ROW if nth % ROWS == 0 else -ROW
        return track.point(track.RADII[0] + side, -0.6 - COLUMN * (nth // ROWS))
    x, y = track.space_of(rules, runner.at)
    aside = (len(mates) - 1) / 2 - nth  # who is drawn last stands in front
    step = min(1.0, 3 / len(mates))
    return x + 22 * step * aside, y + 19 * step * aside


def _has_room(
    x: float, y: float, half: float, written: list[tuple[float, float, float]], in_front: list[tuple[float, float]]
) -> bool:
    """Whether a name fits on the drawing here, beside the names that are written and the hens that would cover it."""
    on_names = any(abs(x - other) < half + wide and abs(y - high) < LINE for other, high, wide in written)
    on_hens = any(abs(x - other) < half + BODY[0] and abs(y - high + 8) < BODY[1] for other, high in in_front)
    return LINE < y < track.HEIGHT - LINE / 2 and not on_names and not on_hens
