"""The pages of a championship by its code: for those who drive, for spectators, for a television. They ask every few
seconds whether the next race has begun, and go there."""

from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from engine.heat.season import Season
from engine.kernel.faults import Broken
from races import codes
from races.addresses import to_share
from races.heat.championships import keeping, pictures, running, showing
from races.models import Championship, Competitor, Race, Seat
from races.views.access import visitor_of

NOTHING_NEW = 204


class Looking(NamedTuple):
    """A viewer and the championship of the request; `me` is the seat of one who competes."""

    row: Championship
    season: Season
    me: Competitor | None
    unreadable: Race | None
    """A race that this version cannot read; the season is as it was before that one."""
    stage: str
    """What the page shows at least. It is read before the season: a race that begins meanwhile is news to the page."""


def find(request: HttpRequest, code: str) -> Looking:
    row = Championship.objects.filter(code=codes.cleaned(code)).first()
    if row is None:
        raise Http404
    visitor = visitor_of(request)
    me = row.competitors.filter(visitor=visitor).first() if visitor else None
    if me is None and row.watching == Race.Watching.NOBODY:
        raise PermissionDenied
    known = stage(row)
    try:
        return Looking(row, running.season_of(row), me, None, known)
    except running.UnreadableRace as fault:
        return Looking(row, fault.season, me, fault.race, known)
    except Broken:
        raise Http404("unreadable") from None


def stage(row: Championship) -> str:
    """Changes when a race begins or is over, and when another time is agreed on for the next one."""
    started = row.stops.filter(race__isnull=False).count()
    meeting = int(row.meeting.timestamp()) if row.meeting else 0
    return f"{started}-{row.stops.filter(race__ended__isnull=False).count()}-{meeting}"


def race_on(row: Championship) -> Race | None:
    return Race.objects.only("code").filter(stop__championship=row, ended=None).first()


@require_safe
@never_cache
@gzip_page
def show(request: HttpRequest, code: str) -> HttpResponse:
    return render(request, "races/heat/championship/page.html", _context(request, find(request, code)))


@require_safe
@never_cache
def television(request: HttpRequest, code: str) -> HttpResponse:
    """The table on a big screen, between two races and after the last one; during a race the race."""
    looking = find(request, code)
    if (race := race_on(looking.row)) is not None:
        return redirect("races:television", race.code)
    everybodys = looking._replace(me=None)
    return render(request, "races/heat/championship/television.html", _context(request, everybodys))


@require_safe
@never_cache
def news(request: HttpRequest, code: str) -> HttpResponse:
    """For an open page: nothing new, or the way to the race that has begun, or that there is more to read."""
    row, *_rest, now = find(request, code)
    if request.GET.get("known", "") == now:
        return HttpResponse(status=NOTHING_NEW)
    if (race := race_on(row)) is not None:
        screen = "television" in request.GET
        return HttpResponseClientRedirect(reverse(f"races:{'television' if screen else 'race'}", args=[race.code]))
    return HttpResponseClientRefresh()


@require_safe
@never_cache
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as the command line reads it: every hand and the seed, so only when the championship is over."""
    looking = find(request, code)
    row = looking.row
    if running.goes_on(row):
        text = _("The record holds every hand and the seed, so it is kept closed until the championship is over.")
        return _refused(request, row, 403, _("Not before the championship is over."), text)
    response = HttpResponse(keeping.exported(row), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="heatsite-championship-{row.code}.json"'
    return response


def _refused(request: HttpRequest, row: Championship, status: int, title: str, text: str) -> HttpResponse:
    context = {"championship": row, "status_code": status, "refusal": title, "text": text}
    return render(request, "races/heat/championship/refused.html", context, status=status)


def _context(request: HttpRequest, looking: Looking) -> dict[str, Any]:
    row, me = looking.row, looking.me
    season = showing.of(row, looking.season, None if me is None else me.seat)
    over = season.champion is not None
    last = Race.objects.only("code", "ended").filter(stop__championship=row).order_by("-stop__number").first()
    return {
        "championship": row,
        "season": season,
        "meeting": row.meeting,
        "cards": season.cards,
        "me": "" if me is None else me.seat,
        "competes": me is not None,
        "may_return": me is not None and last is not None and _drove(last, me),
        "last_race": last,
        "unreadable": looking.unreadable,
        "stage": looking.stage,
        "poster": pictures.champions(season) if over else "",
        "charts": [pictures.chart(season, breadth) for breadth in (pictures.WIDE, pictures.NARROW)],
        "address": to_share(request, row.get_absolute_url()),
    }


def _drove(race: Race, me: Competitor) -> bool:
    """Whether the room of a race opens to this competitor by the race's own button."""
    return race.seats.filter(visitor=me.visitor, kind=Seat.Kind.DRIVER).exists()
