"""The race for a big screen: board, standings and the call of the race, no controls.

Phones scan the race to watch it, and once it is over its room, for the next one.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races import clocks
from races.views.access import Moved, viewer
from races.views.race import board_of


@require_safe
@never_cache
@gzip_page
def television(request: HttpRequest, code: str) -> HttpResponse:
    try:
        scene, _seat, _is_host = viewer(request, code)
    except Moved as moved:
        return redirect("races:television", moved.race.code)
    race = scene.race
    rejoin = bool(race.room and race.ended)
    address = reverse("lobby:room", args=[race.room]) if rejoin else race.get_absolute_url()
    context = {
        **board_of(scene),
        "rejoin": rejoin,
        "shown_code": race.room if rejoin else race.code,
        "address": request.build_absolute_uri(address),
        "now": clocks.milliseconds(timezone.now()),
    }
    return render(request, "races/television.html", context)
