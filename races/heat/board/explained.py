"""What lies on the road and stands beside it, explained: limit signs with what tokens and weather do there, flooded
spots, gravel, tunnels, the Legends' lines and chevrons. The same words are read out, and shown on a small card.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from engine.heat import Heat
from engine.heat.roads import Roads
from engine.heat.tracks import Corner, Spot, Track
from races.heat.championships.events import reward
from races.heat.circuit_art.letters import corner_letters
from races.heat.roadside.conditions import Conditions, Effects, conditions, name, terms
from races.heat.scene import HeatScene

RULE: dict[str, str | Promise] = {
    "corner": gettext_lazy("Every point of speed over the limit costs 1 Heat. Who cannot pay spins out."),
    "flooded": gettext_lazy("Who shifts down on a flooded space pays 1 Heat more."),
    "gravel": gettext_lazy("Gravel is only scenery: a car drives over it as over any other space."),
    "tunnel": gettext_lazy("In a tunnel no card and no Stress can be thrown away."),
    "legends": gettext_lazy(
        "Up to here a Legend drives towards the corner. From here on it drives the limit and the number of its card, "
        "over one corner line at most."
    ),
    "chevrons": gettext_lazy(
        "From these spaces a Legend that is aggressive may cross one corner line more, from a double chevron two more."
    ),
}
"""What each kind of thing does to a car."""


def places(track: Track) -> Iterator[str]:
    """The rules of a circuit that other circuits do not need."""
    for kind, marked in (("flooded", track.flooded), ("tunnel", track.tunnel), ("gravel", track.gravel)):
        if marked:
            yield str(RULE[kind])
    if any(corner.chicane_of is not None for corner in track.corners):
        yield _("A chicane is two corner lines close together, each with its own limit.")


@dataclass(frozen=True)
class Explained:
    """One thing on the board: what it is called, what holds for this one, and the rule of its kind."""

    kind: str
    title: str
    facts: tuple[str, ...]
    rule: str
    letter: str = ""
    limit: int = 0
    """Of a corner: its letter, and the limit that holds now."""


@dataclass(frozen=True)
class Place:
    """Where such a thing lies: spaces, of each the lanes that it covers; it reaches beside the road if it has none."""

    first: int
    last: int
    lanes: tuple[tuple[int, int], ...] = ()
    """Space and lane of each spot."""


def corners(scene: HeatScene) -> dict[int, Explained]:
    """By corner line, in driving order."""
    view = scene.view(None)
    event = view.setup.event if view.setup.season else None
    return _corners(get_language(), scene.game, view.weather, view.tokens, event)


@lru_cache(maxsize=64)
def _corners(
    language: str, game: Heat, weather: str, tokens: tuple[str, ...], event: str | None
) -> dict[int, Explained]:
    """The same for every change of a race, so it is put into words once in each language."""
    track = game.content.track
    letters = corner_letters(track)
    roads = game.roads(weather, tokens)
    found = conditions(game, weather, tokens)
    said = {corner.line: _corner(track, corner, letters[corner.line], roads, found) for corner in track.corners}
    for line in () if event is None else game.press(event):
        facts = (*said[line].facts, reward(game, event or "", roads.limit(line)))
        said[line] = replace(said[line], facts=facts)
    return said


def _corner(track: Track, corner: Corner, letter: str, roads: Roads, found: Conditions) -> Explained:
    limit = roads.limit(corner.line)
    title = _("Corner %(letter)s, limit %(limit)s") % {"letter": letter, "limit": limit}
    facts = [_("Its line lies before space %(space)s.") % {"space": corner.line % track.length}]
    if any(other.chicane_of == corner.line for other in track.corners):
        facts.append(_("It is the first line of a chicane."))
    if corner.chicane_of is not None:
        facts.append(_("It is the second line of a chicane."))
    facts += [
        _("Road token: %(name)s.") % {"name": name(one.token.id)} for one in found.tokens if one.line == corner.line
    ]
    if limit != corner.limit:
        change = f"{limit - corner.limit:+}".replace("-", "−")
        text = _("The sign says %(printed)s, the road token %(change)s: the limit is %(limit)s.")
        facts.append(text % {"printed": corner.limit, "change": change, "limit": limit})
    if extra := roads.overheat(corner.line):
        text = ngettext(
            "A driver who is too fast pays %(n)s Heat more.", "A driver who is too fast pays %(n)s Heat more.", extra
        )
        facts.append(text % {"n": extra})
    return Explained(
        "corner",
        title,
        (*facts, *_sector(roads, corner.line % track.length, found.after(corner.line))),
        str(RULE["corner"]),
        letter,
        limit,
    )


def _sector(roads: Roads, space: int, effects: Effects) -> Iterator[str]:
    """What tokens and weather do on the stretch that begins at a corner line."""
    if roads.no_cooldown[space]:
        yield _("Nobody cools down between this corner and the next.")
    if roads.no_slipstream[space]:
        yield _("Nobody slipstreams between this corner and the next.")
    if far := sum(roads.slipstream[space]):
        text = ngettext(
            "Between this corner and the next a slipstream may go %(n)s space farther: %(sum)s.",
            "Between this corner and the next a slipstream may go %(n)s spaces farther: %(sum)s.",
            far,
        )
        yield text % {"n": far, "sum": terms(effects, "slipstream")}
    if cooled := roads.cooldown[space]:
        text = ngettext(
            "A car between this corner and the next may cool %(n)s Heat more: %(sum)s.",
            "A car between this corner and the next may cool %(n)s Heat more: %(sum)s.",
            cooled,
        )
        yield text % {"n": cooled, "sum": terms(effects, "cooldown")}
    if roads.free_boost[space]:
        yield _("A boost costs nothing between this corner and the next.")


def spots(scene: HeatScene) -> list[tuple[Explained, Place]]:
    """What is painted on the road or beside it, in driving order; nothing of it changes during a race."""
    setup = scene.view(None).setup
    track = scene.game.content.track
    has_legends = any(seat.legend for seat in scene.seats)
    found = [
        *_stretches("flooded", track.flooded),
        *_stretches("gravel", track.gravel),
        *_stretches("tunnel", track.tunnel),
        *_legend_lines(track, has_legends),
        *_chevrons(track, has_legends and setup.aggressive),
    ]
    return sorted(found, key=lambda one: one[1].first)


def _stretches(kind: str, marked: tuple[Spot, ...]) -> Iterator[tuple[Explained, Place]]:
    """Spaces in a row are one thing."""
    for first, last in runs(spot.space for spot in marked):
        lanes = tuple((spot.space, spot.lane) for spot in marked if first <= spot.space <= last)
        values = {"first": first, "last": last}
        titles = {
            "flooded": _("Flooded road, spaces %(first)s to %(last)s") % values,
            "gravel": _("Gravel, spaces %(first)s to %(last)s") % values,
            "tunnel": _("Tunnel, spaces %(first)s to %(last)s") % values,
        }
        yield Explained(kind, titles[kind], (), str(RULE[kind])), Place(first, last, lanes)


def runs(spaces: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and last of spaces in a row."""
    for _gap, numbered in groupby(enumerate(sorted(set(spaces))), key=lambda pair: pair[1] - pair[0]):
        run = [space for _number, space in numbered]
        yield run[0], run[-1]


def _legend_lines(track: Track, has_legends: bool) -> Iterator[tuple[Explained, Place]]:
    """Where one is drawn: not where a corner line says the same."""
    letters = corner_letters(track)
    lines = [corner.line for corner in track.corners]
    for corner in track.corners:
        space = max([corner.legend_line, *(line for line in lines if line < corner.line)])
        if space in lines:
            continue
        title = _("Legends’ line of corner %(letter)s, space %(space)s")
        facts = () if has_legends else (_("No Legend drives in this race."),)
        values = {"letter": letters[corner.line], "space": space}
        yield Explained("legends", title % values, facts, str(RULE["legends"])), Place(space, space)


def _chevrons(track: Track, aggressive: bool) -> Iterator[tuple[Explained, Place]]:
    letters = corner_letters(track)
    for corner in track.corners:
        if not corner.aggressive:
            continue
        first, last = corner.line - corner.aggressive, corner.line - 1
        values = {"letter": letters[corner.line], "first": first, "last": last}
        title = ngettext(
            "Chevron before corner %(letter)s, space %(first)s",
            "Chevrons before corner %(letter)s, spaces %(first)s to %(last)s",
            corner.aggressive,
        )
        facts = () if aggressive else (_("No Legend is aggressive in this race."),)
        yield Explained("chevrons", title % values, facts, str(RULE["chevrons"])), Place(first, last)
