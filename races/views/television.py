"""The race for a big screen: board, standings and the call of the race, no controls; after it, the podium.

Phones scan the race to watch it; the code beside it is the room's, which players know already and can type on the home
page. What phones scan once the race is over, the page asks the lobby.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races import clocks
from races.addresses import to_share
from races.pages import pages_of
from races.scenes import AnyScene
from races.views.access import forgiving, viewer
from races.views.race import table_of


@require_safe
@never_cache
@gzip_page
@forgiving
def television(request: HttpRequest, code: str) -> HttpResponse:
    scene, _seat, _is_host = viewer(request, code)
    if scene.race.ended is not None:
        return _over(request, scene)
    context = {
        **table_of(scene),
        "address": to_share(request, scene.race.get_absolute_url()),
        "code": scene.race.room or scene.race.code,
        "now": clocks.milliseconds(timezone.now()),
    }
    return render(request, f"{pages_of(scene).folder}/television.html", context)


def _over(request: HttpRequest, scene: AnyScene) -> HttpResponse:
    race = scene.race
    context = {
        "race": race,
        **pages_of(scene).results(scene, None),
        "address": to_share(request, reverse("races:results", args=[race.code])),
        "code": race.room or race.code,
    }
    return render(request, f"{pages_of(scene).folder}/television_over.html", context)
