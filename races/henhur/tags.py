"""The drawings of HenHur as template tags: `{% load henhur %}`."""

from django.template import Library
from django.utils.safestring import SafeString

from engine.henhur import base_content
from races.henhur import hens, track
from races.parts.markup import drawn

register = Library()

FIELD = (("red", 71), ("blue", 55), ("yellow", 78), ("green", 47), ("purple", 34))
"""The hens of the picture: colour and distance."""


@register.simple_tag
def hen_race() -> SafeString:
    """The picture of the game's first page: hens on the track, in the last lap."""
    rules = base_content().rules
    parts = [f'<g class="oval">{track.drawing(rules)}</g>']
    for number, (_colour, at) in enumerate(FIELD):
        x, y = track.space_of(rules, at)
        flip = ' transform="scale(-1 1)"' if y < track.MIDDLE[1] else ""
        parts.append(
            f'<g transform="translate({x:.0f} {y:.0f}) scale(1.5)"><g{flip}>'
            f'<use href="#hen-{number}" x="-38" y="-44" width="76" height="64"/></g></g>'
        )
    symbols = hens.drawings((number, colour) for number, (colour, _at) in enumerate(FIELD))
    box = f"0 0 {track.WIDTH} {track.HEIGHT}"
    return drawn(f'<svg class="hen-race" viewBox="{box}" aria-hidden="true">', symbols, *parts, "</svg>")
