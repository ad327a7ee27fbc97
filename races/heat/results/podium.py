"""The podium as a poster, and the places round by round as a chart. Both are drawn for one race, in any language."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from races.heat.counts import names
from races.heat.parts.poster import GROUND, MIDDLE, named, racer, rays
from races.heat.results.figures import Story
from races.heat.results.ranking import Result, rounds
from races.heat.scene import HeatScene
from races.models import Seat
from races.parts import chips
from races.parts.lettering import spell, width, word
from races.parts.markup import drawn, spoken

BASE = 720
"""Where the blocks stand; they go on below, so that any shape of page is filled."""
BLOCKS = ((254, 252, 284, 0.285, 92), (22, 232, 190, 0.262, 72), (506, 232, 130, 0.262, 72))
"""First, second and third: left edge, breadth and height of the block, scale of the car, height of the figure."""


PAPERS = ("#E5A72C", "#FFF6E3", "#D8392B", "#7FB4BA")


@dataclass(frozen=True)
class Step:
    """A driver on the podium: what stands over the car, and on the block below it."""

    seat: int
    place: int
    name: str
    colour: str
    number: int
    line: str


def podium(scene: HeatScene, ranking: Sequence[Result]) -> SafeString:
    """The first three under the name of the circuit; fewer where fewer saw the end."""
    best = [one for one in ranking if not one.retired][:3]
    label = _("Podium: %(names)s") % {"names": names([one.seat.name for one in best])} if best else _("An empty podium")
    view = scene.view(None)
    laps = ngettext("%(n)s lap", "%(n)s laps", view.setup.laps) % {"n": view.setup.laps}
    steps = [
        Step(one.seat.number, one.place, one.seat.name, one.seat.colour, one.seat.car_number, one.gap) for one in best
    ]
    return poster(scene.game.content.track.name, f"{laps} · {rounds(view.round)}", steps, label)


def poster(title: str, line: str, steps: Sequence[Step], label: str) -> SafeString:
    """Up to three drivers on their blocks, under a title and a line below it."""
    blocks = [_block(one, *BLOCKS[place]) for place, one in enumerate(steps[:3])]
    return drawn(
        f'<svg class="scene" viewBox="0 0 760 844" preserveAspectRatio="xMidYMin meet" {spoken(label)}>',
        '<path d="M-800 -200H1600V2600H-800Z" fill="#12434B"/>',
        rays(380, 470, "#1A5560", 1700),
        _chequers(),
        '<path class="dusk" d="M-800 -200H1600V2600H-800Z"/>',
        _confetti() if steps else "",
        _title(spell(title), spell(line)),
        *blocks[1:],
        *blocks[:1],
        "</svg>",
    )


def _title(name: str, line: str) -> str:
    high = min(58.0, 680 / max(width(name, 6), 1) * 100)
    return (
        f'<g color="#FFF6E3">{word(name, 380, 84, high, "middle", tracking=6, slant=12)}'
        f"{word(line, 380, 162, 17, 'middle', tracking=8)}</g>"
    )


def _block(one: Step, x: float, broad: float, high: float, scale: float, figure: float) -> str:
    top, middle = BASE - high, x + broad / 2
    foot = BASE + 1900
    return (
        f'<g data-seat="{one.seat}"><path d="M{x} {top}H{x + broad}V{foot}H{x}Z" class="block"/>'
        f'<path d="M{x} {top}H{x + broad}V{top + 14}H{x}Z" fill="#C5281C"/>'
        f'<path d="M{x + broad - 16} {top + 14}H{x + broad}V{foot}H{x + broad - 16}Z" class="flank"/>'
        f'<g class="figure">{word(str(one.place), middle - 6, top + 42, figure, "middle", weight=21, slant=10)}</g>'
        f'<g transform="translate({middle - MIDDLE * scale:.0f} {top - GROUND * scale:.0f}) scale({scale})">'
        f"{racer(one.colour, one.number)}</g>"
        f"{named(one.name, middle, _over(high, scale), broad - 24, 30, 'podium-name')}"
        f"{named(one.line, middle - 8, top + 172, broad - 40, 20, 'podium-pts')}</g>"
    )


def _over(high: float, scale: float) -> float:
    """The line on which a name stands, over the driver's head."""
    return BASE - high - 128 * scale / 0.285 + 12


@cache
def _chequers() -> str:
    squares = "".join(f"M{x * 26} {y * 26}h26v26h-26Z" for x in range(-20, 52) for y in range(2) if (x + y) % 2)
    return f'<path d="M-520 0H1352V52H-520Z" fill="#FFFBEF"/><path d="{squares}" fill="#14191D"/>'


@cache
def _confetti() -> str:
    """In the air everywhere but before the title and the names, where a piece would pass for an accent."""
    words: list[tuple[float, float, float, float]] = [(170, 590, 70, 195)]
    for edge, breadth, height, scale, _figure in BLOCKS:
        line = _over(height, scale)
        words.append((edge - 12, edge + breadth + 12, line - 44, line + 24))
    dice = random.Random(4)  # noqa: S311, always the same confetti
    papers = ""
    for _paper in range(110):
        x, y, turn = dice.uniform(-160, 920), dice.uniform(64, 470), dice.uniform(-60, 60)
        broad, high, paint = dice.uniform(5, 11), dice.uniform(9, 18), dice.choice(PAPERS)
        if not any(left < x < right and top < y < bottom for left, right, top, bottom in words):
            papers += (
                f'<rect x="{-broad / 2:.0f}" y="{-high / 2:.0f}" width="{broad:.0f}" height="{high:.0f}"'
                f' transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})" fill="{paint}"/>'
            )
    return f'<g class="confetti" opacity=".9">{papers}</g>'


LEFT = 34
HIGH = 150
"""How high the lines of a chart are together; twelve are drawn closer than six, so that the page stays one screen."""
WIDE, NARROW = 640, 350
"""How broad charts are drawn, for a page and for a phone: scaled down, the figures of the first could not be read."""


def chart(scene: HeatScene, story: Story, breadth: int = WIDE, decisive: int = 0) -> SafeString:
    """A line a car, from the grid to the end. Each ends in its chip, so that lines differ by more than colour. The
    decisive round, if one is given, is marked."""
    count, last = len(scene.seats), len(story.places) - 1
    if last < 1:
        return drawn()
    row = min(24.0, max(12.5, HIGH / count))
    right, foot = breadth - 32, row * (count - 1) + 18
    step = (right - LEFT) / last
    rows = "".join(
        f'<text x="12" y="{22 + row * place:.1f}">{place + 1}</text>'
        f'<path class="gridl" d="M26 {18 + row * place:.1f}H{right}"/>'
        for place in range(count)
    )
    lines = [_line(seat, story, right, step, row) for seat in scene.seats]
    label = _("Places round by round, from the grid on the left to the end of the race on the right")
    look = "wide" if breadth == WIDE else "narrow"
    return drawn(
        f'<svg class="{look}" viewBox="0 0 {breadth} {foot + 32:.0f}" {spoken(label)}>',
        f'<path class="decisive" d="M{LEFT + step * decisive:.1f} 14V{foot + 4:.1f}"/>' if decisive else "",
        rows,
        _rounds(last, step, foot + 26, decisive),
        *lines,
        "</svg>",
    )


def _rounds(last: int, step: float, y: float, decisive: int) -> str:
    """Numbers below the chart, as many as there is room for; that of the decisive round is always there."""
    every = 1 + int(26 / step)
    shown = [turn for turn in range(every, last + 1, every) if abs(turn - decisive) * step >= 20 or turn == decisive]
    if decisive and decisive not in shown:
        shown.append(decisive)
    looks = {decisive: "at decided"}
    return "".join(
        f'<text class="{looks.get(turn, "at")}" x="{LEFT + step * turn:.1f}" y="{y:.1f}">{turn}</text>'
        for turn in shown
    )


def _line(seat: Seat, story: Story, right: int, step: float, row: float) -> str:
    places = [order.index(seat.number) for order in story.places]
    d = "M" + "L".join(f"{LEFT + step * turn:.1f} {18 + row * place:.1f}" for turn, place in enumerate(places))
    high = min(20.0, row + 1)
    return (
        f'<g data-seat="{seat.number}"><path class="lnb" d="{d}"/>'
        f'<path class="ln ln-{seat.colour}" d="{d}" stroke="{chips.LIVERIES[seat.colour].body}"/>'
        f'<use href="#s{seat.number}" x="{right + 2}" y="{18 + row * places[-1] - high / 2:.1f}"'
        f' width="{high * 1.25:.1f}" height="{high:.1f}"/></g>'
    )
