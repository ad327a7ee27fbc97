"""Parts of a template that are rendered once for the same values: instruments that half of all updates show again."""

from collections.abc import Hashable, Mapping

from django.template import Context, Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.translation import get_language

register = Library()

MOST = 2048
"""Renderings that a process keeps of one part; with one more it starts anew."""


class Once(Node):
    """Its content sees only the values that the tag names, so no other value can make a kept rendering wrong."""

    def __init__(self, given: Mapping[str, FilterExpression], nodelist: NodeList) -> None:
        self.given = given
        self.nodelist = nodelist
        self.kept: dict[tuple[Hashable, ...], str] = {}

    def render(self, context: Context) -> str:
        values = {name: expression.resolve(context) for name, expression in self.given.items()}
        key = get_language(), *values.values()
        html = self.kept.get(key)
        return self.keep(key, self.nodelist.render(context.new(values))) if html is None else html

    def keep(self, key: tuple[Hashable, ...], html: str) -> str:
        if len(self.kept) >= MOST:
            self.kept.clear()
        self.kept[key] = html
        return html


@register.tag
def once(parser: Parser, token: Token) -> Once:
    """`{% once draw=car.draw size=7 %} … {{ draw }} … {% endonce %}`; the values must be hashable."""
    name, *words = token.split_contents()
    given = token_kwargs(words, parser)
    if words or not given:
        raise TemplateSyntaxError(f"{name} takes values by name, and at least one")
    nodelist = parser.parse((f"end{name}",))
    parser.delete_first_token()
    return Once(given, nodelist)
