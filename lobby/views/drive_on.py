"""Driving on from a step of a replay: who one is there, and into the race."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lobby import games, limits, visitors
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.visitors import VisitorRequest
from races import changes
from races import drive_on as starting
from races.addresses import to_share
from races.models import Position, Seat
from races.scenes import AnyScene
from races.views.access import forgiving, is_open, may_see, viewer

NOTHING_NEW = 204


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@forgiving
@friendly
def drive_on(request: VisitorRequest, code: str, step: int) -> HttpResponse:
    """The page on which a seat is chosen; what it posts starts the race."""
    looking = viewer(request, code)
    own = None if looking.seat is None else looking.seat.number
    try:
        at = starting.found(looking.scene, step, may_see(looking), own)
        if request.method != "POST":
            return render(request, "lobby/drive_on.html", _shown(at, _number(request.GET.get("seat", ""))))
        if (seat := _number(request.POST.get("seat", ""))) is None:
            raise Refused("no_such_seat")
        limits.may_open(request)
        nameless = games.offer(at.race.game).nameless()
        name = visitors.given_name(request.visitor) or nameless
        friends = request.POST.get("with") == "friends"
        if friends and not is_open(at.race):
            raise Refused("not_yours")
        race = starting.drive_on(at, seat, request.visitor, name, nameless, friends)
    except starting.NotFromHere as fault:
        raise Refused(fault.code) from None
    limits.opened(request)
    return redirect("lobby:seats", race.code) if friends else redirect(race)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@forgiving
@friendly
def seats(request: VisitorRequest, code: str) -> HttpResponse:
    """Where friends take seats in a race that was driven on with them; once a visitor has one, the race itself is one
    press away, and the host lets it go on from here. The page asks for its list every few seconds."""
    looking = viewer(request, code)
    scene, race = looking.scene, looking.scene.shown.race
    position = Position.objects.filter(race=race, seats_open=True).first()
    if position is None or race.ended is not None:
        raise Refused("no_open_seats")
    if request.method == "POST":
        return _taken(request, scene)
    known = f"{race.revision}"
    if request.htmx and request.GET.get("known") == known:
        return HttpResponse(status=NOTHING_NEW)
    context = {
        "race": race,
        "title": games.offer(race.game).title(race),
        "seats": scene.seats,
        "open": {seat.number for seat in starting.open_seats(scene)},
        "me": None if looking.seat is None else looking.seat.number,
        "is_host": looking.is_host,
        "known": known,
        "address": to_share(request, request.path),
    }
    return render(request, "lobby/free_seats.html" if request.htmx else "lobby/seats.html", context)


def _taken(request: VisitorRequest, scene: AnyScene) -> HttpResponse:
    visitors.must_not_be_barred(request.visitor)
    race = scene.race
    if scene.seat_of(request.visitor) is not None:
        return redirect(race)
    number = _number(request.POST.get("seat", ""))
    seat = next((one for one in starting.open_seats(scene) if one.number == number), None)
    if seat is None:
        raise Refused("seat_gone")
    nameless = games.offer(race.game).nameless()
    name = visitors.given_name(request.visitor) or f"{nameless} {seat.car_number}"
    if not changes.take_seat(race.pk, seat.number, request.visitor, name, nameless):
        raise Refused("seat_gone")
    return redirect("lobby:seats", race.code)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _shown(at: starting.From, wanted: int | None) -> dict[str, object]:
    """The seats with their places at that step; one is chosen already."""
    game = at.scene.table_game.game
    view = game.view(at.state, None)
    places = game.places(view)
    chosen = wanted if wanted in {seat.number for seat in at.seats} else at.mine
    return {
        "race": at.race,
        "title": games.offer(at.race.game).title(at.race),
        "step": at.step,
        "round": view.round,
        "seats": [
            {
                "seat": seat,
                "chosen": seat.number == chosen,
                "mine": seat.number == at.own,
                "place": _("Place %(place)s of %(of)s") % {"place": places[seat.number], "of": len(places)},
                "bot": seat.kind == Seat.Kind.BOT,
            }
            for seat in at.seats
        ],
        "may_ask_friends": is_open(at.race),
        "back": f"{reverse('races:replay', args=[at.race.code])}?step={at.step}",
    }
