"""The single-seater from the side, at speed: on the podium in the colours of its driver, and on the poster of the site.

The side view lies in a box of 900 × 370; its wheels stand on y = 358.
"""

import math
from functools import cache
from html import escape

from django.utils.safestring import SafeString

from races.parts.chips import LIVERIES
from races.parts.lettering import word
from races.parts.markup import drawn, spoken

LINE = "#15181C"
GOLD, CREAM, RED = "#E5A72C", "#FFF6E3", "#D32F22"

MIDDLE, GROUND = 442, 358
"""Where the side view is put down: the middle between its axles, and the foot of its wheels."""


def _wheel(x: float, y: float, radius: float, turn: float) -> str:
    spokes = "".join(
        f"M{x + radius * 0.16 * math.cos(angle):.1f} {y + radius * 0.16 * math.sin(angle):.1f}"
        f"L{x + radius * 0.5 * math.cos(angle):.1f} {y + radius * 0.5 * math.sin(angle):.1f}"
        for angle in (turn + spoke * math.pi / 4 for spoke in range(8))
    )
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{LINE}"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.9:.1f}" fill="none" stroke="#2C3238"'
        f' stroke-width="{radius * 0.05:.1f}"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.58:.1f}" fill="#D9D6CA"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.5:.1f}" fill="#AEB2B0"/>'
        f'<path d="{spokes}" stroke="#6D7478" stroke-width="{radius * 0.1:.1f}"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.17:.1f}" fill="{GOLD}" stroke="{LINE}" stroke-width="3"/>'
        f'<path d="M{x - radius * 0.78:.1f} {y - radius * 0.3:.1f}A{radius * 0.84:.1f} {radius * 0.84:.1f} 0 0 1'
        f' {x - radius * 0.1:.1f} {y - radius * 0.83:.1f}" stroke="#4B535A" stroke-width="5" fill="none"'
        ' stroke-linecap="round"/>'
    )


_PIPES = (
    '<path d="M330 236C240 236 190 222 70 208" stroke="#2B2F33" stroke-width="22" fill="none"/>'
    '<path d="M330 234C240 234 190 220 74 206" stroke="#C9CBC4" stroke-width="13" fill="none"/>'
    '<path d="M92 194L22 188V222L92 222Z" fill="#C9CBC4" stroke="#2B2F33" stroke-width="3"/>'
    '<ellipse cx="22" cy="205" rx="6" ry="17" fill="#2B2F33"/>'
)
_TRUMPETS = "".join(
    f'<path d="M{x} 196L{x - 4} 158H{x + 18}L{x + 14} 196Z" fill="#D9D6CA" stroke="#2B2F33" stroke-width="2.5"/>'
    f'<ellipse cx="{x + 7}" cy="158" rx="13" ry="4" fill="#3A4046"/>'
    for x in (236, 268, 300, 332)
)
_DRIVER = (
    '<path d="M388 186C384 160 392 140 410 132L452 130C470 142 476 160 474 182Z" fill="#1D4F86"/>'
    '<path d="M410 176L470 196L500 192L486 178L446 164Z" fill="#24609F"/>'
    f'<circle cx="436" cy="112" r="37" fill="{CREAM}" stroke="{LINE}" stroke-width="3"/>'
    f'<path d="M399 108A37 37 0 0 1 473 106Z" fill="{RED}"/>'
    f'<path d="M399 108A37 37 0 0 1 473 106" fill="none" stroke="{LINE}" stroke-width="3"/>'
    '<path d="M432 106H476C480 118 476 128 470 132H446C436 132 430 118 432 106Z" fill="#2B3E48"'
    f' stroke="{LINE}" stroke-width="3"/>'
    '<path d="M440 112H464" stroke="#8FC3CF" stroke-width="4" stroke-linecap="round"/>'
    f'<path d="M404 118L432 114" stroke="{LINE}" stroke-width="5"/>'
    f'<path d="M408 140C424 150 448 150 466 140L462 152H414Z" fill="{GOLD}"/>'
    f'<path d="M404 142C380 138 352 150 326 144C344 158 372 160 408 154Z" fill="{GOLD}"/>'
)
_SHELL = (
    "M104 248C108 214 176 198 262 193L380 190C392 176 404 172 418 172L470 176C482 192 496 200 520 203L706 215"
    "C790 224 852 240 858 258C862 274 838 286 792 292L560 310L246 310C164 308 106 292 104 248Z"
)
_SHADE = (
    "M104 252C130 276 220 286 420 286L800 276C838 272 858 266 858 258C862 274 838 286 792 292L560 310L246 310"
    "C164 308 106 292 104 252Z"
)
_BAND = (
    "M108 236C150 224 220 220 300 219L640 226C740 230 830 240 856 252L858 262C800 250 720 246 640 243L300 237"
    "C210 237 150 244 106 256Z"
)
_TRIM = (
    '<path d="M836 244C852 250 858 254 858 260C856 268 846 274 832 280C826 268 828 254 836 244Z"'
    f' fill="{LINE}"/><path d="M838 250V275M846 254V271" stroke="#6D7478" stroke-width="2"/>'
    '<path d="M476 186C478 158 494 146 526 150L548 204C524 204 496 200 476 186Z" fill="#BFE0E6" fill-opacity=".85"'
    f' stroke="{LINE}" stroke-width="3"/>'
    '<path d="M492 184C494 170 502 162 514 160" stroke="#FFFFFF" stroke-width="4" fill="none" stroke-linecap="round"/>'
    f'<path d="M390 188V150C390 140 400 138 404 146V186" fill="none" stroke="{LINE}" stroke-width="6"/>'
)
_RIVETS = "".join(
    f'<circle cx="{x}" cy="{y}" r="2.6" fill="{LINE}" opacity=".6"/>'
    for x, y in ((300, 206), (352, 204), (300, 300), (400, 302), (500, 302), (700, 228), (740, 232), (700, 292))
)
_ARMS = (
    '<path d="M150 246L206 270M150 286L206 276M652 268L690 284M668 298L700 292M760 268L716 284"'
    f' stroke="{LINE}" stroke-width="7" stroke-linecap="round"/>'
)


def _darker(paint: str) -> str:
    return "#" + "".join(f"{int(int(paint[i : i + 2], 16) * 0.72):02X}" for i in (1, 3, 5))


@cache
def racer(colour: str, number: int) -> SafeString:
    """The side view of a car, with its driver."""
    livery = LIVERIES[colour]
    return drawn(
        '<g opacity=".9">',
        _wheel(250, 262, 70, 0.2),
        _wheel(720, 276, 56, 0.5),
        "</g>",
        _PIPES,
        _TRUMPETS,
        _DRIVER,
        f'<path d="{_SHELL}" fill="{livery.body}"/><path d="{_SHADE}" fill="{_darker(livery.body)}"/>',
        f'<path d="{_BAND}" fill="{livery.second}"/>',
        f'<path d="{_SHELL}" fill="none" stroke="{LINE}" stroke-width="4"/>',
        _TRIM,
        f'<circle cx="612" cy="252" r="40" fill="#FFFBEF" stroke="{LINE}" stroke-width="3.4"/>',
        f'<g color="{LINE}">{word(str(number), 612, 226, 52, "middle", weight=20, slant=6)}</g>',
        _RIVETS,
        _ARMS,
        _wheel(206, 276, 84, 0),
        _wheel(704, 292, 66, 0.3),
    )


def rays(x: float, y: float, paint: str, reach: float = 1400) -> SafeString:
    """Sixteen beams around a point, as wide as the gaps between them."""
    d = ""
    for beam in range(32):
        one, other = beam * math.pi / 16, beam * math.pi / 16 + 0.0982
        d += f"M{x:g} {y:g}L{x + reach * math.cos(one):.0f} {y + reach * math.sin(one):.0f}"
        d += f"L{x + reach * math.cos(other):.0f} {y + reach * math.sin(other):.0f}Z"
    return drawn(f'<path d="{d}" fill="{paint}"/>')


@cache
def _scenery(wide: int, high: int) -> str:
    """Everything on the poster but its car."""
    hills = (
        f'<path d="M0 300C80 250 150 260 220 286C300 240 380 230 470 276C560 230 660 236 {wide} 290V480H0Z"'
        f' fill="#2C6A6B"/><path d="M0 350C120 306 240 320 340 344C460 306 600 312 {wide} 350V500H0Z" fill="#174E55"/>'
    )
    trees = "".join(
        f"M{x} {y}c7 18 9 40 5 58h-10c-4 -18 -2 -40 5 -58Z"
        for x, y in ((70, 282), (96, 292), (124, 286), (548, 258), (572, 266), (760, 270), (786, 262), (806, 276))
    )
    flags = "".join(
        f'<path d="M{x} 392V{y}" stroke="{CREAM}" stroke-width="3"/>'
        f'<path d="M{x} {y}c16 -8 26 8 44 0v20c-18 8 -28 -8 -44 0Z" fill="{paint}"/>'
        for x, y, paint in ((26, 250, RED), (794, 222, GOLD))
    )
    hats = (CREAM, GOLD, RED, "#8FC3CF", "#F2C9A0")
    crowd = "".join(
        f'<rect x="{14 * i}" y="{366 - i % 3 * 5}" width="9" height="9" rx="4.5" fill="{hats[i * 7 % 5]}"/>'
        for i in range(wide // 14 + 1)
    )
    kerb = "".join(
        f'<path d="M{x} {high - 66}H{x + 62}L{x + 34} {high - 40}H{x - 28}Z" fill="{RED if i % 2 else CREAM}"/>'
        for i, x in enumerate(range(-60, wide + 80, 62))
    )
    wind = "".join(
        f'<path d="M{x} {y}H{x + long}L{x + long - thick * 2} {y + thick}H{x + thick * 4}Z" fill="{paint}"/>'
        for x, y, long, thick, paint in (
            (-60, 336, 250, 12, CREAM),
            (-60, 366, 190, 8, RED),
            (-40, 418, 220, 10, CREAM),
            (-60, 446, 150, 6, CREAM),
            (-30, 308, 150, 6, RED),
            (-60, 474, 260, 7, RED),
        )
    )
    x, y = wide * 0.62, high * 0.44
    below = high + 4  # the rays go on below the picture, too: no thread of them is seen at its edge
    return (
        f'<path d="M0 0H{wide}V{high}H0Z" fill="#E8A838"/>{rays(x, y, "#F0BE58", 1200)}'
        f'<circle class="sun" cx="{x:.0f}" cy="{y:.0f}" r="128" fill="#F7DC8D"/>{hills}'
        f'<path d="{trees}" fill="#0F3A41"/>{flags}'
        f'<path d="M0 374H{wide}V398H0Z" fill="#0F3A41"/>{crowd}<path d="M0 392H{wide}V400H0Z" fill="{CREAM}"/>'
        f'<path d="M0 400H{wide}V{below}H0Z" fill="#3B4147"/>'
        f'<path d="M0 {high - 40}H{wide}V{below}H0Z" fill="#6E8B45"/>{kerb}{wind}'
        f'<path class="dusk" d="M0 0H{wide}V{below}H0Z"/><circle class="moon" cx="{x:.0f}" cy="150" r="62"/>'
    )


def poster(label: str = "", colour: str = "red", number: int = 8, wide: int = 1010, high: int = 592) -> SafeString:
    """The poster: a car at full speed along the stands, under a low sun."""
    return drawn(
        f'<svg class="poster-art" viewBox="0 0 {wide} {high}" preserveAspectRatio="xMidYMid slice" {spoken(label)}>',
        _scenery(wide, high),
        f'<ellipse cx="{wide * 0.5 + 10:.0f}" cy="497" rx="380" ry="16" fill="#14191D" opacity=".55"/>',
        f'<g transform="translate({wide * 0.5 - 428:.0f} 136)">{racer(colour, number)}</g></svg>',
    )


def named(text: str, x: float, y: float, most: float, size: float, cls: str) -> str:
    """A name that people typed, as text above something that is `most` wide: long ones are set closer."""
    about = size * 0.56 * sum(2 if ord(sign) > 0x2E7F else 1 for sign in text)
    squeezed = f' textLength="{most:g}" lengthAdjust="spacingAndGlyphs"' if about > most else ""
    return f'<text class="{cls}" x="{x:g}" y="{y:g}"{squeezed}>{escape(text)}</text>'
