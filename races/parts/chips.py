"""The twelve colours of seats, and the flat chip with a number that stands for a seat in lists.

Colour, number and pattern each tell a seat apart on their own. Every game has the same chips; what else is painted in a
colour (the cars of Heat) reads its paint and pattern here.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from races.parts.lettering import width, word
from races.parts.markup import drawn, spoken


class Livery(NamedTuple):
    """A colour: what it and a car in it are called, its paint, and a pattern in a second paint, on the hull and on the
    chip."""

    name: Promise | str
    numbered: Promise | str
    body: str
    second: str
    pattern: str
    hull: str
    chip: str


def _dots(*centres: tuple[float, float, float]) -> str:
    """Discs as one path."""
    return "".join(
        f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z" for x, y, r in centres
    )


LIVERIES: Mapping[str, Livery] = {
    "red": Livery(
        gettext_lazy("red"),
        gettext_lazy("red car %(number)s"),
        "#D62F27",
        "#FFF6E3",
        "band",
        "M41 -16H30V16H41Z",
        "M30 0H37V32H30Z",
    ),
    "blue": Livery(
        gettext_lazy("blue"),
        gettext_lazy("blue car %(number)s"),
        "#1F5FAE",
        "#FFD24A",
        "stripe",
        "M-46 -4H51V4H-46Z",
        "M0 13H40V19H0Z",
    ),
    "green": Livery(
        gettext_lazy("green"),
        gettext_lazy("green car %(number)s"),
        "#1E7A4A",
        "#F3E9C9",
        "twin",
        "M-46 -9.4H51V-5H-46ZM-46 5H51V9.4H-46Z",
        "M0 7H40V11H0ZM0 21H40V25H0Z",
    ),
    "yellow": Livery(
        gettext_lazy("yellow"),
        gettext_lazy("yellow car %(number)s"),
        "#F2B91D",
        "#1A2A33",
        "chevron",
        "M50 0L37 -14H29L42 0L29 14H37ZM-22 0L-34 -15H-41L-30 0L-41 15H-34Z",
        "M25 0L40 16L25 32H33L48 16L33 0Z",
    ),
    "black": Livery(
        gettext_lazy("black"),
        gettext_lazy("black car %(number)s"),
        "#2A2D33",
        "#E9DFC6",
        "check",
        "M-46 -15H-40V-5H-46ZM-40 -5H-34V5H-40ZM-46 5H-40V15H-46ZM-34 -15H-28V-5H-34ZM-34 5H-28V15H-34Z"
        "M51 -15H43V0H51ZM43 0H35V15H43Z",
        "M0 0H8V8H0ZM8 8H16V16H8ZM0 16H8V24H0ZM8 24H16V32H8Z"
        "M24 8H32V0H24ZM32 8H40V16H32ZM24 16H32V24H24ZM32 24H40V32H32Z",
    ),
    "white": Livery(
        gettext_lazy("white"),
        gettext_lazy("white car %(number)s"),
        "#F4EFE2",
        "#2F6FB7",
        "halves",
        "M-46 0H51V16H-46Z",
        "M0 16H40V32H0Z",
    ),
    "orange": Livery(
        gettext_lazy("orange"),
        gettext_lazy("orange car %(number)s"),
        "#EC7416",
        "#12343B",
        "hoops",
        "M45 -16H39V16H45ZM34 -16H28V16H34ZM-26 -16H-31V16H-26ZM-36 -16H-41V16H-36Z",
        "M3 0H8V32H3ZM32 0H37V32H32Z",
    ),
    "purple": Livery(
        gettext_lazy("purple"),
        gettext_lazy("purple car %(number)s"),
        "#74479F",
        "#F5D9F0",
        "dots",
        _dots((40, 0, 4.4), (30, -7, 4), (30, 7, 4), (-30, -8.4, 3.4), (-30, 8.4, 3.4), (-39, 0, 3.4)),
        _dots((5, 6, 3), (5, 26, 3), (35, 6, 3), (35, 26, 3), (35, 16, 3), (5, 16, 3)),
    ),
    "teal": Livery(
        gettext_lazy("teal"),
        gettext_lazy("teal car %(number)s"),
        "#1C9C98",
        "#FFF6E3",
        "cross",
        "M-46 -3.4H51V3.4H-46ZM28 -16H35V16H28ZM-31 -16H-37V16H-31Z",
        "M0 13H40V19H0ZM17 0H23V32H17Z",
    ),
    "pink": Livery(
        gettext_lazy("pink"),
        gettext_lazy("pink car %(number)s"),
        "#EE7FA8",
        "#5A1033",
        "saltire",
        "M48 -16H41L23 16H30ZM23 -16H30L48 16H41ZM-45 -16H-38L-24 16H-31ZM-24 -16H-31L-45 16H-38Z",
        "M0 0H6L40 27V32H34L0 5ZM40 0H34L0 27V32H6L40 5Z",
    ),
    "brown": Livery(
        gettext_lazy("brown"),
        gettext_lazy("brown car %(number)s"),
        "#7B4A26",
        "#F2D9A6",
        "quarters",
        "M22 -16H51V0H22ZM-46 0H22V16H-46Z",
        "M0 0H20V16H0ZM20 16H40V32H20Z",
    ),
    "grey": Livery(
        gettext_lazy("grey"),
        gettext_lazy("grey car %(number)s"),
        "#A7AFB3",
        "#7A1626",
        "diamonds",
        "M50 0L40 -9L30 0L40 9ZM31 -13L25 -7L31 -1ZM31 13L25 7L31 1ZM-25 0L-34 -10L-43 0L-34 10Z",
        "M5 1L10 8L5 15L0 8ZM5 17L10 24L5 31L0 24ZM35 1L40 8L35 15L30 8ZM35 17L40 24L35 31L30 24Z",
    ),
}
"""The twelve colours in the order in which seats are offered them."""

FIGURE_HEIGHT = 13.2  # of the number on a chip


@cache
def chip_symbols() -> SafeString:
    """All chips without their numbers as #chip-<colour>, and the ten figures for them as #n0 … #n9."""
    shared = '<clipPath id="chip-shape"><rect x="1" y="1" width="38" height="30" rx="8"/></clipPath>'
    ends = (
        '<rect class="chip-edge" x="1" y="1" width="38" height="30" rx="8"/>'
        '<circle cx="20" cy="16" r="11.5" fill="#FFFBEF" stroke="#101418" stroke-width="1.2"/>'
    )
    figures = (
        f'<g id="n{digit}" color="#101418">{word(str(digit), 0, 0, FIGURE_HEIGHT, weight=19)}</g>'
        for digit in range(10)
    )
    chips = (
        f'<symbol id="chip-{colour}" viewBox="0 0 40 32"><g clip-path="url(#chip-shape)">'
        f'<path d="M0 0H40V32H0Z" fill="{one.body}"/>'
        f'<path d="{one.chip}" fill="{one.second}"/></g>{ends}</symbol>'
        for colour, one in LIVERIES.items()
    )
    return drawn(shared, *figures, *chips)


@cache
def _number(number: int) -> str:
    text = str(number)
    scale = FIGURE_HEIGHT / 100
    left = 20 - width(text) * scale / 2
    parts = []
    for place, digit in enumerate(text):
        x = left + (width(text[: place + 1]) - width(digit)) * scale
        parts.append(f'<use href="#n{digit}" x="{x:.1f}" y="9.4"/>')
    return "".join(parts)


def chip(colour: str, number: int, cls: str = "", label: str | None = None) -> SafeString:
    """The badge that stands for a seat in lists. An empty label makes it decoration, beside the player's name."""
    if label is None:
        label = str(LIVERIES[colour].numbered) % {"number": number}
    return drawn(
        f'<svg class="{f"chip {cls}".strip()}" viewBox="0 0 40 32" {spoken(label)}>'
        f'<use href="#chip-{colour}"/>{_number(number)}</svg>'
    )
