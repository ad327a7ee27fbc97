"""After the game: its results, and the record to download."""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.kernel.records import encode
from races import records, reviews, series
from races.addresses import to_share
from races.face import face_of
from races.models import Race, Seat
from races.pages import pages_of
from races.views.access import forgiving, viewer


@require_safe
@never_cache
@gzip_page
@forgiving
def show_results(request: HttpRequest, code: str) -> HttpResponse:
    """The results. A game that goes on has none, so a viewer who comes too early is redirected to it."""
    scene, seat, _is_host = viewer(request, code)
    if scene.race.ended is None:
        return redirect(scene.race)
    winner = scene.race.seats.filter(place=1).values_list("name", flat=True).first()
    said = _("Won by %(name)s.") % {"name": winner} if winner else _("The result.")
    told = pages_of(scene).page(scene)["title"]
    context = {
        "race": scene.race,
        "face": face_of(request, str(told), said, reverse("races:card", args=[code])),
        **pages_of(scene).results(scene, None if seat is None else seat.number),
        "me": "" if seat is None else seat.number,
        "seat": seat,
        "pit_wall": reviews.offered(scene.race.game),
        "address": to_share(request, request.path),
    }
    response = render(request, f"{pages_of(scene).folder}/results.html", context)
    if seat is not None:
        response["X-Keep"] = "result"  # the service worker may show it while the line is down
    return response


@require_safe
@never_cache
@gzip_page
@forgiving
def download_record(request: HttpRequest, code: str) -> HttpResponse:
    """All that happened, hands and seed included: for every viewer, but only once the race is over."""
    scene, _seat, _is_host = viewer(request, code)
    race = scene.race
    if race.ended is None:
        text = _("The record holds every hand and the seed, so it is kept closed until the game is over.")
        return refused(request, race, 403, _("Not before the game is over."), text)
    if sealed := series.seal(race):
        return refused(request, race, 403, _("Not before it is all over."), sealed)
    response = HttpResponse(exported(race, scene.seats), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="heatsite-{race.code}.json"'
    return response


def exported(race: Race, seats: tuple[Seat, ...]) -> bytes:
    """The record, which knows drivers by seat, and beside it who they were."""
    names = [
        {"seat": seat.number, "name": seat.name, "colour": seat.colour, "number": seat.car_number, "kind": seat.kind}
        for seat in seats
    ]
    record: dict[str, object] = msgspec.to_builtins(records.record_of(race))
    return encode({**record, "code": race.code, "seats": names})


def refused(request: HttpRequest, race: Race, status: int, title: str, text: str) -> HttpResponse:
    """Why not, and the way on."""
    context = {"race": race, "status_code": status, "refusal": title, "text": text}
    return render(request, "races/refused.html", context, status=status)
