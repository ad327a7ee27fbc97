"""Looking back at races of anybody: those that are over and were open to all, and records from a file."""

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from engine.kernel.bounds import RECORD_BYTES
from lobby import games, limits, mine
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.views.mine import ON_A_PAGE
from lobby.visitors import VisitorRequest
from races import openings
from races.models import Opening, Race

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
        "record_days": settings.KEEP["opened"],
    }
    return render(request, "lobby/finished.html", context)


@require_POST
@friendly
def open_record(request: VisitorRequest) -> HttpResponse:
    """Take a record that was downloaded here. It is read in another process, and its visitor waits at a page."""
    limits.may_open(request)
    sent = request.FILES.get("record")
    if sent is None:
        raise Refused("no_record")
    if (sent.size or 0) > RECORD_BYTES.most:
        raise Refused("record_too_large")
    try:
        waits = openings.ask(sent.read(), request.visitor, limits.address_of(request))
    except openings.TooMany:
        raise Refused("records_busy") from None
    limits.opened(request)  # also for a file that turns out to be no record: reading it costs as much
    return redirect("lobby:opening", waits.key)


@require_safe
@never_cache
@friendly
def opening(request: VisitorRequest, key: str) -> HttpResponse:
    """Show the progress of a file that this visitor has sent; then lead to its replay, or name its fault."""
    found = Opening.objects.defer("data").filter(key=key, visitor=request.visitor).first()
    if found is None:
        raise Refused("no_opening")
    if not found.is_open and request.htmx:
        return HttpResponseClientRefresh()
    if found.race is not None:
        return redirect("races:replay", found.race.code)
    context = {
        "opening": found,
        "before": openings.before(found),
        "refused": _refused(found.failed),
        "record_days": settings.KEEP["opened"],
    }
    return render(request, "lobby/opening_progress.html" if request.htmx else "lobby/opening.html", context)


def _refused(failed: str) -> Refused | None:
    return Refused(f"record_{failed}") if failed else None
