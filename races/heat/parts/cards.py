"""Card faces, 100 × 140. Every kind has its own silhouette of ink, so that kinds differ without colour, too.

A page carries the faces that its race needs once, as a sprite, and shows each by reference: an update that deals seven
cards is seven short lines. The words printed on a card are those of the page's language.
"""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from html import escape

import msgspec
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from engine.heat.cards import Card
from races.heat.parts import symbols
from races.parts.lettering import spell, width, word
from races.parts.markup import drawn, spoken

BACK = "back"

SPEED_INK = {
    0: "#5C6B73",
    1: "#1B7673",
    2: "#37733A",
    3: "#9A5B06",
    4: "#BF381D",
    5: "#A31F3A",
    6: "#7A1F5C",
    7: "#55227A",
    8: "#33227A",
}
PAYING = "#B3261C"  # symbols that cost something

FAMILIES: Mapping[str, Promise | str] = {
    "4 Wheel Drive": gettext_lazy("Drivetrain"),
    "Air Intake": gettext_lazy("Air Scoop"),
    "Body": gettext_lazy("Chassis"),
    "Brakes": gettext_lazy("Brake Drums"),
    "Cooling System": gettext_lazy("Radiator"),
    "Front Wing": gettext_lazy("Nose Cone"),
    "Fuel": gettext_lazy("Fuel Pump"),
    "Gas Pedal": gettext_lazy("Throttle"),
    "R.P.M.": gettext_lazy("Revs"),
    "Suspension": gettext_lazy("Springs"),
    "Tires": gettext_lazy("Treads"),
    "Turbo Charger": gettext_lazy("Blower"),
    "Wings": gettext_lazy("Spoiler"),
}
"""By the family of a card in the data, what the site calls it: names of our own."""


def family(card: Card) -> str:
    """What the cards of an upgrade's kind are called."""
    return str(FAMILIES.get(card.family, card.family))


def short(card: Card) -> str:
    """A card in a sum or a sentence: 4, Stress, Brake Drums 1/5; one that only flips others, Drivetrain ++."""
    if card.kind in ("heat", "stress"):
        return name(card)
    if any(card.worth) or not card.family:
        return f"{family(card)} {'/'.join(map(str, card.worth))}".strip()
    return f"{family(card)} {'+' * card.symbols.get('plus', 0)}".strip()


def name(card: Card) -> str:
    """What a card is called, with all that it says."""
    if card.kind == "heat":
        return _("Heat")
    if card.kind == "stress":
        return _("Stress")
    worth = reduce(lambda one, other: _("%(one)s or %(other)s") % {"one": one, "other": other}, map(str, card.worth))
    if card.kind == "speed":
        return _("Speed %(worth)s") % {"worth": worth}
    if card.kind == "starting":
        return _("Starting upgrade, Speed %(worth)s") % {"worth": worth}
    kind = family(card)
    parts = [_("%(family)s of %(sponsor)s") % {"family": kind, "sponsor": card.name} if card.name else kind]
    if any(card.worth) or "plus" not in card.symbols:
        parts.append(_("Speed %(worth)s") % {"worth": worth})
    for symbol, amount in card.symbols.items():
        parts.append(symbols.words(symbol, amount))
    return ", ".join(filter(None, parts))


def label(face: str, cards: Mapping[str, Card]) -> str:
    """What a card is called, or a card that lies face down. `cards` are those of the race, by face."""
    return _("A card face down") if face == BACK else name(cards[face])


@lru_cache(maxsize=4096)
def picture(face: str, label: str, cls: str = "") -> SafeString:
    """A face of the sprite. An empty label makes it decoration, in a control that is named already."""
    return drawn(f'<svg class="{f"face {cls}".strip()}" {spoken(label)}><use href="#card-{escape(face)}"/></svg>')


def sprite(cards: Iterable[Card]) -> SafeString:
    """These cards and the back as symbols #card-<face>."""
    return _sprite(tuple(sorted({msgspec.json.encode(card) for card in cards})), get_language())


@lru_cache(maxsize=64)
def _sprite(cards: tuple[bytes, ...], language: str | None) -> SafeString:
    shape = '<clipPath id="card-shape"><rect x="2" y="2" width="96" height="136" rx="8"/></clipPath>'
    return drawn(shape, _drawn(BACK, _back()), *(_face(card, language) for card in cards))


@lru_cache(maxsize=1024)
def _face(encoded: bytes, _language: str | None) -> str:
    """A card as its content has it, as JSON: two races may have another card of the same id."""
    card = msgspec.json.decode(encoded, type=Card)
    drawing = {"speed": _speed, "starting": _starting, "heat": _heat, "stress": _stress}
    return _drawn(card.id, drawing.get(card.kind, _bought)(card))


def _drawn(face: str, inner: str) -> str:
    return f'<symbol id="card-{escape(face)}" viewBox="0 0 100 140">{inner}</symbol>'


def _framed(printed: str, inner: str, paper: str = "#FBF5E6", edge: str = "#1A242B") -> str:
    """A sheet of paper, what is printed up to its edge, what stands on it, and the edge."""
    return (
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{paper}"/>'
        f'<g clip-path="url(#card-shape)">{printed}</g>{inner}'
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="none" stroke="{edge}" stroke-width="2"/>'
    )


def _inked(ink: str, *words: str) -> str:
    return f'<g color="{ink}">{"".join(words)}</g>'


def _index(text: str) -> str:
    """The small figure at the corner, by which cards that overlap are read."""
    return word(text, 9, 9, 15, weight=19)


def _ink(worth: int) -> str:
    return SPEED_INK[min(worth, max(SPEED_INK))]


def _speed(card: Card) -> str:
    worth = card.worth[0]
    ink = _ink(worth)
    lines = "".join(
        f'<path d="M-8 {129 - i * 9}H{70 + i * 6}L{66 + i * 6} {134 - i * 9}H-8Z" opacity="{1 - 0.1 * i:g}"/>'
        for i in range(worth)
    )
    return _framed(
        f'<g fill="{ink}"><path d="M0 88L100 70V140H0Z" opacity=".13"/>{lines}</g>',
        _inked(ink, _index(str(worth)), word(str(worth), 50, 30, 62, "middle", weight=22, slant=10)),
    )


def _starting(card: Card) -> str:
    worth = card.worth[0]
    ink = _ink(worth)
    squares = "".join(f"M{x} 0V140" for x in range(10, 100, 10)) + "".join(f"M0 {y}H100" for y in range(10, 140, 10))
    start = spell(pgettext("printed on a card", "Start")) or "START"
    return _framed(
        f'<path d="{squares}" stroke="{ink}" stroke-width=".6" opacity=".35"/>',
        _inked(
            ink,
            _index(str(worth)),
            word(str(worth), 50, 34, 58, "middle", weight=22, slant=10),
            word(start, 50, 112, _fitting(start, 11, 84, 6), "middle", tracking=6),
        ),
        paper="#F6E6E2" if worth else "#E6EEF0",
    )


def _heat(_card: Card) -> str:
    flames = (
        '<path d="M-4 146C4 108 22 112 20 78C34 88 36 100 36 108C46 88 56 74 50 40C74 62 66 84 74 100C80 92 80 86 80 78'
        'C96 100 104 120 104 146Z" fill="#B3261C"/>'
        '<path d="M14 146C16 124 30 122 30 104C40 114 42 120 44 126C52 112 58 96 56 78C72 96 66 112 72 122'
        'C78 116 80 112 80 106C88 120 90 132 90 146Z" fill="#E0552B"/>'
        '<path d="M34 146C36 134 46 130 50 114C60 126 66 134 68 146Z" fill="#F4A63A"/>'
    )
    hatching = "".join(f"M{x} 0L{x - 140} 140" for x in range(8, 260, 12))
    heat = spell(pgettext("printed on a card", "Heat")) or "HEAT"
    return _framed(
        f'<path d="{hatching}" stroke="#3A2325" stroke-width="3"/>{flames}',
        _inked("#F3D9C4", word(heat, 50, 14, _fitting(heat, 17, 80, 3), "middle", tracking=3)),
        paper="#241719",
        edge="#0E0809",
    )


def _stress(_card: Card) -> str:
    ink, paper = "#2B1A3D", "#F2DC4B"
    rings = ["", ""]
    for ring in range(13):
        radius, sway, turn = 8 + ring * 8.4, 1.2 + ring * 0.35, ring * 0.75
        points = []
        for step in range(20):
            angle = step * math.tau / 20
            reach = radius + sway * math.sin(angle * 5 + turn)
            points.append((50 + reach * math.cos(angle), 70 + 1.12 * reach * math.sin(angle)))
        rings[ring % 2] += _smooth(points)
    stress = spell(pgettext("printed on a card", "Stress")) or "STRESS"
    return _framed(
        f'<g fill="none" stroke="{ink}"><path d="{rings[0]}" stroke-width="2"/>'
        f'<path d="{rings[1]}" stroke-width="3.4"/></g>'
        f'<path d="M26 50L76 44L80 92L22 96Z" fill="{paper}" stroke="{ink}" stroke-width="2.4"/>',
        f'<g fill="{ink}"><rect x="5" y="6" width="64" height="19" rx="5"/>'
        '<rect x="62" y="112" width="33" height="20" rx="5"/></g>'
        + _inked(ink, word("+", 50, 50, 40, "middle", weight=24, slant=-6))
        + _inked(
            paper,
            word(stress, 37, 10.5, _fitting(stress, 10, 58, 3), "middle", tracking=3),
            word("1–4", 78.5, 116.5, 11, "middle", weight=18),
        ),
        paper=paper,
        edge=ink,
    )


def _bought(card: Card) -> str:
    """An upgrade or a sponsor card: family above, what it counts, its symbols below."""
    sponsored = card.kind == "sponsor"
    ink, paper = ("#4B2A6B", "#F0ECF4") if card.tier == "advanced" else ("#0E4C55", "#EEF3EE")
    if sponsored:
        ink, paper = "#7A4E00", "#FBEFCF"
    title = spell(family(card)) or spell(card.family)
    size = _fitting(title, 10.5, 86, 3)
    if sponsored:
        trim = f'<path d="{"".join(f"M{i * 10} {25 + i % 2 * 5}h10v5h-10Z" for i in range(10))}" fill="{ink}"/>'
    else:
        rivets = "".join(f'<circle cx="{x}" cy="{y}" r="1.8"/>' for x in (9, 91) for y in (33, 131))
        trim = f'<g fill="{ink}" opacity=".55">{rivets}</g>'
        trim += f'<path d="M14 33H86M14 131H86" stroke="{ink}" opacity=".35"/>'
    return _framed(
        f'<path d="M0 0H100V25H0Z" fill="{ink}"/>{trim}',
        _inked("#FFFBEF", word(title, 50, 13 - size / 2, size, "middle", tracking=3))
        + _worth(card, ink)
        + _badges(card, ink),
        paper=paper,
        edge=ink,
    )


def _worth(card: Card, ink: str) -> str:
    def figure(worth: int, x: float, y: float, height: float) -> str:
        return _inked(_ink(worth), word(str(worth), x, y, height, "middle", weight=22, slant=10))

    if len(card.worth) > 2:
        return "".join(figure(worth, 28 + 44 * (i % 2), 40 + 31 * (i // 2), 25) for i, worth in enumerate(card.worth))
    if len(card.worth) == 2:
        low, high = card.worth
        slash = f'<path d="M58 42L42 92" stroke="{ink}" stroke-width="3"/>'
        return figure(low, 27, 46, 40) + slash + figure(high, 73, 46, 40)
    (worth,) = card.worth
    flips = card.symbols.get("plus", 0)
    if not flips:
        return figure(worth, 50, 42, 52)
    text = (str(worth) if worth else "") + "+" * min(flips, 3)
    height = 44 if len(text) < 3 else 30
    return _inked(_ink(worth) if worth else ink, word(text, 50, 46, height, "middle", weight=21, slant=10))


def _badges(card: Card, ink: str) -> str:
    shown = [(symbol, amount) for symbol, amount in card.symbols.items() if symbol != "plus"]
    places = {0: (), 1: (50,), 2: (29, 71)}.get(len(shown), tuple(50 + 37 * (i - 1) for i in range(len(shown))))
    badges = "".join(_badge(symbol, amount, x, ink) for (symbol, amount), x in zip(shown, places, strict=True))
    return badges if len(shown) < 3 else f'<g transform="translate(10 22.8) scale(.8)">{badges}</g>'


def _badge(symbol: str, amount: int, x: float, ink: str) -> str:
    y = 114
    text = symbols.number(symbol, amount)
    broad = 34 if text else 24
    fill = PAYING if symbols.costs(symbol) else ink
    out = f'<rect x="{x - broad / 2:g}" y="{y - 12}" width="{broad}" height="24" rx="12" fill="{fill}"/>'
    out += _glyph(symbol, x - (7 if text else 0), y, 15, "#FFFBEF")
    if text:
        height = 11 if len(text) == 1 else 9
        out += _inked(
            "#FFFBEF", word(text, x + (8.5 if len(text) == 1 else 7.5), y - height / 2, height, "middle", weight=18)
        )
    return out


def _glyph(symbol: str, x: float, y: float, size: float, ink: str) -> str:
    paint = (
        f'fill="{ink}" fill-rule="evenodd"'
        if symbols.is_filled(symbol)
        else f'fill="none" stroke="{ink}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"'
    )
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:g})"
    return f'<path transform="{place}" d="{symbols.path(symbol)}" {paint}/>'


def _back() -> str:
    rays = ""
    for ray in range(24):
        one, other = ray * math.tau / 24, ray * math.tau / 24 + 0.131
        rays += f"M50 70L{50 + 120 * math.cos(one):.0f} {70 + 120 * math.sin(one):.0f}"
        rays += f"L{50 + 120 * math.cos(other):.0f} {70 + 120 * math.sin(other):.0f}Z"
    return _framed(
        f'<path d="{rays}" fill="#D9402F"/><circle cx="50" cy="70" r="25" fill="#FBF5E6"/>'
        '<circle cx="50" cy="70" r="20.5" fill="none" stroke="#B92B20" stroke-width="2"/>',
        _inked("#B92B20", word("H", 50, 56, 28, "middle", weight=22, slant=10))
        + '<rect x="6" y="6" width="88" height="128" rx="6" fill="none" stroke="#FBF5E6" stroke-width="1.6"/>',
        paper="#B92B20",
        edge="#5E120C",
    )


def _fitting(text: str, height: float, most: float, tracking: float) -> float:
    """The height at which a word is no wider than it may be."""
    return min(height, most / max(width(text, tracking), 1) * 100)


def _smooth(points: list[tuple[float, float]]) -> str:
    """A closed curve that the points pull at: it passes through the middles between them."""
    middles = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)]
    curves = zip(points[1:] + points[:1], middles[1:] + middles[:1], strict=True)
    start = f"M{middles[0][0]:.1f} {middles[0][1]:.1f}"
    return start + "".join(f"Q{x:.1f} {y:.1f} {u:.1f} {v:.1f}" for (x, y), (u, v) in curves) + "Z"
