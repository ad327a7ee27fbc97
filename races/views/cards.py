"""The pictures that links show where they are passed on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from races import registry
from races.models import Race, TrackVersion
from races.pages import pages_of
from races.parts.png import card, png
from races.scenes import AnyScene
from races.views.access import forgiving, viewer

A_YEAR, A_DAY, A_MINUTE = 365 * 24 * 3600, 24 * 3600, 60


def _picture(data: bytes, seconds: int) -> HttpResponse:
    """Return a picture that any cache may keep for these seconds; with 0, none may."""
    response = HttpResponse(data, content_type="image/png")
    if seconds:
        patch_cache_control(response, public=True, max_age=seconds)
    else:
        add_never_cache_headers(response)
    return response


@require_safe
def site_card(request: HttpRequest) -> HttpResponse:
    return _picture(png(card("Heatsite", _("Race your friends in a browser"))), A_DAY)


@require_safe
def track_card(request: HttpRequest, number: int) -> HttpResponse:
    """A circuit by the number of its version, which never changes."""
    version = get_object_or_404(TrackVersion, pk=number)
    (game,) = registry.named("link_cards")
    return _picture(registry.part(game, "link_cards").track(version), A_YEAR)


@require_safe
@forgiving
def race_card(request: HttpRequest, code: str) -> HttpResponse:
    """Draw a race: its circuit while it goes on, then its podium. A visitor who may not watch it is refused.

    A shared cache would hand the picture to such visitors, so it may keep only pictures of races that anyone may watch.
    """
    scene = viewer(request, code).scene
    data, seconds = _draw(scene)
    return _picture(data, seconds if scene.race.watching == Race.Watching.ANYBODY else 0)


def _draw(scene: AnyScene) -> tuple[bytes, int]:
    """Return the picture of a race, and for how many seconds it stays true."""
    race, drawings = scene.race, registry.named("link_cards")
    if race.ended is not None and race.game in drawings and race.track is not None:
        seats = list(race.seats.exclude(place=None).order_by("place", "number"))
        return registry.part(race.game, "link_cards").podium(race.track.name, "", seats), A_DAY
    if race.track is not None and race.game in drawings:
        return registry.part(race.game, "link_cards").track(race.track), A_MINUTE
    return png(card(str(pages_of(scene).page(scene)["title"]), "")), A_MINUTE
