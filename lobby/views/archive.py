"""Looking back at races of anybody: those that are over and were open to all, and records from a file."""

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lobby import games, limits, mine
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.views.mine import ON_A_PAGE
from lobby.visitors import VisitorRequest
from races import opened
from races.models import Race

LONGEST = 60
MOST_WORDS = 6


def public() -> QuerySet[Race]:
    """Races that are over, and that stood on the home page for everybody while they went on."""
    races = Race.objects.filter(listed=True, watching=Race.Watching.ANYBODY, opened=False).exclude(ended=None)
    return races.order_by("-ended", "-pk")


def found(typed: str, game: str) -> QuerySet[Race]:
    """Those of them that have every word of what was typed: in the name of their track or of a player, or as their
    code."""
    races = public()
    if game in games.OFFERS:
        races = races.filter(game=game)
    for word in typed[:LONGEST].split()[:MOST_WORDS]:
        named = Q(track__name__icontains=word) | Q(code__iexact=word)
        races = races.filter(named | Q(pk__in=Race.objects.filter(seats__name__icontains=word).values("pk")))
    return races


@require_safe
@never_cache
@friendly
def finished(request: VisitorRequest) -> HttpResponse:
    typed, game = request.GET.get("q", "").strip(), request.GET.get("game", "")
    page = Paginator(found(typed, game).values_list("pk", flat=True), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "typed": typed,
        "game": game,
        "games": [games.offer(one) for one in games.OFFERS],
        "page": page,
        "races": mine.told(list(page)),
    }
    return render(request, "lobby/finished.html", context)


@require_POST
@friendly
def open_record(request: VisitorRequest) -> HttpResponse:
    """Open a record that was downloaded here: its replay, for this visitor alone."""
    limits.may_open(request)
    sent = request.FILES.get("record")
    if sent is None:
        raise Refused("no_record")
    if (sent.size or 0) > opened.LARGEST:
        raise Refused("record_too_large")
    try:
        race = opened.open_record(sent.read(), request.visitor)
    except opened.NotOpened as fault:
        raise Refused(f"record_{fault.code}") from fault
    limits.opened(request)
    return redirect("races:replay", race.code)
