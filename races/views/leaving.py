"""When players leave: a player gives up the own seat for good; the others go on without those who are away."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.kernel.refusals import Refusal
from races import changes, live
from races.pages import pages_of
from races.views.access import driver, forgiving, seated, viewer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@forgiving
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """What it means to give up the own seat, with a form that says that it is meant."""
    if request.method != "POST":
        scene, seat = seated(request, code)
        context = {
            "race": scene.race,
            "seat": seat,
            "may_retire": scene.table_game.may_retire,
            "takes_part": scene.table_game.takes_part(scene.state, seat.number),
            "what_follows": pages_of(scene).retiring,
        }
        return render(request, "races/leave.html", context)
    scene, seat = driver(request, code)
    if not request.POST.get("sure"):
        messages.warning(request, _("Tick the box if you leave for good."))
        return redirect("races:leave", code)
    command = live.retirement(scene.table_game, seat.number)
    outcome = command if isinstance(command, Refusal) else live.submit(scene.race.pk, command)
    if isinstance(outcome, Refusal):
        messages.warning(request, pages_of(scene).refusal(outcome, scene))
    return redirect(scene.race)


@require_POST
def go_on(request: HttpRequest, code: str) -> HttpResponse:
    """The game waits for players who are away, and this one would go on without them. The host decides it alone."""
    scene, seat, is_host = viewer(request, code)
    if seat is None and not is_host:
        raise PermissionDenied
    if scene.race.waiting is None:
        return redirect(scene.race)
    if is_host:
        changes.resume(scene.race.pk)
    elif seat is not None and scene.table_game.takes_part(scene.state, seat.number):
        changes.agree(scene.race.pk, driver(request, code)[1].number)
    return redirect(scene.race)
