"""A form of the cockpit as a plain POST: the same road as over the socket, for browsers without scripts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal, refusal
from races import changes, live, meters
from races.forms import ALSO, EARLY, TOUCH, first, read_form
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
    found = read_form(pages_of(scene).choices, request.POST, seat.number)
    outcome: live.Accepted | Refusal
    if isinstance(found, Refusal):
        outcome = found
    elif first(request.POST, EARLY):
        if refused := changes.decide_early(scene.race.pk, found[0], first(request.POST, EARLY) == ALSO):
            messages.warning(request, pages_of(scene).refusal(refused, scene))
        return redirect(scene.race)
    elif found[0].id and not live.is_command_id(found[0].id):
        outcome = Refusal("bad_id", live.SENTENCES["bad_id"])
    else:
        outcome = live.submit(scene.race.pk, found[0], then=found[1])
    if isinstance(outcome, Refusal):
        meters.refused(outcome.code)
        messages.warning(request, pages_of(scene).refusal(outcome, scene))
    return redirect(scene.race)


def touched(request: HttpRequest, scene: AnyScene, seat: Seat) -> HttpResponse:
    """The player has begun to choose where an answer stands ready to be given: it is not given any more."""
    question = Question.read(first(request.POST, "question"))
    if question is None or question.seat != seat.number or not changes.leave_to_player(scene.race.pk, question):
        return answered(request, scene, pages_of(scene).refusal(refusal("stale", seat.number), scene), 409)
    return answered(request, scene)
