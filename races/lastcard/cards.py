"""The deck, drawn: 54 faces and a back, 100 × 140. Each colour has a sign of its own, which stands wherever the colour
does, so that nobody needs to tell colours apart."""

from collections.abc import Mapping
from functools import cache
from html import escape

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.lastcard.content import COLOURS, deck
from races.parts.lettering import word
from races.parts.markup import drawn, spoken

PAINT = {"r": "#C5281C", "y": "#E5A72C", "g": "#1E6B43", "b": "#1D5798", "": "#182229"}
INK = {"r": "#FFF6E3", "y": "#182229", "g": "#FFF6E3", "b": "#FFF6E3", "": "#FFF6E3"}
PAPER = "#FFF8E8"

SIGNS = {
    "r": "M12 2.5L22 20.5H2Z",
    "y": "M12 2A10 10 0 1 0 12 22A10 10 0 1 0 12 2ZM12 8.2A3.8 3.8 0 1 1 12 15.8A3.8 3.8 0 1 1 12 8.2Z",
    "g": "M9 2H15V9H22V15H15V22H9V15H2V9H9Z",
    "b": "M1 10.5C4.5 5.5 8 5.5 12 9C16 12.5 19.5 12.5 23 7.5V14C19.5 18.5 16 18.5 12 15C8 11.5 4.5 11.5 1 16.5Z",
}
"""A pennant, a ring, a cross and a wave, in boxes of 24."""

COLOUR_NAMES: Mapping[str, Promise | str] = {
    "r": gettext_lazy("red"),
    "y": gettext_lazy("yellow"),
    "g": gettext_lazy("green"),
    "b": gettext_lazy("blue"),
    "": gettext_lazy("any colour"),
}
NUMBERED: Mapping[str, Promise | str] = {
    "r": gettext_lazy("red %(n)s"),
    "y": gettext_lazy("yellow %(n)s"),
    "g": gettext_lazy("green %(n)s"),
    "b": gettext_lazy("blue %(n)s"),
}
NAMES: Mapping[str, Promise | str] = {
    "rS": gettext_lazy("red Skip"),
    "yS": gettext_lazy("yellow Skip"),
    "gS": gettext_lazy("green Skip"),
    "bS": gettext_lazy("blue Skip"),
    "rR": gettext_lazy("red Reverse"),
    "yR": gettext_lazy("yellow Reverse"),
    "gR": gettext_lazy("green Reverse"),
    "bR": gettext_lazy("blue Reverse"),
    "rD": gettext_lazy("red Draw Two"),
    "yD": gettext_lazy("yellow Draw Two"),
    "gD": gettext_lazy("green Draw Two"),
    "bD": gettext_lazy("blue Draw Two"),
    "W": gettext_lazy("Wild"),
    "W4": gettext_lazy("Wild Draw Four"),
}
BACK = "back"

CORNERS = {"S": "skip", "R": "reverse", "D": "+2", "W": "wild", "W4": "+4"}
DRAWINGS = {
    # a leap over a seat: an arc with an arrow, and the seat below
    "skip": "M20 66A30 30 0 0 1 76 58M80 40L77 60L58 54M42 74H58V90H42Z",
    # two arrows that pass each other
    "reverse": "M28 84V44L64 44M50 30L65 44L50 58M72 56V96L36 96M50 82L35 96L50 110",
}


def name(face: str) -> str:
    """What a card is called."""
    if face in NAMES:
        return str(NAMES[face])
    return str(NUMBERED[face[0]]) % {"n": face[1]}


def sign(colour: str, cls: str = "") -> SafeString:
    """The sign of a colour; four in one for any colour."""
    return drawn(
        f'<svg class="sign {cls}" viewBox="0 0 24 24" aria-hidden="true"><use href="#sign-{colour or "any"}"/></svg>'
    )


def picture(face: str, label: str = "", cls: str = "") -> SafeString:
    """A card; its symbol is in the sprite of the page."""
    return drawn(f'<svg class="face {cls}" viewBox="0 0 100 140" {spoken(label)}><use href="#c-{escape(face)}"/></svg>')


@cache
def sprite() -> SafeString:
    """Every face, the back, and the signs."""
    faces = "".join(
        f'<symbol id="c-{kind.face}" viewBox="0 0 100 140">{_face(kind.colour, kind.symbol)}</symbol>'
        for kind in deck()
    )
    signs = "".join(
        f'<symbol id="sign-{colour}" viewBox="0 0 24 24">{_mark(colour, 0, 0, 24, "currentColor")}</symbol>'
        for colour in COLOURS
    )
    back = f'<symbol id="c-{BACK}" viewBox="0 0 100 140">{_back()}</symbol>'
    four = f'<symbol id="sign-any" viewBox="0 0 24 24">{_quarters(12, 12, 11, "")}</symbol>'
    return drawn(faces, back, signs, four)


BLANK = f'<rect x="1.5" y="1.5" width="97" height="137" rx="11" fill="{PAPER}" stroke="#18222955" stroke-width="1.5"/>'


def _sheet(paint: str) -> str:
    """Paper with a painted field that leans like everything on this site."""
    return (
        f'{BLANK}<path d="M18 8H92V112L82 132H8V28Z" fill="{paint}" '
        f'stroke="{paint}" stroke-width="6" stroke-linejoin="round"/>'
    )


def _mark(colour: str, x: float, y: float, size: float, paint: str) -> str:
    scale = size / 24
    return (
        f'<path transform="translate({x:g} {y:g}) scale({scale:.4g})" d="{SIGNS[colour]}" fill="{paint}" '
        'fill-rule="evenodd"/>'
    )


def _quarters(x: float, y: float, r: float, edge: str) -> str:
    """The four colours as a disc, each with its sign where there is room for it."""
    ways = {"r": (0, -1, 1, 0), "b": (1, 0, 0, 1), "g": (0, 1, -1, 0), "y": (-1, 0, 0, -1)}
    parts = [
        f'<path d="M{x:g} {y:g}L{x + a * r:g} {y + b * r:g}A{r:g} {r:g} 0 0 1 {x + c * r:g} {y + d * r:g}Z" '
        f'fill="{PAINT[colour]}"{edge}/>'
        for colour, (a, b, c, d) in ways.items()
    ]
    if edge:
        size = r * 0.42
        parts += [
            _mark(colour, x + (a + c) * r * 0.44 - size / 2, y + (b + d) * r * 0.44 - size / 2, size, INK[colour])
            for colour, (a, b, c, d) in ways.items()
        ]
    return "".join(parts)


def _written(text: str, x: float, y: float, height: float, ink: str, weight: float = 18) -> str:
    return f'<g color="{ink}">{word(text, x, y, height, "middle", weight=weight, slant=10)}</g>'


def _face(colour: str, symbol: str) -> str:
    if not colour:
        return _wild(symbol)
    ink = INK[colour]
    parts = [_sheet(PAINT[colour])]
    if symbol in "SR":
        stroke = f'fill="none" stroke="{ink}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"'
        drawing = DRAWINGS[CORNERS[symbol]]
        parts.append(f'<path d="{drawing}" {stroke}/>')
        parts.append(f'<path transform="translate(13 12) scale(.27)" d="{drawing}" {stroke}/>')
    elif symbol == "D":
        for shift in (0, 14):
            parts.append(
                f'<rect x="{26 + shift}" y="{34 + shift}" width="36" height="50" rx="6" fill="{PAINT[colour]}" '
                f'stroke="{ink}" stroke-width="5"/>'
            )
        parts.append(_written("+2", 58, 61, 24, ink, 22))
        parts.append(_written("+2", 27, 14, 17, ink, 22))
    else:
        parts.append(_written(symbol, 50, 40, 60, ink, 19))
        parts.append(_written(symbol, 23, 14, 20, ink, 22))
        if symbol in "69":
            parts.append(f'<path d="M30 108H56" stroke="{ink}" stroke-width="5"/>')
    parts.append(_mark(colour, 63, 103, 24, ink))
    if symbol not in "D":
        parts.append(_mark(colour, 73, 13, 15, ink))
    return "".join(parts)


def _wild(symbol: str) -> str:
    ink = INK[""]
    edge = f' stroke="{ink}" stroke-width="2.5"'
    parts = [_sheet(PAINT[""]), _quarters(50, 68, 34, edge)]
    if symbol == "W4":
        parts.append(f'<circle cx="50" cy="68" r="17" fill="{PAINT[""]}" stroke="{ink}" stroke-width="2.5"/>')
        parts.append(_written("+4", 50, 59, 18, ink, 22))
        parts.append(_written("+4", 27, 14, 17, ink, 22))
    else:
        parts.append(_quarters(26, 24, 10, ""))
    parts.append(_quarters(76, 116, 8, ""))
    return "".join(parts)


def _back() -> str:
    """Four leaning stripes in the four paints, and a pennant."""
    stripes = "".join(
        f'<path transform="translate({18 * place})" d="M14 132L38 8H50L26 132Z" fill="{PAINT[colour]}"/>'
        for place, colour in enumerate(COLOURS)
    )
    return (
        f'{BLANK}<rect x="7" y="7" width="86" height="126" rx="7" fill="#0E4C55"/>'
        '<clipPath id="back-clip"><rect x="7" y="7" width="86" height="126" rx="7"/></clipPath>'
        f'<g clip-path="url(#back-clip)">{stripes}</g><circle cx="50" cy="70" r="22" fill="{PAPER}"/>'
        f"{_written('1', 50, 56, 28, PAINT[''], 20)}"
    )


def named(colour: str) -> str:
    """What a colour is called."""
    return str(COLOUR_NAMES[colour])
