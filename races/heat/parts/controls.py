"""The instruments of the car and the signs beside the road: gear lever, Heat gauge, limit disc."""

import math
from collections.abc import Mapping
from functools import cache, lru_cache

from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from races.parts.lettering import figure, word
from races.parts.markup import drawn, spoken

GEARS: Mapping[int, Promise | str] = {
    1: gettext_lazy("1st gear"),
    2: gettext_lazy("2nd gear"),
    3: gettext_lazy("3rd gear"),
    4: gettext_lazy("4th gear"),
}

SHORT, WITHIN = 6, 52
"""Letters that stand in the gauge as they are; a longer word is drawn narrower, between its wedges."""


def limit(number: int, cls: str = "") -> SafeString:
    """The disc at a corner."""
    label = spoken(_("limit %(n)s") % {"n": number})
    return drawn(
        f'<svg class="{f"limit {cls}".strip()}" viewBox="0 0 100 100" {label}>'
        '<circle class="disc" cx="50" cy="50" r="48" stroke-width="3"/><circle class="ring" cx="50" cy="50" r="39"/>',
        _limit_figure(number),
        "</svg>",
    )


@cache
def _limit_figure(number: int) -> str:
    size = 52 if 0 <= number < 10 else 42
    return word(str(number).replace("-", "–"), 50, 50 - size / 2, size, "middle", weight=20)


GATE_SYMBOL = (
    '<symbol id="gate" viewBox="0 0 134 158"><rect x="2" y="2" width="130" height="154" rx="16" fill="#C9CBC4"/>'
    '<rect x="2" y="2" width="130" height="154" rx="16" fill="none" stroke="#F6F4EC" stroke-width="2" opacity=".7"/>'
    '<g fill="none" stroke-linecap="round"><path d="M34 32V126M100 32V126M34 79H100"'
    ' stroke="#0C1317" stroke-width="17"/>'
    '<path d="M34 32V126M100 32V126M34 79H100" stroke="#1F2C33" stroke-width="11"/></g>'
    '<g fill="#8C8F88"><circle cx="12" cy="12" r="3"/><circle cx="122" cy="12" r="3"/>'
    '<circle cx="12" cy="146" r="3"/><circle cx="122" cy="146" r="3"/></g>'
    '<g fill="#E8E6DC" stroke="#0C1317" stroke-width="2"><circle cx="34" cy="32" r="21"/>'
    '<circle cx="34" cy="126" r="21"/>'
    '<circle cx="100" cy="32" r="21"/><circle cx="100" cy="126" r="21"/></g></symbol>'
)
"""The plate of the gearbox, once a page."""

_GATE = '<svg viewBox="0 0 134 158" aria-hidden="true"><use href="#gate"/></svg>'


def gearbox(
    gear: int, prices: Mapping[int, tuple[str, str]] | None = None, *, locked: bool = False, name: str = "gear"
) -> SafeString:
    """The lever. `prices` says by gear what is written under it: ("", "free"), ("pay", "1 Heat"), or ("no", why not).

    Free to move, it is a group of radios with this name; locked, it only shows the gear.
    """
    spots = []
    for number, spoken_name in GEARS.items():
        kind, text = (prices or {}).get(number, ("", ""))
        price = f'<span class="price {kind}">{escape(text)}</span>' if text else ""
        if locked:
            state = " in" if number == gear else " off"
            spots.append(f'<span class="g g{number}{state}" aria-hidden="true">{figure(str(number))}{price}</span>')
            continue
        checked = " checked" if number == gear else ""
        disabled = " disabled" if kind == "no" else ""
        off = " off" if kind == "no" else ""
        spots.append(
            f'<label class="g g{number}{off}"><input class="vh" type="radio" name="{name}"'
            f' value="{number}"{checked}{disabled}>'
            f'<span class="vh">{escape(spoken_name)}</span>{figure(str(number))}{price}</label>'
        )
    if locked:
        return drawn(f'<div class="gearbox" role="img" aria-label="{escape(GEARS[gear])}">{_GATE}', *spots, "</div>")
    return drawn(f'<div class="gearbox" role="radiogroup" aria-label="{escape(_("Gear"))}">{_GATE}', *spots, "</div>")


def dial(left: int, size: int, reserved: int = 0) -> SafeString:
    """Heat in the engine, a wedge each: lit while it is there, glowing where a choice may spend it."""
    return _dial(left, size, reserved, get_language())


@lru_cache(maxsize=512)
def _dial(left: int, size: int, reserved: int, _language: str | None) -> SafeString:
    first, last = math.radians(150), math.radians(390)
    step = (last - first) / max(size, left, 1)

    def point(angle: float) -> str:
        return f"{60 + 45 * math.cos(angle):.1f} {60 + 45 * math.sin(angle):.1f}"

    wedges = ""
    for wedge in range(max(size, left, 1)):
        start = first + wedge * step
        state = "" if wedge >= left else " hot" if wedge >= left - reserved else " on"
        wedges += f'<path class="seg{state}" d="M{point(start + 0.035)}A45 45 0 0 1 {point(start + step - 0.035)}"/>'
    parts = [_("Engine: %(left)s Heat") % {"left": left}]
    if size > left:
        parts.append(_("%(n)s among the cards") % {"n": size - left})
    if reserved:
        parts.append(_("%(n)s at risk") % {"n": reserved})
    label, of_all = spoken(", ".join(parts)), _("of %(n)s") % {"n": max(size, left)}
    heat = _("Heat")
    fits = f' textLength="{WITHIN}" lengthAdjust="spacingAndGlyphs"' if len(heat) > SHORT else ""
    return drawn(
        f'<svg class="dial" viewBox="0 0 120 120" {label}><circle class="bez" cx="60" cy="60" r="57"/>{wedges}'
        f'{word(str(left), 60, 40, 36, "middle", weight=19)}<text x="60" y="33"{fits}>{escape(heat)}</text>'
        f'<text x="60" y="94">{escape(of_all)}</text></svg>'
    )
