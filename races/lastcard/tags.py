"""The drawings of Last Card as template tags: `{% load lastcard %}`."""

from django.template import Library
from django.utils.safestring import SafeString

from races.lastcard import cards
from races.parts.markup import drawn

register = Library()


@register.simple_tag
def lastcard_sprite() -> SafeString:
    """Every card and sign."""
    return cards.sprite()


@register.simple_tag
def playing_card(face: str, label: str = "", cls: str = "") -> SafeString:
    return cards.picture(face, label, cls)


@register.simple_tag
def fan() -> SafeString:
    """The picture of the game's first page: five cards in a fan, in which one plainly is the last."""
    faces = ("r7", "bS", "W", "gD", "y1")
    parts = [
        f'<use href="#c-{face}" x="-50" y="-150" width="100" height="140" '
        f'transform="rotate({-32 + 16 * place}) translate(0 -20)"/>'
        for place, face in enumerate(faces)
    ]
    return drawn(f'<svg class="fan" viewBox="-150 -190 300 190" aria-hidden="true">{"".join(parts)}</svg>')
