"""What comes after a race, and what phones scan meanwhile; the podium and the television ask every few seconds."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from lobby import games, links, rooms, starting
from lobby.models import Room
from races import series
from races.addresses import to_share
from races.models import Race
from races.views.access import viewer, visitor_of

NOTHING_NEW = 204
RESULT_SHOWN = timedelta(seconds=30)
"""How long a television shows the result of a race of a series."""


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
    """For the television: what phones scan during the race and after it, or the way on, to the next race or to the room
    in which players wait for it."""
    race = viewer(request, code).scene.race
    room = starting.room_of(race)
    if race.ended is None and room is None:
        return HttpResponse(status=NOTHING_NEW)
    if race.ended is not None and (way := way_on(request, room, race)):
        return HttpResponseClientRedirect(way)
    known = f"{room.code if room else race.code} {'over' if race.ended else 'on'}"
    if request.GET.get("known") == known:
        return HttpResponse(status=NOTHING_NEW)
    path = links.path(room.code, "couch") if room else reverse("races:results", args=[race.code])
    context = {
        "room": room,
        "race": race,
        "may_watch": series.may_watch(race),
        "known": known,
        "address": to_share(request, path),
    }
    return render(request, games.templates(race.game, "after/big_screen"), context)


def way_on(request: HttpRequest, room: Room | None, race: Race) -> str:
    """Where a television goes when a race is over: to the next one, or into the room, once a player is back there. What
    comes after a race of a series is shown where the series is, when the result has been seen."""
    assert race.ended is not None, "a race that goes on is what a television shows"
    if race.ended < timezone.now() - RESULT_SHOWN and (way := series.way_on(race, television=True)):
        return way
    if room is None:
        return ""
    if on := went_on(room, race):
        return reverse("races:television", args=[on.code]) if may_see(request, on) else ""
    if rooms.players(room).filter(connected=True).exists():
        return links.path(room.code, "television")
    return ""


def went_on(room: Room, race: Race) -> Race | None:
    """The race that is running in the room, if it is another one."""
    return room.race if room.racing and room.race_id != race.pk else None


def may_see(request: HttpRequest, race: Race) -> bool:
    visitor = visitor_of(request)
    return race.watching == Race.Watching.ANYBODY or race.seats.filter(visitor=visitor).exists()
