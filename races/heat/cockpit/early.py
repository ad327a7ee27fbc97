"""What a driver who waits can decide already: the screen of the question to come, and what stands decided."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TypeVar

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.heat import Heat
from engine.heat.choices import Choice
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pick import Pick
from engine.heat.moves.slipstream import Slipstream
from engine.kernel.commands import Question
from engine.kernel.seats import Seat
from races import automatic
from races.heat import ahead
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.draft import DraftScreen, until_my_pick
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.garage import draft
from races.heat.scene import HeatScene

S = TypeVar("S", bound=CockpitScreen)


def question_of(scene: HeatScene, seat: int) -> Question | None:
    """The question to come that can be answered now, or has been: what stands decided can be taken back until its
    question comes, and an earlier one is asked when it comes. In a pause none can."""
    if scene.race.paused:
        return None
    decided = automatic.decided(scene.race, scene.table_game, seat)
    if decided is not None and ahead.is_to_come(scene.game, scene.state, decided):
        return decided
    return ahead.early(scene.game, scene.state, Seat(seat))


def key(scene: HeatScene, seat: int) -> Hashable:
    """Changes with what can be decided, and with what has been."""
    if (question := question_of(scene, seat)) is None:
        return None
    if decided(scene, seat) is not None:
        return question, scene.race.held[seat]["answer"]
    state = ahead.imagined(scene.game, scene.state, Seat(seat))
    assert state is not None, "there is a question to come"
    return question, scene.game.legal(state, seat).others


def decided(scene: HeatScene, seat: int) -> Choice | None:
    """What stands decided of the question to come, and can still be done."""
    choice = _wanted(scene, seat)
    return None if choice is None or _is_taken(scene, choice) else choice


def is_lost(scene: HeatScene, seat: int) -> bool:
    """Whether another driver took the card that this one had decided on."""
    choice = _wanted(scene, seat)
    return choice is not None and _is_taken(scene, choice)


def _wanted(scene: HeatScene, seat: int) -> Choice | None:
    question = question_of(scene, seat)
    if question is None or automatic.decided(scene.race, scene.table_game, seat) != question:
        return None
    choice = automatic.held_choice(scene.race, scene.table_game, seat)
    assert isinstance(choice, Choice), "a decision is a choice of Heat"
    return choice


def _is_taken(scene: HeatScene, choice: Choice) -> bool:
    return isinstance(choice, Pick) and choice.card not in scene.state.market


def cockpit_of(
    scene: HeatScene, seat: int, sentences: Mapping[str, str | Promise], request: HttpRequest | None
) -> Cockpit:
    """The cockpit as if the question had come."""
    state = ahead.imagined(scene.game, scene.state, Seat(seat))
    assert state is not None, "there is a question to come"
    return Cockpit(scene.as_if(state), seat, sentences, request)


def told(screen: S, cockpit: Cockpit, phase: str) -> S:
    """The screen of a question, in words for one that is still to come. `cockpit` is that of the driver who waits."""
    state = _("You can decide now, in secret, or wait until you are asked.")
    if isinstance(screen, DraftScreen):
        lost = is_lost(cockpit.scene, cockpit.seat)
        sentence = _("The card that you wanted is taken.") if lost else until_my_pick(cockpit)
        note = _("Choose ahead, in secret: it is yours if it is still there.")
        go = Button(do="pick", label=_("Choose ahead"))
        return replace(screen, sentence=sentence, state=note, go=go, go_with=_("Choose ahead: #"))
    if phase == ahead.SLIPSTREAM:
        return replace(screen, sentence=_("If you can slipstream when it is your turn:"), state=state)
    return replace(screen, sentence=_("While others drive: throw away what you do not want."), state=state)


def said(game: Heat, choice: Choice) -> str:
    """What has been decided openly; a choice that stays hidden has words of its own."""
    if isinstance(choice, Slipstream):
        return _("You will take the slipstream: %(spaces)s.") % {"spaces": labels.spaces(choice.distance)}
    if isinstance(choice, Pick):
        return _("You want %(card)s, if it is still there.") % {"card": draft.name(game, choice.card)}
    assert isinstance(choice, Pass), "a slipstream is taken or not"
    return _("You will stay where you are.")
