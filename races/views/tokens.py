"""The tokens of a seat: its driver makes them for programs, and takes them back."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from races import tokens
from races.models import Race, Seat, Token


@require_GET
@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    return page(request, own_seat(request, code))


@require_POST
@never_cache
def make(request: HttpRequest, code: str) -> HttpResponse:
    """The answer to this one request shows the token; it is kept nowhere, so no page can show it again."""
    seat = own_seat(request, code)
    if seat.race.ended is not None:
        return page(request, seat, fault=_("The race is over; there is nothing left to drive."))
    if good_tokens(seat).count() >= tokens.MOST:
        return page(request, seat, fault=_("Your seat has as many tokens as it can have. Take one back first."))
    return page(request, seat, made=tokens.make(seat))


@require_POST
def revoke(request: HttpRequest, code: str, token: int) -> HttpResponse:
    seat = own_seat(request, code)
    tokens.revoke(get_object_or_404(good_tokens(seat), pk=token))
    return redirect("races:tokens", code)


def own_seat(request: HttpRequest, code: str) -> Seat:
    """The seat of whoever asks; only drivers have one."""
    race = get_object_or_404(Race, code=code)
    visitor = request.visitor  # type: ignore[attr-defined]
    seat = Seat.objects.filter(race=race, kind=Seat.Kind.DRIVER, visitor=visitor).select_related("race").first()
    if seat is None:
        raise PermissionDenied
    return seat


def good_tokens(seat: Seat) -> QuerySet[Token]:
    return seat.tokens.filter(revoked=None)


def page(request: HttpRequest, seat: Seat, made: str = "", fault: str = "") -> HttpResponse:
    context = {
        "race": seat.race,
        "tokens": [
            (number, token) for number, token in enumerate(seat.tokens.order_by("pk"), start=1) if token.revoked is None
        ],
        "made": made,
        "fault": fault,
        "address": request.build_absolute_uri(seat.race.get_absolute_url()),
    }
    return render(request, "races/tokens.html", context, status=409 if fault else 200)
