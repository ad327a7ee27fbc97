"""The champion as a poster, and the points race by race as a chart."""

from collections import Counter
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
CHIP = 25


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
    than colour; cars with as many points stand beside each other."""
    most = max((line.points for line in page.table), default=0)
    if not page.raced or not most:
        return drawn()
    right = breadth - CHIP * _most_beside(page.table) - 8
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
        *(_line(line, page, step, most, right) for line in reversed(page.table)),
        "</svg>",
    )


def _marks(most: int) -> range:
    """The points that are written beside the chart: about five of them."""
    every = max(1, round(most / 5))
    return range(0, most + 1, every)


def _height(value: int, most: int) -> float:
    return TOP + HIGH - HIGH * value / most


def _rule(value: int, most: int, right: float) -> str:
    y = _height(value, most)
    return (
        f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
        f'<path class="gridl" d="M{LEFT} {y:.1f}H{right}"/>'
    )


def _most_beside(table: Sequence[Line]) -> int:
    """How many cars have the same points, where most have."""
    return max(Counter(line.points for line in table).values(), default=1)


def _line(line: Line, page: Page, step: float, most: int, right: float) -> str:
    total, d = 0, f"M{LEFT} {_height(0, most):.1f}"
    for number, cell in enumerate(line.cells, start=1):
        total += cell.score.total if cell else 0
        d += f"L{LEFT + step * number:.1f} {_height(total, most):.1f}"
    driver = line.driver
    beside = sum(other.points == line.points and other.place < line.place for other in page.table)
    badge = chips.chip(driver.colour, driver.car_number, label="")
    x, y = right + 4 + beside * CHIP, _height(line.points, most) - CHIP * 0.4
    return (
        f'<g data-seat="{line.seat}"><path class="lnb" d="{d}"/>'
        f'<path class="ln ln-{driver.colour}" d="{d}" stroke="{chips.LIVERIES[driver.colour].body}"/>'
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{CHIP}" height="{CHIP * 0.8:.0f}">{badge}</svg></g>'
    )
