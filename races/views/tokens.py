"""The tokens of a seat: its driver makes them for programs, and takes them back."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from races import changes, meters, series, tokens
from races.models import Seat, Token
from races.scenes import AnyScene
from races.views.access import device_of, driver, forgiving, seated, visitor_of
from races.views.after import refused


@require_safe
@never_cache
@forgiving
def show(request: HttpRequest, code: str) -> HttpResponse:
    scene, seat = seated(request, code)
    if series.people_only(scene.race):
        return no_programs(request, scene)
    return page(request, scene, seat)


@require_POST
@never_cache
def make(request: HttpRequest, code: str) -> HttpResponse:
    """The answer to this one request shows the token; it is kept nowhere, so no page can show it again."""
    scene, seat = driver(request, code)
    if series.people_only(scene.race):
        return no_programs(request, scene)
    if scene.race.ended is not None:
        return page(request, scene, seat, fault=_("The game is over; there is nothing left to play."))
    if why := tokens.why_none(visitor_of(request)):
        return page(request, scene, seat, fault=why)
    if good_tokens(seat).count() >= tokens.MOST:
        return page(request, scene, seat, fault=_("Your seat has as many tokens as it can have. Take one back first."))
    if seat.number not in scene.race.presets:
        changes.set_presets(scene.race.pk, seat.number, [])  # a program answers everything itself
    return page(request, scene, seat, made=tokens.make(seat, device_of(request)))


@require_POST
def revoke(request: HttpRequest, code: str, token: int) -> HttpResponse:
    _scene, seat = driver(request, code)
    tokens.revoke(get_object_or_404(good_tokens(seat), pk=token))
    return redirect("races:tokens", code)


def good_tokens(seat: Seat) -> QuerySet[Token]:
    return seat.tokens.filter(revoked=None)


def no_programs(request: HttpRequest, scene: AnyScene) -> HttpResponse:
    meters.refused("no_programs")
    text = _("Only people play in this game, each by themselves, so no program can take your seat.")
    return refused(request, scene.race, 403, _("No programs here."), text)


def page(request: HttpRequest, scene: AnyScene, seat: Seat, made: str = "", fault: str = "") -> HttpResponse:
    context = {
        "race": scene.race,
        "tokens": [
            (number, token) for number, token in enumerate(seat.tokens.order_by("pk"), start=1) if token.revoked is None
        ],
        "here": device_of(request),
        "made": made,
        "bot": scene.table_game.stand_in,
        "fault": fault,
        "address": request.build_absolute_uri(scene.race.get_absolute_url()),
    }
    return render(request, "races/tokens.html", context, status=409 if fault else 200)
