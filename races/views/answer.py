"""A form of the cockpit as a plain POST: the same road as over the socket, for browsers without scripts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal, refusal
from races import changes, live
from races.forms import TOUCH, command_of, first, then_of
from races.models import Seat
from races.pages import pages_of
from races.scenes import AnyScene
from races.views.access import driver
from races.views.actions import answered


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    scene, seat = driver(request, code)
    if first(request.POST, "do") == TOUCH:
        return touched(request, scene, seat)
    choices = pages_of(scene).choices
    command, then = command_of(choices, request.POST, seat.number), then_of(choices, request.POST)
    outcome: live.Accepted | Refusal
    if isinstance(command, Refusal):
        outcome = command
    elif isinstance(then, Refusal):
        outcome = then
    elif command.id and not live.is_command_id(command.id):
        outcome = Refusal("bad_id", live.SENTENCES["bad_id"])
    else:
        outcome = live.submit(scene.race.pk, command, then=then)
    if isinstance(outcome, Refusal):
        messages.warning(request, pages_of(scene).refusal(outcome, scene))
    return redirect(scene.race)


def touched(request: HttpRequest, scene: AnyScene, seat: Seat) -> HttpResponse:
    """The player answers, though an answer was to be given for them. It says so while something is being chosen, so
    that nothing is given meanwhile."""
    question = Question.read(first(request.POST, "question"))
    if question is None or question.seat != seat.number or not changes.touch(scene.race.pk, question):
        return answered(request, scene, pages_of(scene).refusal(refusal("stale", seat.number), scene), 409)
    return answered(request, scene)
