"""Weather and road tokens as fragments that all viewers share: on the road of the board, as a chip in the bar, and as a
sheet that says all of it with its numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from races.heat.board import ground, hit_areas, kept
from races.heat.circuit_art.drawing import Art
from races.heat.events.weather import WEATHER
from races.heat.roadside import drawings
from races.heat.roadside.conditions import (
    ICONS,
    Conditions,
    at_the_start,
    conditions,
    name,
    of_token,
    on_the_road,
    reach,
)
from races.heat.scene import HeatScene


def of(scene: HeatScene) -> Conditions:
    view = scene.view(None)
    return conditions(scene.game, view.weather, view.tokens)


def may_change(scene: HeatScene) -> bool:
    """Whether this race has weather or tokens, drawn already or not yet."""
    setup = scene.view(None).setup
    return setup.weather or setup.roads


@dataclass(frozen=True)
class Layer:
    """One kind of effect on the board: the road that it covers, and how that is painted."""

    id: str
    path: str
    tint: str
    opacity: float
    size: int
    tile: str


@kept.once_for(kept.road)
def weather(scene: HeatScene) -> str:
    """The road under weather and tokens, twice: the page fades between two moments of it. In a plain race it is empty:
    a replay looks for its element all the same."""
    art = ground.picture(scene)
    found = of(scene)
    paths = {} if art is None else dict(_paths(art, found))
    moments = [[_layer(one, path, moment) for one, path in paths.items()] for moment in (0, 1)]
    context = {"moments": moments if paths else (), "box": ground.view_box(art) if art else ""}
    context["kind"] = found.weather.id if found.weather else ""
    return render_to_string("races/heat/roadside/weather.html", context).rstrip()


def _paths(art: Art, found: Conditions) -> Iterator[tuple[str, str]]:
    """By what is painted, the outlines of the stretches that it covers."""
    painted = dict.fromkeys(source for one in found.stretches for source, _effect in one.effects)
    for source in painted:
        if source in drawings.TILES:
            covered = [one for one in found.stretches if source in dict(one.effects)]
            yield source, "".join(hit_areas.stretch(art, one.first, one.last) for one in covered)


def _layer(source: str, path: str, moment: int) -> Layer:
    tile, (tint, opacity) = drawings.TILES[source], drawings.TINTS[source]
    return Layer(f"{source}-{moment}", path, tint, opacity, tile.size, tile.moments[moment])


def sky(scene: HeatScene) -> str:
    """What the bar says of it."""
    if not may_change(scene):
        return ""
    found = of(scene)
    said = name(found.weather.id) if found.weather else _("Road tokens") if found.tokens else ""
    icon = ICONS.get(found.weather.id, "weather") if found.weather else "corner"
    return render_to_string("races/heat/roadside/sky.html", {"said": said, "icon": icon}).rstrip()


def sheet(scene: HeatScene) -> str:
    """All of it in words, with the scene in which it is revealed."""
    if not may_change(scene):
        return ""
    view, found = scene.view(None), of(scene)
    drawn = found.weather
    context: dict[str, object] = {
        "any": bool(found),
        "fresh": bool(found) and view.round == 1 and view.phase == "gears",
        "tokens": [(one, name(one.token.id), " ".join(of_token(one.token, found))) for one in found.tokens],
    }
    if drawn is not None:
        context |= {
            "id": drawn.id,
            "name": name(drawn.id),
            "lead": WEATHER.get(drawn.id, name(drawn.id)),
            "scene": drawings.scene(drawn.id),
            "start": list(at_the_start(drawn)),
            "road": list(on_the_road(drawn.sector)),
            "reach": reach(found),
        }
    return render_to_string("races/heat/roadside/sheet.html", context).rstrip()
