"""A form of the cockpit as a plain POST: the same road as over the socket, for browsers without scripts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from engine.kernel.refusals import Refusal
from races import live
from races.forms import command_of
from races.pages import pages_of
from races.views.access import driver


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    scene, seat = driver(request, code)
    command = command_of(pages_of(scene).choices, request.POST, seat.number)
    outcome: live.Accepted | Refusal
    if isinstance(command, Refusal):
        outcome = command
    elif command.id and not live.is_command_id(command.id):
        outcome = Refusal("bad_id", live.SENTENCES["bad_id"])
    else:
        outcome = live.submit(scene.race.pk, command)
    if isinstance(outcome, Refusal):
        messages.warning(request, pages_of(scene).refusal(outcome, scene))
    return redirect(scene.race)
