"""The drawings of any page as template tags; every template has them, without loading. Those of a game are loaded by
its name."""

from django.template import Library
from django.utils.safestring import SafeString

from races.parts import chips, icons, instruments, lettering
from races.parts.markup import drawn

register = Library()

register.simple_tag(icons.icon, name="icon")
register.simple_tag(chips.chip, name="chip")
register.simple_tag(instruments.clock, name="clock")
register.simple_tag(instruments.logo, name="logo")
register.simple_tag(instruments.qr, name="qr")


@register.simple_tag
def sprite() -> SafeString:
    """Symbols and chips: what every page refers to."""
    return drawn(icons.sprite(), chips.chip_symbols())


@register.simple_tag
def figure(text: object, cls: str = "", label: str = "", slant: float = 0) -> SafeString:
    """A number or a word in our own lettering; characters that we have not drawn are left out."""
    return drawn(lettering.figure(lettering.spell(str(text)), cls, label=label, slant=slant))


@register.filter
def colour_name(colour: str) -> str:
    """What the colour of a seat is called."""
    return str(chips.LIVERIES[colour].name)
