"""What comes after a race. The podium and the television ask for it every few seconds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from lobby import rooms, starting
from lobby.models import Room
from races.addresses import to_share
from races.models import Race
from races.views.access import viewer, visitor_of

NOTHING_NEW = 204


@require_safe
@never_cache
def who_is_back(request: HttpRequest, code: str) -> HttpResponse:
    """For the podium: which players are back in the room, or that its next race has begun."""
    race = viewer(request, code).scene.race
    room = starting.room_of(race) if race.ended else None
    if room is None:
        return HttpResponse(status=NOTHING_NEW)
    on = went_on(room, race)
    others = rooms.players(room).filter(connected=True).exclude(visitor=visitor_of(request))
    back = [] if on else list(others.values_list("name", flat=True))
    known = f"{on.code if on else ''} {len(back)} {' '.join(back)}"
    if request.GET.get("known") == known:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "lobby/after/podium.html", {"room": room, "on": on, "back": back, "known": known})


@require_safe
@never_cache
def big_screen(request: HttpRequest, code: str) -> HttpResponse:
    """For the television: a code that leads phones to the room, and once its next race has begun, the way there."""
    race = viewer(request, code).scene.race
    if race.ended is None:
        return HttpResponse(status=NOTHING_NEW)
    room = starting.room_of(race)
    on = went_on(room, race) if room else None
    if on and may_see(request, on):
        return HttpResponseClientRedirect(reverse("races:television", args=[on.code]))
    known = room.code if room else race.code
    if request.GET.get("known") == known:
        return HttpResponse(status=NOTHING_NEW)
    path = room.get_absolute_url() if room else reverse("races:results", args=[race.code])
    context = {"room": room, "known": known, "address": to_share(request, path)}
    return render(request, "lobby/after/big_screen.html", context)


def went_on(room: Room, race: Race) -> Race | None:
    """The race that is running in the room, if it is another one."""
    return room.race if room.racing and room.race_id != race.pk else None


def may_see(request: HttpRequest, race: Race) -> bool:
    visitor = visitor_of(request)
    return race.watching == Race.Watching.ANYBODY or race.seats.filter(visitor=visitor).exists()
