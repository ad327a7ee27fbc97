"""Weather as it is drawn: a tile that is repeated over the road, in two moments between which the board fades, and a
small scene in which it is revealed. Drawings of our own; everything here is decoration.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from races.parts.icons import ICONS


@dataclass(frozen=True)
class Tile:
    """What is repeated over a stretch of road, in the units of the board."""

    size: int
    moments: tuple[str, str]
    """The drawing, and the same a moment later."""


def _strokes(path: str, colour: str, width: float, opacity: float = 1) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-opacity="{opacity:g}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _rain(shift: int, *, puddles: bool = True) -> str:
    """Drops that fall, and rings where they do."""
    drops = ((14, 10), (58, 26), (100, 4), (34, 62), (82, 74), (8, 96), (60, 104), (108, 56))
    falling = "".join(f"M{x} {(y + shift) % 112 + 2}l-5 14" for x, y in drops)
    rings = "".join(
        f"M{x} {y}a9 4.5 0 1 0 18 0a9 4.5 0 1 0 -18 0" for x, y in ((24 + shift // 4, 40), (78, 92 - shift // 3))
    )
    return _strokes(falling, "#DDF1FF", 3, 0.85) + (_strokes(rings, "#CDE9FA", 2, 0.7) if puddles else "")


def _snow(shift: int) -> str:
    flakes = ((18, 20, 7), (66, 14, 5), (104, 44, 7), (40, 60, 5), (84, 86, 7), (16, 100, 5), (58, 112, 4))
    out = "".join(
        f"M{x - r} {(y + shift) % 120}h{2 * r}M{x} {(y + shift) % 120 - r}v{2 * r}"
        f"M{x - r * 0.7:g} {(y + shift) % 120 - r * 0.7:g}l{r * 1.4:g} {r * 1.4:g}"
        for x, y, r in flakes
    )
    return _strokes(out, "#FFFFFF", 2.4, 0.95)


def _fog(shift: int) -> str:
    wisps = ((0, 18), (40, 46), (10, 76), (56, 104))
    out = "".join(f"M{(x + shift) % 120 - 20} {y}q18 -9 36 0t36 0" for x, y in wisps)
    return _strokes(out, "#FFFFFF", 13, 0.42)


def _storm(shift: int) -> str:
    gusts = ((4, 20, 66), (40, 52, 58), (12, 84, 74), (62, 108, 46))
    out = "".join(f"M{(x + shift) % 110 - 20} {y}h{far}q10 0 9 -8t-10 -4" for x, y, far in gusts)
    return _strokes(out, "#D5F1EE", 3, 0.8)


def _sun(shift: int) -> str:
    waves = (16, 46, 76, 106)
    out = "".join(f"M0 {y}q10 {-8 + shift} 20 0t20 0t20 0t20 0t20 0t20 0" for y in waves)
    return _strokes(out, "#FFE08A", 3.4, 0.7)


def _cloud(shift: int) -> str:
    shade = ((26, 30, 30), (88, 84, 34), (100, 12, 18), (14, 104, 20))
    return "".join(_ellipse(x + shift, y, r, r * 0.62, "#0B1524", 0.4) for x, y, r in shade)


def _drift(shift: int) -> str:
    """Clouds that pass over the hills of the scene, and their shadows."""
    puffs = ((34, 34, 48), (104, 22, 40), (176, 38, 60), (252, 24, 52), (306, 44, 38))
    shadows = ((96, 122, 78), (246, 112, 62))
    return (
        "".join(_ellipse(x - shift, y, r, r * 0.16, "#0B1524", 0.2) for x, y, r in shadows)
        + "".join(_ellipse(x + shift, y + 5, r, r * 0.42, "#5F707C", 0.6) for x, y, r in puffs)
        + "".join(_ellipse(x + shift, y - 3, r * 0.84, r * 0.34, "#EEF1F0", 0.75) for x, y, r in puffs)
    )


def _ellipse(x: float, y: float, wide: float, high: float, colour: str, opacity: float) -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{wide:g}" ry="{high:g}" fill="{colour}" fill-opacity="{opacity}"/>'


def _seamless(drawing: str, size: int) -> str:
    """The drawing with its own neighbours, so that what reaches over the edge of a tile is whole on the road."""
    return drawing + "".join(f'<g transform="translate({x})">{drawing}</g>' for x in (-size, size))


def _wide(draw: Callable[[int], str], shift: int) -> Tile:
    size = 120
    return Tile(size, (_seamless(draw(0), size), _seamless(draw(shift), size)))


def _marks(icon: str, colour: str) -> tuple[str, str]:
    """An icon over and over: what a token brings lies as paint on the road."""
    paint = _strokes(ICONS[icon], colour, 2.4)
    return tuple(f'<g transform="translate({x} {x}) scale(1.15)">{paint}</g>' for x in (22, 26))  # type: ignore[return-value]


TILES: Mapping[str, Tile] = {
    "rain": Tile(116, (_rain(0), _rain(56))),
    "snow": Tile(120, (_snow(0), _snow(44))),
    "fog": _wide(_fog, 34),
    "storm": _wide(_storm, 42),
    "sun": Tile(120, (_sun(0), _sun(16))),
    "cloud": _wide(_cloud, 14),
    "free_boost": Tile(76, _marks("boost", "#FFB59F")),
    "slipstream_plus_1": Tile(76, _marks("slipstream", "#BFEDEB")),
}
"""By the id of a weather or of a token that changes a stretch of road."""
TINTS: Mapping[str, tuple[str, float]] = {
    "rain": ("#1F5C8A", 0.36),
    "snow": ("#DCEEF7", 0.42),
    "fog": ("#E6E9EA", 0.46),
    "storm": ("#2C5A63", 0.34),
    "sun": ("#F2B53A", 0.28),
    "cloud": ("#1A2433", 0.22),
    "free_boost": ("#C5281C", 0.16),
    "slipstream_plus_1": ("#0E6C78", 0.2),
}
"""What lies over the road below the tiles: a colour, and how much of it."""

SKIES: Mapping[str, tuple[str, str]] = {
    "rain": ("#4A6478", "#8FA6B2"),
    "snow": ("#9FB6C6", "#E3ECF1"),
    "fog": ("#B9C0C0", "#E4E6E1"),
    "storm": ("#3B5560", "#86A09F"),
    "sun": ("#6FB7D8", "#FCE7AE"),
    "cloud": ("#6C7F8E", "#B9C5CB"),
}
"""The colours of the sky, above and at the horizon."""


IN_THE_AIR: Mapping[str, Tile] = {
    "rain": Tile(116, (_rain(0, puddles=False), _rain(56, puddles=False))),
    "cloud": Tile(320, (_drift(0), _drift(12))),
}
"""What a scene shows of a weather that lies on a road in another form."""


def scene(weather: str) -> str:
    """A road between hills under this weather, 320 × 150, for the card on which it is revealed."""
    above, below = SKIES.get(weather, ("#7FA9BF", "#DCE6DF"))
    tile = IN_THE_AIR.get(weather) or TILES.get(weather)
    over = ""
    if tile is not None:
        over = (
            f'<g class="over one">{_spread(tile, 0)}</g><g class="over two">{_spread(tile, 1)}</g>'
            f'<rect width="320" height="150" fill="{TINTS[weather][0]}" fill-opacity="{TINTS[weather][1] / 2:g}"/>'
        )
    return (
        f'<linearGradient id="sky-{weather}" x2="0" y2="1"><stop stop-color="{above}"/>'
        f'<stop offset="1" stop-color="{below}"/></linearGradient>'
        f'<rect width="320" height="150" fill="url(#sky-{weather})"/>{_sky(weather)}'
        '<path d="M0 96C60 74 110 82 170 92S280 84 320 70V150H0Z" fill="#6B8A5A"/>'
        '<path d="M0 112C70 98 150 104 220 110S300 106 320 100V150H0Z" fill="#587748"/>'
        '<path d="M150 106H166L250 150H70Z" fill="#3B4148"/>'
        '<path d="M158 110V116M158 122V130M158 137V150" stroke="#FFF8E6" stroke-width="3"/>'
        f"{over}"
    )


def _sky(weather: str) -> str:
    if weather == "sun":
        rays = "".join(f'<path d="M238 36V-30" transform="rotate({angle} 238 36)"/>' for angle in range(0, 360, 30))
        return (
            f'<g stroke="#FFE9A8" stroke-width="5" stroke-opacity=".6">{rays}</g>'
            '<circle cx="238" cy="36" r="26" fill="#FFD24A"/>'
        )
    if weather == "fog":
        return ""
    puffs = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r * 0.5:g}"/>'
        for x, y, r in ((60, 26, 44), (100, 34, 40), (210, 20, 52), (262, 32, 46), (300, 22, 30))
    )
    return f'<g fill="{"#FFFFFF" if weather in ("snow", "cloud") else "#2B3A45"}" fill-opacity=".62">{puffs}</g>'


def _spread(tile: Tile, moment: int) -> str:
    return "".join(
        f'<g transform="translate({x} {y})">{tile.moments[moment]}</g>'
        for x in range(0, 320, tile.size)
        for y in range(0, 150, tile.size)
    )
