"""My races, and what the site holds of me: to look at, to take along, to forget."""

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lobby import asking, forgetting, holding, mine, visitors
from lobby.views.answers import friendly
from lobby.views.rooms import new_once
from lobby.visitors import VisitorRequest

ON_A_PAGE = 20


@require_safe
@never_cache
@friendly
def my_races(request: VisitorRequest) -> HttpResponse:
    mine.fill(request.visitor)
    page = Paginator(mine.seats_of(request.visitor), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "me": visitors.known(request.visitor),
        "page": page,
        "races": mine.rows(list(page)),
        "figures": mine.figures(request.visitor),
        "invitations": asking.invitations(request.visitor),
        "opponents": asking.opponents(request.visitor),
        "mutes": asking.mutes(request.visitor),
        "once": new_once(),
        "record_days": settings.KEEP["opened"],
    }
    return render(request, "lobby/mine.html", context)


@require_safe
@never_cache
@friendly
def held(request: VisitorRequest) -> HttpResponse:
    """All that is stored of this visitor, in words; the download has the same."""
    context = {
        "held": holding.held(request.visitor),
        "keep": settings.KEEP,
        "room_hours": settings.ROOM_LIFETIME // 3600,
    }
    return render(request, "lobby/held.html", context)


@require_safe
@never_cache
@friendly
def export(request: VisitorRequest) -> HttpResponse:
    response = JsonResponse(holding.export(request.visitor), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="heatsite-profile.json"'
    return response


@require_POST
@friendly
def forget(request: VisitorRequest) -> HttpResponse:
    """This browser becomes a new visitor. Other devices keep the old cookie, of which nothing is known any more."""
    if request.POST.get("sure") != "yes":
        return redirect("lobby:my_races")
    forgetting.forget(request.visitor)
    request.visitor = ""
    messages.success(request, _("You are forgotten here. Your races stay, without your name."))
    response = redirect("lobby:home")
    response["Clear-Site-Data"] = '"cache", "storage"'  # what the service worker has kept, and choices of this browser
    return response
