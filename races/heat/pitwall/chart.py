"""The chances of a driver over a race: one chart of winning, one of the place to expect, a point a decision."""

from collections.abc import Iterator, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.review import Point, Review
from races.parts.chances import percent
from races.parts.markup import drawn, spoken

WIDE, NARROW = 980, 350
"""How broad the chart is drawn, for a page and for a phone."""
LEFT, RIGHT, TOP, GAP = 46, 14, 32, 38
HIGH = (150, 110)
"""How high winning and places are."""


def chart(review: Review, breadth: int = WIDE) -> SafeString:
    """Both below each other, with the decisions that mattered most by their numbers."""
    points = review.chart
    if not points:
        return drawn()
    wins, places = [point.win for point in points], [point.place for point in points]
    xs = _xs(points, breadth)
    low = TOP + HIGH[0] + GAP
    text = _("Chance to win, from %(first)s at the first decision to %(last)s at the last one; the list below has each")
    label = text % {"first": percent(wins[0]), "last": percent(wins[-1])}
    look = "wide" if breadth == WIDE else "narrow"
    win_named, place_named = _("Chance to win"), _("Place to expect")
    return drawn(
        f'<svg class="chances {look}" viewBox="0 0 {breadth} {low + HIGH[1] + 30}" {spoken(label)}>',
        f'<text class="named" x="{LEFT}" y="{TOP - 12}">{win_named}</text>',
        *(_rule(percent(share / 4), TOP + HIGH[0] * (1 - share / 4), breadth) for share in range(5)),
        f'<text class="named" x="{LEFT}" y="{low - 12}">{place_named}</text>',
        *(
            _rule(str(place), low + _of_place(place, review.cars), breadth)
            for place in range(1, review.cars + 1)
            if review.cars <= 6 or place % 2
        ),
        *_rounds(points, xs, low + HIGH[1]),
        *_line(xs, [TOP + HIGH[0] * (1 - win) for win in wins], "win"),
        *_line(xs, [low + _of_place(place, review.cars) for place in places], "place"),
        *_named(review, xs),
        "</svg>",
    )


def _xs(points: Sequence[Point], breadth: int) -> list[float]:
    step = (breadth - LEFT - RIGHT) / max(1, len(points) - 1)
    return [LEFT + step * number for number in range(len(points))]


def _of_place(place: float, cars: int) -> float:
    return HIGH[1] * (place - 1) / max(1, cars - 1)


def _rule(text: str, y: float, breadth: int) -> str:
    return (
        f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
        f'<path class="gridl" d="M{LEFT} {y:.1f}H{breadth - RIGHT}"/>'
    )


def _rounds(points: Sequence[Point], xs: Sequence[float], foot: float) -> Iterator[str]:
    """The numbers of the rounds, each where its first decision is, as many as there is room for."""
    told, last = -99.0, None
    for point, x in zip(points, xs, strict=True):
        if point.round != last and point.round and x - told >= 22:
            yield f'<text class="at" x="{x:.1f}" y="{foot + 22:.1f}">{point.round}</text>'
            yield f'<path class="round" d="M{x:.1f} {TOP}V{foot:.1f}"/>'
            told = x
        last = point.round


def _line(xs: Sequence[float], ys: Sequence[float], look: str) -> Iterator[str]:
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True))
    yield f'<path class="chance {look}" d="{d}"/>'
    if len(xs) == 1:
        yield f'<circle class="only" cx="{xs[0]:.1f}" cy="{ys[0]:.1f}" r="4"/>'


def _named(review: Review, xs: Sequence[float]) -> Iterator[str]:
    """The numbers of the decisions that mattered most, at their points of the upper chart."""
    at = {point.step: (x, point.win) for point, x in zip(review.chart, xs, strict=True)}
    for number, decision in enumerate(review.mattered, start=1):
        x, win = at[decision.step]
        y = TOP + HIGH[0] * (1 - win)
        disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10"/>'
        yield f'<g class="mattered">{disc}<text x="{x:.1f}" y="{y + 4.5:.1f}">{number}</text></g>'
