"""The champion as a poster, and the points race by race as a chart."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from races.heat.championships.showing import Line, Page
from races.heat.counts import names
from races.heat.results.podium import Step, poster
from races.parts import chips
from races.parts.markup import drawn, spoken

LEFT, TOP, HIGH = 44, 16, 190
WIDE, NARROW = 640, 350
"""How broad charts are drawn, for a page and for a phone."""
CHIP, FLAT = 25, 0.8
"""How broad a chip is, and how high in proportion."""


def champions(page: Page) -> SafeString:
    """The first three of the table, once it is over."""
    best = page.table[:3]
    races = ngettext("%(n)s race", "%(n)s races", page.raced) % {"n": page.raced}
    steps = [
        Step(one.seat, one.place, one.driver.name, one.driver.colour, one.driver.car_number, points(one.points))
        for one in best
    ]
    label = _("The championship: %(names)s") % {"names": names([one.driver.name for one in best])}
    return poster(_("Champion"), f"{races} · {page.rules}", steps, label)


def points(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def chart(page: Page, breadth: int = WIDE) -> SafeString:
    """A line a car, from nothing to the points after the last race. Each ends in its chip, so that lines differ by more
    than colour; chips of cars with nearly as many points stand beside each other."""
    most = max((line.points for line in page.table), default=0)
    if not page.raced or not most:
        return drawn()
    columns = columns_of([_height(line.points, most) for line in page.table])
    right = breadth - CHIP * (1 + max(columns)) - 8
    step = (right - LEFT) / page.raced
    label = _("Points race by race, from nothing on the left to the table on the right")
    look = "wide" if breadth == WIDE else "narrow"
    return drawn(
        f'<svg class="{look}" viewBox="0 0 {breadth} {TOP + HIGH + 34}" {spoken(label)}>',
        *(_rule(value, most, right) for value in _marks(most)),
        *(
            f'<text class="at" x="{LEFT + step * number:.1f}" y="{TOP + HIGH + 26}">{number}</text>'
            for number in range(1, page.raced + 1)
        ),
        *(
            _line(line, step, most, right + 4 + column * CHIP)
            for line, column in reversed(list(zip(page.table, columns, strict=True)))
        ),
        "</svg>",
    )


def _marks(most: int) -> range:
    """The points that are written beside the chart: about five of them."""
    every = next((step for step in (1, 2, 5, 10, 20, 50) if most <= 6 * step), 100)
    return range(0, most + 1, every)


def _height(value: int, most: int) -> float:
    return TOP + HIGH - HIGH * value / most


def _rule(value: int, most: int, right: float) -> str:
    y = _height(value, most)
    return (
        f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
        f'<path class="gridl" d="M{LEFT} {y:.1f}H{right}"/>'
    )


def columns_of(heights: Sequence[float]) -> list[int]:
    """For each chip the first column in which it covers none of those before it."""
    found: list[int] = []
    for height in heights:
        near = {column for column, other in zip(found, heights, strict=False) if abs(other - height) < CHIP * FLAT}
        found.append(next(column for column in range(len(heights)) if column not in near))
    return found


def _line(line: Line, step: float, most: int, chip: float) -> str:
    total, d = 0, f"M{LEFT} {_height(0, most):.1f}"
    for number, cell in enumerate(line.cells, start=1):
        total += cell.score.total if cell else 0
        d += f"L{LEFT + step * number:.1f} {_height(total, most):.1f}"
    driver = line.driver
    badge = chips.chip(driver.colour, driver.car_number, label="")
    y = _height(line.points, most) - CHIP * FLAT / 2
    return (
        f'<g data-seat="{line.seat}"><path class="lnb" d="{d}"/>'
        f'<path class="ln ln-{driver.colour}" d="{d}" stroke="{chips.LIVERIES[driver.colour].body}"/>'
        f'<svg x="{chip:.1f}" y="{y:.1f}" width="{CHIP}" height="{CHIP * FLAT:.0f}">{badge}</svg></g>'
    )
