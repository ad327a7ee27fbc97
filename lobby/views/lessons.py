"""The lessons of a game: the page of all of them, and into one."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.kernel.commands import End
from lobby import games, limits, visitors
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.views.rooms import offer_of
from lobby.visitors import VisitorRequest
from races import live


@require_safe
@friendly
def lessons(request: VisitorRequest) -> HttpResponse:
    """All lessons of a game, what each takes, and which this visitor has finished."""
    offer = offer_of(request)
    found = offer.lessons(request.visitor)
    context = {
        "game": offer,
        "asking": "" if offer.name == games.DEFAULT else f"?game={offer.name}",
        "lessons": found,
        "finished": sum(line.is_finished for line in found),
        "next": next((line.name for line in found if not line.is_finished), ""),
    }
    return render(request, "lobby/lessons.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def lesson(request: VisitorRequest) -> HttpResponse:
    """Into a lesson, the first one unless another is named, or back into it where it goes on; with `again` that one is
    given up, and it begins anew. A GET, by a reload after a refusal, leads home."""
    if request.method != "POST":
        return redirect("lobby:home")
    offer = offer_of(request)
    found = {line.name: line for line in offer.lessons(request.visitor)}
    name = request.POST.get("lesson", "") or next(iter(found), "")
    if found and name not in found:
        raise Refused("no_such_lesson")
    going_on = found[name].going_on if found else None
    if going_on is not None and not (going_on.version and "again" in request.POST):
        return redirect(going_on)
    limits.may_open(request)
    if going_on is not None:
        live.submit(going_on.pk, End())
    race = offer.begin_lesson(request.visitor, visitors.given_name(request.visitor) or offer.nameless(), name)
    limits.opened(request)
    return redirect(race)
