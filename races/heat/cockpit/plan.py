"""What the cards for a gear would lead to, before the gears are turned over: asked for by the page, gear by gear."""

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language

from engine.heat.moves.gear import Gear
from engine.kernel.seats import Seat
from races.heat.ahead import SHIFT, shifted
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.road import Road
from races.heat.cockpit.turn import next_corner
from races.heat.moves.play import every_set, packed
from races.heat.scene import HeatScene

_roads: WeakKeyDictionary[HeatScene, dict[tuple[Seat, int, str], str | None]] = WeakKeyDictionary()
"""By scene: what was worked out for a seat, a gear and a language."""


def road_for(scene: HeatScene, seat: Seat, gear: int, sentences: Mapping[str, str | Promise]) -> str | None:
    """The road ahead with a forecast for each set of cards, as it is for the question of cards; None where the driver
    cannot choose this gear now, or has too few cards for it. It is worked out once, however often a page asks."""
    question = scene.questions.get(seat)
    if question is None or question.phase != SHIFT or Gear(gear) not in scene.legal(seat):
        return None
    known = _roads.setdefault(scene, {})
    key = seat, gear, get_language() or ""
    if key not in known:
        known[key] = _road(scene, seat, gear, sentences)
    return known[key]


def _road(scene: HeatScene, seat: Seat, gear: int, sentences: Mapping[str, str | Promise]) -> str | None:
    game, state = scene.game, scene.state
    cockpit = Cockpit(scene.as_if(shifted(game, state, seat, gear)), seat, sentences)
    if cockpit.playable < gear:
        return None
    sets, outlooks = every_set(cockpit)
    context = {"road": Road(cockpit, *outlooks), "bill": next_corner(cockpit), "cockpit": cockpit}
    forecasts = packed(cockpit, sets, outlooks)
    return render_to_string("races/heat/cockpit/plan.html", {**context, "forecasts": forecasts})
