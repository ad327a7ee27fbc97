"""What weather and road tokens change, stretch by stretch, each with where it comes from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import Heat
from engine.heat.modules import SectorEffect, Token, Weather
from races.heat.circuit_art.letters import corner_letters
from races.heat.counts import names

NAMES: Mapping[str, str | Promise] = {
    "cloud": gettext_lazy("Clouds"),
    "fog": gettext_lazy("Fog"),
    "storm": gettext_lazy("Storm"),
    "snow": gettext_lazy("Snow"),
    "rain": gettext_lazy("Rain"),
    "sun": gettext_lazy("Sun"),
    "weather": gettext_lazy("Weather vane"),
    "overheat": gettext_lazy("Hot asphalt"),
    "limit_down": gettext_lazy("Dusty corner"),
    "limit_up": gettext_lazy("Swept corner"),
    "free_boost": gettext_lazy("Free run"),
    "slipstream_plus_1": gettext_lazy("Tailwind"),
}
"""By the id of a weather or of a road token, what it is called."""
ICONS: Mapping[str, str] = {
    "cloud": "cloud",
    "fog": "fog",
    "storm": "storm",
    "snow": "cooldown",
    "rain": "rain",
    "sun": "sun",
    "overheat": "heat",
    "limit_down": "limit_down",
    "limit_up": "limit_up",
    "free_boost": "boost",
    "slipstream_plus_1": "slipstream",
}
"""The same, with the icon; a token that brings the weather has that of the weather."""


Effects: TypeAlias = tuple[tuple[str, SectorEffect], ...]
"""Each effect with the id of the weather or token that brings it."""


def name(one: str) -> str:
    """A weather or token of other content has its id."""
    return str(NAMES.get(one, one.replace("_", " ")))


@dataclass(frozen=True)
class Stretch:
    """The road between two corners, with each effect that holds there and the weather or token that brings it."""

    line: int
    """Of the corner behind it."""
    first: int
    """Spaces; the last one may lie beyond the start line."""
    last: int
    effects: Effects


@dataclass(frozen=True)
class AtCorner:
    """A road token that lies at a corner."""

    line: int
    letter: str
    token: Token
    icon: str


@dataclass(frozen=True)
class Conditions:
    """All that differs from a dry road."""

    weather: Weather | None
    everywhere: bool
    """Whether the weather holds on the whole track; else where a token brings it."""
    tokens: tuple[AtCorner, ...]
    stretches: tuple[Stretch, ...]

    def after(self, line: int) -> Effects:
        """The effects on the stretch that begins at a corner line."""
        return next((one.effects for one in self.stretches if one.line == line), ())

    def __bool__(self) -> bool:
        return self.weather is not None or bool(self.tokens)


@lru_cache(maxsize=64)
def conditions(game: Heat, weather: str, tokens: tuple[str, ...]) -> Conditions:
    named = {token.id: token for token in game.content.modules.roads}
    letters = corner_letters(game.content.track)
    drawn = game.weather.get(weather)
    everywhere = game.content.rules.weather_scope == "everywhere"
    laid = tuple(
        AtCorner(line, letters[line], named[token], icon_of(named[token], weather))
        for line, token in zip(game.course.token_lines, tokens, strict=False)
    )
    by_line = {one.line: one.token for one in laid}
    stretches = tuple(
        Stretch(line, first, last, tuple(_effects(by_line.get(line), drawn, everywhere)))
        for line, first, last in _sectors(game.course.sector)
    )
    return Conditions(drawn, everywhere, laid, tuple(one for one in stretches if one.effects))


def icon_of(token: Token, weather: str) -> str:
    return ICONS.get(weather if token.weather else token.id, "weather")


def _effects(token: Token | None, weather: Weather | None, everywhere: bool) -> Iterator[tuple[str, SectorEffect]]:
    if weather and (everywhere or (token and token.weather)):
        yield weather.id, weather.sector
    if token and token.sector:
        yield token.id, token.sector


def _sectors(sector: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Each stretch with the line of the corner behind it, its first and its last space."""
    runs = []
    for line, run in groupby(range(len(sector)), key=lambda space: sector[space]):
        spaces = list(run)
        runs.append((line, spaces[0], spaces[-1]))
    if len(runs) > 1 and runs[0][0] == runs[-1][0]:  # over the start line
        (_line, _first, end), (line, first, last) = runs[0], runs.pop()
        runs[0] = (line, first, last + end + 1)
    yield from runs


# In words


def at_the_start(weather: Weather) -> Iterator[str]:
    """What it changes in decks and engines."""
    if n := weather.heat:
        more = ngettext("%(n)s Heat more in each engine.", "%(n)s Heat more in each engine.", abs(n))
        less = ngettext("%(n)s Heat less in each engine.", "%(n)s Heat less in each engine.", abs(n))
        yield (more if n > 0 else less) % {"n": abs(n)}
    if n := weather.stress:
        more = ngettext("%(n)s Stress more in each deck.", "%(n)s Stress more in each deck.", abs(n))
        less = ngettext("%(n)s Stress less in each deck.", "%(n)s Stress less in each deck.", abs(n))
        yield (more if n > 0 else less) % {"n": abs(n)}
    if n := weather.heat_count:
        if weather.heat_to == "discard":
            text = ngettext("%(n)s Heat starts in each discard pile.", "%(n)s Heat start in each discard pile.", n)
        else:
            text = ngettext("%(n)s Heat starts in each draw pile.", "%(n)s Heat start in each draw pile.", n)
        yield text % {"n": n}


def on_the_road(effect: SectorEffect) -> Iterator[str]:
    """What holds where it reaches."""
    if effect.no_cooldown:
        yield _("Nobody cools down.")
    if effect.no_slipstream:
        yield _("Nobody slipstreams.")
    if n := effect.cooldown:
        yield ngettext("A car may cool %(n)s Heat more.", "A car may cool %(n)s Heat more.", n) % {"n": n}
    if n := effect.slipstream:
        text = ngettext(
            "A slipstream may go %(n)s space farther.",
            "A slipstream may go %(n)s spaces farther.",
            n,
        )
        yield text % {"n": n}
    if effect.free_boost:
        yield _("A boost costs no Heat.")


def of_token(token: Token, found: Conditions) -> Iterator[str]:
    """What a token does at its corner, and on the road up to the next one, under these conditions."""
    if n := token.limit:
        yield (_("The limit is %(n)s higher.") if n > 0 else _("The limit is %(n)s lower.")) % {"n": abs(n)}
    if n := token.overheat:
        text = ngettext(
            "A driver who is too fast pays %(n)s Heat more.", "A driver who is too fast pays %(n)s Heat more.", n
        )
        yield text % {"n": n}
    if token.weather and found.weather is None:
        yield _("It changes nothing: this race has no weather.")
    elif token.weather and found.everywhere:
        yield _("It changes nothing: the weather holds on the whole track.")
    elif token.weather:
        yield _("From here to the next corner the weather holds.")
    if token.sector:
        yield from on_the_road(token.sector)
        yield _("It holds from here to the next corner.")


def reach(found: Conditions) -> str:
    """Where the weather holds."""
    if found.everywhere:
        return _("It holds on the whole track.")
    letters = [one.letter for one in found.tokens if one.token.weather]
    if not letters:
        return _("It reaches no part of the road in this race.")
    return _("It holds from corner %(letters)s to the next one.") % {"letters": names(letters)}


def terms(effects: Effects, what: str) -> str:
    """What a number of the road is made of: "storm 2 + tailwind 1"."""
    parts = [(source, getattr(effect, what)) for source, effect in effects if getattr(effect, what)]
    return " + ".join(f"{name(source).lower()} {amount}" for source, amount in parts)
