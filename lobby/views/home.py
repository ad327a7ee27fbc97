"""The first page with its way into a room, and the pictures of circuits."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Count, F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from lobby import circuits, limits, rooms, visitors
from lobby.forms import NO_NAME, JoinForm
from lobby.models import HEAVY, Member, Room
from lobby.refusals import Refused
from lobby.views.answers import friendly, is_in
from lobby.views.rooms import new_once, room_page
from lobby.visitors import VisitorRequest
from races import scenes
from races.models import Race, Seat

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
    return home_page(request, JoinForm())


def home_page(request: VisitorRequest, form: JoinForm, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "me": visitors.known(request.visitor),
        "once": new_once(),
        "circuits": circuits.on_offer(),
        "my_races": my_races(request.visitor),
        "my_rooms": my_rooms(request.visitor),
        "open_rooms": open_rooms(request.visitor),
        "running": running(),
    }
    return render(request, "lobby/home.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def join(request: VisitorRequest) -> HttpResponse:
    """Into a room by its code. Who has no name yet is asked for it on the room's page.

    What was wrong is said where it was typed. Whoever then loads the address of that answer is brought home.
    """
    if request.method != "POST":
        return redirect("lobby:home")
    form = JoinForm(request.POST)
    form.is_valid()
    if "code" in form.errors:
        return home_page(request, form, 422)
    code, known = form.cleaned_data["code"], visitors.known(request.visitor)
    try:
        find(request, code)
    except Refused as refused:
        form.add_error("code", refused.sentence)
        return home_page(request, form, refused.status)
    name = form.cleaned_data.get("name") or (known.name if known else "")
    if not form.errors and name:
        try:
            rooms.join(code, request.visitor, name)
        except Refused as refused:
            if refused.code == "blocked":
                raise
            if refused.code != "name_taken":
                messages.error(request, str(refused.sentence))
                return redirect("lobby:room", code)
            form.add_error("name", refused.sentence)
    elif not form.errors and "name" in request.POST:
        form.add_error("name", NO_NAME["required"])
    return room_page(request, code, mine=form) if form.errors else redirect("lobby:room", code)


def find(request: VisitorRequest, code: str) -> None:
    """Make sure that there is such a room. Wrong codes are counted."""
    if is_in(code, request.visitor):
        return
    limits.may_guess(request)
    if not Room.objects.filter(code=code).exists():
        limits.guessed_wrong(request)
        raise Refused("no_room")


def my_races(visitor: str) -> list[Race]:
    """Races in which this visitor has a seat, and that are not over."""
    seats = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).values("race")
    races = Race.objects.filter(pk__in=seats).select_related("track").only("code", "track__name")
    return list(races.order_by("-touched")[:LISTED])


def my_rooms(visitor: str) -> list[Room]:
    """Rooms in which this visitor waits; those that race are among the races."""
    mine = Room.objects.filter(pk__in=Member.objects.filter(visitor=visitor).values("room"))
    waiting = mine.filter(Q(race=None) | Q(race__ended__isnull=False))
    return list(waiting.select_related("track__current").defer(*HEAVY).order_by("-touched")[:LISTED])


def open_rooms(visitor: str) -> list[Room]:
    """Listed rooms with a free seat."""
    rooms = Room.objects.filter(listed=True).filter(Q(race=None) | Q(race__ended__isnull=False))
    rooms = rooms.exclude(blocks__visitor=visitor).exclude(members__visitor=visitor)
    rooms = rooms.annotate(people=Count("members", filter=~Q(members__visitor=""))).filter(people__lt=F("most"))
    rooms = rooms.select_related("track__current").defer(*HEAVY).prefetch_related("members")
    return list(rooms.order_by("-touched")[:LISTED])


def running() -> list[Running]:
    """Listed races that go on and may be watched; one that cannot be shown is left out."""
    races = Race.objects.filter(listed=True, ended=None, watching=Race.Watching.ANYBODY)
    races = races.select_related("track").only("code", "laps", "track__name")
    shown = []
    for race in races.order_by("-touched")[:LISTED]:
        try:
            scene = scenes.scene_of(race)
        except scenes.Unreadable:
            continue
        shown.append(Running(race, scene.view(None).round, list(scene.seats)))
    return shown


@require_GET
def picture(request: HttpRequest, version: int) -> HttpResponse:
    """A circuit as it was saved once; browsers may keep it, because a version never changes."""
    shown = circuits.circuit(version)
    if shown is None or not shown.drawn:
        raise Http404
    response = HttpResponse(shown.still)
    patch_cache_control(response, public=True, immutable=True, max_age=A_YEAR)
    return response
