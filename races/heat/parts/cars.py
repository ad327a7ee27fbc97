"""Little single-seaters of the sixties seen from above, in the colours of `races.parts.chips`.

A car's nose points along +x in a box of 108 × 50 about
the origin, the edge of its tyres; the light cream edge keeps dark hulls visible on asphalt.
"""

from functools import cache

from django.utils.safestring import SafeString

from races.parts.chips import LIVERIES
from races.parts.lettering import word
from races.parts.markup import drawn

LENGTH, BREADTH = 108, 50

BODY = (
    "M50 0C50 -6 47 -8.6 41 -9.4L20 -13C13 -14.4 6 -15 0 -15L-16 -14.4C-26 -13.6 -34 -11 -41 -9C-44 -8 -45 -5.4 -45 0"
    "C-45 5.4 -44 8 -41 9C-34 11 -26 13.6 -16 14.4L0 15C6 15 13 14.4 20 13L41 9.4C47 8.6 50 6 50 0Z"
)
_WHEELS = "".join(
    f'<rect x="{x - 9}" y="{y - 5:g}" width="18" height="10" rx="3.4" fill="#17191D"/>'
    f'<path d="M{x - 6} {y - 2:g}H{x + 6}M{x - 6} {y + 2:g}H{x + 6}" stroke="#4A4E55" stroke-width="1.1"/>'
    for x, y in ((32, -18.4), (32, 18.4), (-30, -18.8), (-30, 18.8))
)
_ARMS = (
    '<path d="M32 -15L25 -9M32 -15L38 -8M32 15L25 9M32 15L38 8'
    'M-30 -15L-36 -8M-30 -15L-22 -10M-30 15L-36 8M-30 15L-22 10" stroke="#3C4046" stroke-width="1.8" fill="none"/>'
)
_CHASSIS = f'<g id="car-chassis">{_ARMS}<path d="{BODY}" fill="none" stroke="#FFF6E3" stroke-width="6.5"/>{_WHEELS}</g>'
_COCKPIT = (
    '<g id="car-cockpit" fill="none" stroke="#101418">'
    f'<path d="{BODY}" stroke-width="1.8"/>'
    '<path d="M-18 -4.5H-50M-18 4.5H-50" stroke="#B9BDC2" stroke-width="3" stroke-linecap="round"/>'
    '<path d="M-18 -4.5H-50M-18 4.5H-50" stroke="#6C7178"/>'
    '<path d="M-7 -7.4C-13 -7.4 -17 -4.4 -17 0C-17 4.4 -13 7.4 -7 7.4C-3.6 7.4 -1.6 4 -1.6 0'
    'C-1.6 -4 -3.6 -7.4 -7 -7.4Z" fill="#15181B" stroke="none"/>'
    '<circle cx="-10" r="5.6" fill="#F7F1E1" stroke-width="1.4"/>'
    '<path d="M-6.6 -3.6A5 5 0 0 1 -6.6 3.6" stroke-width="2.4"/>'
    '<path d="M.6 -7C3.4 -4.2 3.4 4.2 .6 7" stroke="#BFD9E2" stroke-width="1.8"/></g>'
)


@cache
def symbols() -> SafeString:
    """All cars as #car-<colour>: what they share stands in the page once."""
    shared = f'<clipPath id="car-hull"><path d="{BODY}"/></clipPath>{_CHASSIS}{_COCKPIT}'
    return drawn(
        shared,
        *(
            f'<symbol id="car-{colour}" viewBox="-54 -25 108 50"><use href="#car-chassis"/>'
            f'<path d="{BODY}" fill="{one.body}"/>'
            f'<path clip-path="url(#car-hull)" d="{one.hull}" fill="{one.second}"/><use href="#car-cockpit"/></symbol>'
            for colour, one in LIVERIES.items()
        ),
    )


def roundel(number: int, size: float, heading: float = 0) -> SafeString:
    """The number on a car of this length; it stands upright whichever way the car points."""
    scale = size / LENGTH
    radius = 12.6 * scale
    return drawn(
        f'<g transform="translate({14 * scale:.1f} 0) rotate({-heading:.1f})">'
        f'<circle r="{radius:.1f}" fill="#FFFBEF" stroke="#101418" stroke-width="{1.5 * scale:.2f}"/>'
        f'<g color="#101418">{word(str(number), 0, -radius * 0.62, radius * 1.24, "middle", weight=20)}</g></g>'
    )


def car(colour: str, number: int, size: float = LENGTH, heading: float = 0) -> SafeString:
    """A car about the origin, nose to +x. What places it also turns it, by `heading`."""
    long, broad = size, size * BREADTH / LENGTH
    return drawn(
        f'<ellipse class="car-shade" cx="{size / 54:.1f}" cy="{size / 36:.1f}"'
        f' rx="{long / 2:.1f}" ry="{broad * 0.42:.1f}"/>'
        f'<use href="#car-{colour}" x="{-long / 2:.1f}" y="{-broad / 2:.1f}" width="{long:.1f}" height="{broad:.1f}"/>',
        roundel(number, size, heading),
    )
