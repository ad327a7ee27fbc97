"""The drawings of Heat as template tags: `{% load heat %}`."""

from collections.abc import Iterable, Mapping

from django.template import Context, Library
from django.utils.safestring import SafeString

from engine.heat.cards import Card
from races.heat.lessons import coach as lessons
from races.heat.lessons.taught import LESSONS
from races.heat.parts import cards, cars, controls, poster, symbols
from races.models import Race
from races.parts.markup import drawn

register = Library()

register.simple_tag(controls.limit, name="limit")
register.simple_tag(controls.dial, name="dial")
register.simple_tag(symbols.icon, name="symbol")


@register.simple_tag
def heat_sprite() -> SafeString:
    """Cars, the gate of the gear lever, the symbols of cards: what Heat's pages refer to. Card faces are extra, see
    `card_sprite`."""
    return drawn(cars.symbols(), controls.GATE_SYMBOL, symbols.sprite())


@register.simple_tag
def card_sprite(faces: Iterable[Card]) -> SafeString:
    """The card faces that a page may show."""
    return cards.sprite(faces)


@register.simple_tag(takes_context=True)
def card(context: Context, face: str, cls: str = "", label: str | None = None) -> SafeString:
    """A card face. The context has the `cards` of the race, by face."""
    return cards.picture(face, card_name(context, face) if label is None else label, cls)


@register.simple_tag(takes_context=True)
def card_name(context: Context, face: str) -> str:
    """What a card is called. The context has the `cards` of the race, by face."""
    return cards.label(face, context["cards"])


@register.simple_tag
def car_picture(colour: str, number: int) -> SafeString:
    """A car by itself, nose to the right."""
    return drawn(f'<svg class="car-big" viewBox="-58 -27 116 54" aria-hidden="true">{cars.car(colour, number)}</svg>')


@register.simple_tag
def gearbox(
    gear: int, prices: Mapping[int, tuple[str, str]] | None = None, locked: bool = False, name: str = "gear"
) -> SafeString:
    return controls.gearbox(gear, prices, locked=locked, name=name)


@register.simple_tag
def coach(race: Race) -> SafeString:
    """The coach of a lesson, for the driver who learns."""
    return lessons.render(race)


@register.inclusion_tag("lobby/heat/lesson_link.html")
def lesson_link(setting: str) -> dict[str, object]:
    """The way to the lesson on what this setting of a race brings."""
    return {"lesson": next((lesson for lesson in LESSONS.values() if lesson.joins == setting), None)}


@register.simple_tag(name="poster")
def poster_picture() -> SafeString:
    """The picture of the first page."""
    return poster.poster()
