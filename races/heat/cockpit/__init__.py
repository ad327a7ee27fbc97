"""The cockpit: what only one driver sees and touches. Its form stays until its own question is answered or closed."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from races.heat.cockpit import before, between, planning, turn
from races.heat.cockpit.between import presets_of as presets_of
from races.heat.cockpit.desk import Desk
from races.scenes import Scene

SCREENS: Mapping[str, Callable[[Desk], dict[str, Any]]] = {
    "gears": planning.gears,
    "cards": planning.cards,
    "reveal": turn.value,
    "react": turn.react,
    "slipstream": turn.slipstream,
    "discard": turn.discard,
    "draft": before.pick,
    "snake_draft": before.pick,
    "give_up": before.give_up,
    "swap": before.swap,
}
"""One for each phase that asks."""


def open_question(scene: Scene, seat: int) -> str:
    """The question that the cockpit's form answers; empty if there is no form, also while a bot drives."""
    if seat in scene.race.bots or not scene.state.cars[seat].asked:
        return ""
    return str(scene.game.question(scene.state, seat))


def key(scene: Scene, seat: int) -> Hashable:
    """Changes when the cockpit must be shown anew, and never because of others while its question is open."""
    if question := open_question(scene, seat):
        return question
    view, race = scene.view(seat), scene.race
    car = view.cars[seat]
    if seat in race.bots:
        return "bot", car.status, view.ended
    if car.status != "racing" or view.ended:
        return "left", car.status, view.ended, view.ranking
    return "wait", car, view.mine, len(scene.game.legal(scene.state, seat)), race.paused


def render(scene: Scene, seat: int, request: HttpRequest | None = None) -> str:
    """The whole element. A page passes its request: its forms have tokens, and what stays for good comes with it."""
    desk = Desk(scene, seat, request)
    screen = _screen(desk)
    shared = {
        "desk": desk,
        "cards": scene.game.cards,
        "race": scene.race,
        "question": open_question(scene, seat),
    }
    html = render_to_string(f"races/heat/cockpit/{screen['template']}.html", shared | screen)
    return html if request is None else html + render_to_string("races/heat/cockpit/sure.html")


def _screen(desk: Desk) -> dict[str, Any]:
    if desk.scene.state.ended or desk.car.status != "racing":
        return between.left(desk)
    if desk.seat in desk.scene.race.bots:
        return between.given_away(desk)
    if desk.question is not None:
        return SCREENS[desk.view.phase](desk)
    return between.waiting(desk)
