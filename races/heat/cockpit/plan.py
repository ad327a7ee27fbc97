"""What the cards for a gear would lead to, before the gears are turned over: asked for by the page, gear by gear."""

from collections.abc import Mapping

from django.template.loader import render_to_string
from django.utils.functional import Promise

from engine.heat.moves.gear import Gear
from engine.kernel.seats import Seat
from races.heat.ahead import SHIFT, shifted
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.road import Road
from races.heat.cockpit.turn import next_corner
from races.heat.moves.play import every_set, packed
from races.heat.scene import HeatScene


def road_for(scene: HeatScene, seat: Seat, gear: int, sentences: Mapping[str, str | Promise]) -> str | None:
    """The road ahead with a forecast for each set of cards, as it is for the question of cards; None where the driver
    cannot choose this gear now, or has too few cards for it."""
    game, state = scene.game, scene.state
    question = scene.questions.get(seat)
    if question is None or question.phase != SHIFT or Gear(gear) not in game.legal(state, seat):
        return None
    planned = HeatScene(scene.race, scene.seats, shifted(game, state, seat, gear), scene.log)
    cockpit = Cockpit(planned, seat, sentences)
    if cockpit.playable < gear:
        return None
    sets, outlooks = every_set(cockpit)
    context = {"road": Road(cockpit, *outlooks), "bill": next_corner(cockpit), "cockpit": cockpit}
    forecasts = packed(cockpit, sets, outlooks)
    return render_to_string("races/heat/cockpit/plan.html", {**context, "forecasts": forecasts})
