"""When players leave: a player gives up the own seat for good; the others go on without those who are away."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from races import changes, leaving
from races.models import Race, Seat
from races.pages import pages_of
from races.views.access import driver, find, forgiving, seated, viewer, visitor_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@forgiving
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """What it means to give up the own seat, with a form that says that it is meant."""
    kinds = set(Seat.objects.filter(race=find(code), visitor=visitor_of(request)).values_list("kind", flat=True))
    if kinds == {Seat.Kind.BOT}:
        return _left(request, code)  # pressed twice
    scene, seat = seated(request, code)
    if request.method != "POST":
        context = {
            "race": scene.race,
            "takes_part": scene.table_game.takes_part(scene.state, seat.number),
            "way": leaving.way_of(scene, seat.number),
            "giving_up": pages_of(scene).retiring,
        }
        return render(request, "races/leave.html", context)
    if not request.POST.get("sure"):
        messages.warning(request, _("Tick the box if you leave for good."))
        return redirect("races:leave", code)
    way = leaving.leave(scene.race.pk, seat.number)
    return _left(request, code) if way == "bot" else redirect(scene.race)


def _left(request: HttpRequest, code: str) -> HttpResponse:
    """Say that a bot has the seat, where the visitor may still look."""
    messages.success(request, _("You have left your seat to a bot."))
    race = Race.objects.only("code", "watching").get(code=code)
    return redirect(race if race.watching == Race.Watching.ANYBODY else "/")


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
