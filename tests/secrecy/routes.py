"""All routes of the resolver, and addresses for each. A new route is among them by itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

NOT_FOR_VISITORS = ("admin",)
"""Namespaces of pages for operators."""

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Route:
    """A pattern of the resolver, such as `races/<code:code>/log/`."""

    pattern: str
    parameters: Mapping[str, str]
    """The regular expression of each parameter, by its name."""

    def paths(self, values: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield each address that the pattern makes of these values, by the names of its parameters."""
        fitting = [
            [value for value in values[name] if re.fullmatch(regex, value)] for name, regex in self.parameters.items()
        ]
        for chosen in product(*fitting):
            given = dict(zip(self.parameters, chosen, strict=True))
            yield "/" + PARAMETER.sub(lambda named, given=given: given[named[1]], self.pattern)  # type: ignore[misc]


def routes() -> list[Route]:
    """Return all routes for visitors."""
    return list(_below(get_resolver(), "", {}))


def _below(resolver: URLResolver, start: str, parameters: Mapping[str, str]) -> Iterator[Route]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver) and one.app_name in NOT_FOR_VISITORS:
            continue
        assert isinstance(one.pattern, RoutePattern), f"only path() is understood: {one}"
        named = {**parameters, **{name: converter.regex for name, converter in one.pattern.converters.items()}}
        if isinstance(one, URLPattern):
            yield Route(start + str(one.pattern), named)
        else:
            yield from _below(one, start + str(one.pattern), named)


def names(all_routes: Iterable[Route]) -> set[str]:
    """Return the names of all parameters."""
    return {name for route in all_routes for name in route.parameters}
