"""The page of a race: the same fragments that the socket sends, all at once, and ready to be used."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races import clocks, couch, page_state, presence, series
from races.face import face_of
from races.pages import pages_of, presets_of
from races.scenes import AnyScene
from races.shell import log
from races.views.access import forgiving, viewer


@require_safe
@never_cache
@gzip_page
@forgiving
def show(request: HttpRequest, code: str) -> HttpResponse:
    scene, seat, is_host = viewer(request, code)
    if seat is not None and seat.number in scene.away:  # without scripts no socket says that they are back
        presence.arrive(seat.pk)
        scene, seat, is_host = viewer(request, code)
    get_token(request)  # forms that come over the socket have none of their own
    context = {
        **table_of(scene),
        "seat": seat,
        "is_host": is_host,
        "couch": "" if seat is None else couch.shows(request, scene.race),
        "me": "" if seat is None else seat.number,
        "cockpit": None if seat is None else SafeString(pages_of(scene).render(scene, seat.number, request)),
        "may_leave": seat is not None and not scene.is_over and scene.table_game.takes_part(scene.state, seat.number),
        "programs": seat is not None and not series.people_only(scene.race),
        "presets": [] if seat is None else presets_of(scene, seat.number),
        "now": clocks.milliseconds(timezone.now()),
        "face": face_of(
            request,
            str(pages_of(scene).page(scene)["title"]),
            _("A game is going on. Watch it here."),
            reverse("races:card", args=[scene.race.code]),
        ),
    }
    return render(request, f"{pages_of(scene).folder}/table.html", context)


def table_of(scene: AnyScene) -> dict[str, object]:
    """What every page needs that shows a game going on, or as it was at a step of it."""
    scene = scene.shown
    fragments = page_state.public(scene, get_language() or "en")
    return {
        "race": scene.race,
        **pages_of(scene).page(scene),
        "fragments": {name.replace("-", "_"): SafeString(fragment) for name, fragment in fragments.items()},
        "log": SafeString(log.whole(scene)),
    }
