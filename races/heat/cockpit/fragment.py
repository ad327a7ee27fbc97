"""The cockpit as one element of the page. Its form stays until its own question is answered or closed."""

from collections.abc import Hashable

from django.http import HttpRequest
from django.template.loader import render_to_string

from engine.kernel.commands import Question
from races.heat import ahead
from races.heat.board.field import turn_of
from races.heat.board.fragments import awaited
from races.heat.cockpit import between, draft, early
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.react import react
from races.heat.cockpit.screen import CockpitScreen
from races.heat.garage.draft import is_on
from races.heat.scene import HeatScene
from races.heat.tables import SITE, SiteTables
from races.pages import open_question


def key(scene: HeatScene, seat: int) -> Hashable:
    """Changes when the cockpit must be shown anew, and never by what other drivers do while its question is open."""
    if question := open_question(scene, seat):
        return question
    view, race = scene.view(seat), scene.race
    car = view.cars[seat]
    if seat in race.bots:
        return "bot", car.status, view.ended
    if car.status != "racing" or view.ended:
        return "left", car.status, view.ended, view.ranking
    still = _question_to_come(scene, seat) is not None
    turn = None if still else turn_of(scene, seat)  # a form that may be filled in is not replaced as the others drive
    return (
        "wait",
        car,
        view.mine,
        len(scene.game.legal(scene.state, seat)),
        race.paused,
        turn,
        scene.shown.veiled,  # then no driver is named; `scene.questions` would tell who has answered
        early.key(scene, seat),
    )


def render(scene: HeatScene, seat: int, request: HttpRequest | None = None, tables: SiteTables = SITE) -> str:
    """The whole element. A page passes its request: then the forms get CSRF tokens, and the dialog `#sure`, which no
    later update replaces, is added after the element."""
    cockpit = Cockpit(scene, seat, tables.sentences, request)
    to_come = _question_to_come(scene, seat) if cockpit.question is None else None
    if to_come is not None:
        imagined = early.cockpit_of(scene, seat, tables.sentences, request)
        screen = early.told(tables.screens[imagined.view.phase](imagined), cockpit, to_come.phase)
        cockpit = imagined
    else:
        screen = _screen(cockpit, tables)
    context = {
        "cockpit": cockpit,
        "cards": cockpit.game.cards,
        "race": scene.race,
        "question": open_question(scene, seat),
        "early": "" if to_come is None else str(to_come),
        "awaited": "" if to_come is None or is_on(cockpit.view) else awaited(scene),  # the market says who picks
        **screen.context(),
    }
    html = render_to_string(f"races/heat/cockpit/{screen.template}.html", context)
    return html if request is None else html + render_to_string("races/heat/cockpit/sure.html")


def _question_to_come(scene: HeatScene, seat: int) -> Question | None:
    """What a driver who waits can decide already, and has not; to the cards that are wanted in a draft more may be
    added."""
    question = None if seat in scene.race.bots else early.question_of(scene, seat)
    if question is None or question.phase in ahead.PICKS:
        return question
    return question if early.decided(scene, seat) is None else None


def _screen(cockpit: Cockpit, tables: SiteTables) -> CockpitScreen:
    if cockpit.scene.state.ended or cockpit.car.status != "racing":
        return between.left(cockpit)
    if cockpit.seat in cockpit.scene.race.bots:
        return between.given_away(cockpit)
    if cockpit.question is None:
        if is_on(cockpit.view) and cockpit.mine.choice is None:
            return draft.waiting(cockpit)
        return between.waiting(cockpit, tables.secrets)
    if cockpit.view.phase == "react":  # one screen with the levers of many actions, so no action has it in `screens`
        return react(cockpit, tables.list)
    return tables.screens[cockpit.view.phase](cockpit)
