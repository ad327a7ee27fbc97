"""The first page, and the pictures of circuits."""

from typing import Any, NamedTuple

from django.db.models import Count, F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET, require_safe

from lobby import circuits, visitors
from lobby.models import Member, Room
from lobby.views.answers import friendly
from lobby.views.rooms import new_once
from lobby.visitors import VisitorRequest
from races import table
from races.models import Race, Seat, TrackVersion

LISTED = 6
A_YEAR = 365 * 24 * 3600


class Running(NamedTuple):
    """A race that anybody may watch."""

    race: Race
    round: int
    seats: list[Seat]


@require_safe
@friendly
def home(request: VisitorRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "me": visitors.known(request.visitor),
        "once": new_once(),
        "circuits": circuits.on_offer(),
        "my_races": my_races(request.visitor),
        "my_rooms": my_rooms(request.visitor),
        "open_rooms": open_rooms(request.visitor),
        "running": running(),
    }
    return render(request, "lobby/home.html", context)


def my_races(visitor: str) -> list[Race]:
    """Races in which this visitor has a seat, and that are not over."""
    seats = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).values("race")
    return list(Race.objects.filter(pk__in=seats).select_related("track").order_by("-touched")[:LISTED])


def my_rooms(visitor: str) -> list[Room]:
    """Rooms in which this visitor waits; those that race are among the races."""
    mine = Room.objects.filter(pk__in=Member.objects.filter(visitor=visitor).values("room"))
    waiting = mine.filter(Q(race=None) | Q(race__ended__isnull=False))
    return list(waiting.select_related("track__current").order_by("-touched")[:LISTED])


def open_rooms(visitor: str) -> list[Room]:
    """Listed rooms with a free seat."""
    rooms = Room.objects.filter(listed=True).filter(Q(race=None) | Q(race__ended__isnull=False))
    rooms = rooms.exclude(blocks__visitor=visitor).exclude(members__visitor=visitor)
    rooms = rooms.annotate(people=Count("members", filter=~Q(members__visitor=""))).filter(people__lt=F("most"))
    return list(rooms.select_related("track__current").prefetch_related("members").order_by("-touched")[:LISTED])


def running() -> list[Running]:
    """Listed races that go on and may be watched."""
    races = Race.objects.filter(listed=True, ended=None, watching=Race.Watching.ANYBODY).select_related("track")
    shown = []
    for race in races.order_by("-touched")[:LISTED]:
        scene = table.scene_of(race)
        shown.append(Running(race, scene.view(None).round, list(scene.seats)))
    return shown


@require_GET
def picture(request: HttpRequest, version: int) -> HttpResponse:
    """A circuit as it was saved once; browsers may keep it, because a version never changes."""
    row = TrackVersion.objects.exclude(art="").filter(pk=version).first()
    if row is None:
        raise Http404
    response = HttpResponse(circuits.still(row))
    patch_cache_control(response, public=True, immutable=True, max_age=A_YEAR)
    return response
