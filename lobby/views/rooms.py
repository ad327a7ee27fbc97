"""Opening a room, the page of a room, a race alone, and the next race of the same players."""

import secrets
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby import fragments, games, limits, links, rooms, scenes, starting, visitors
from lobby.forms import AloneForm, CarForm, JoinForm, SettingsForm, unjudged
from lobby.games import Offer
from lobby.models import Room
from lobby.refused import Refused
from lobby.views.answers import friendly, of_room
from lobby.visitors import VisitorRequest
from races import codes
from races.addresses import to_share
from races.face import face_of
from races.models import Race, Track


def once_of(request: VisitorRequest) -> str | None:
    """Which press of a button this is, by a random value in its page. Only the same visitor can repeat it."""
    pressed = request.POST.get("once", "")[:24]
    return f"{request.visitor[:36]}.{pressed}" if pressed and pressed.isprintable() else None


def new_once() -> str:
    return secrets.token_urlsafe(12)


def offer_of(request: VisitorRequest) -> Offer:
    """The game that a page was asked for."""
    return games.offer(request.GET.get("game", games.DEFAULT))


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def open_room(request: VisitorRequest) -> HttpResponse:
    offer = offer_of(request)
    if (filled := offer.filled(request.POST)) is not None:
        form = unjudged(offer.settings_form, filled)
    elif request.method == "POST":
        form = offer.settings_form(request.POST)
        if form.is_valid():
            once = once_of(request)
            if twin := rooms.opened_before(request.visitor, once):
                return redirect(twin)
            limits.may_open(request)
            name = form.cleaned_data["name"]
            address = limits.address_of(request)
            room = rooms.open_room(request.visitor, name, once, game=offer.name, address=address, **form.settings())
            limits.opened(request)
            then = request.GET.get("then", "")
            return redirect("lobby:of_the_game", room.code, then) if then in offer.pages else redirect(room)
    else:
        name = visitors.given_name(request.visitor)
        listed = request.GET.get("listed") == "yes"
        form = offer.settings_form(initial={"name": name, "listed": listed, **offer.defaults(request.GET.dict())})
    return form_page(request, "open", offer, form)


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def solo(request: VisitorRequest) -> HttpResponse:
    """A race alone. The button of the home page posts nothing and starts it with all defaults; the page of this address
    has the choices."""
    offer, known = offer_of(request), visitors.known(request.visitor)
    if (filled := offer.filled(request.POST)) is not None:
        form = unjudged(offer.alone_form, filled)
    elif request.method == "POST":
        form = offer.alone_form(request.POST)
        if form.is_valid():
            once = once_of(request)
            if (twin := rooms.opened_before(request.visitor, once)) and twin.race:
                return redirect(twin.race.get_absolute_url())
            limits.may_open(request)
            race = starting.race_alone(
                request.visitor,
                form.cleaned_data["name"] or (known.name if known else offer.nameless()),
                form.seat_opponents,
                game=offer.name,
                once=once,
                address=limits.address_of(request),
                **form.settings(),
            )
            limits.opened(request)
            return redirect(race.get_absolute_url())
    else:
        form = offer.alone_form(initial={"name": visitors.given_name(request.visitor), **offer.defaults({})})
    return form_page(request, "alone", offer, form)


def form_page(request: VisitorRequest, page: str, offer: Offer, form: SettingsForm | AloneForm) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "once": new_once(),
        "rule_sets": offer.rule_sets(),
        "differences": offer.differences(),
        **offer.form_context(form),
    }
    return render(request, games.templates(offer.name, page), context, status=422 if form.errors else 200)


@require_safe
@ensure_csrf_cookie
@of_room
def room(request: VisitorRequest, code: str) -> HttpResponse:
    if (typed := codes.cleaned(code)) != code and Room.objects.filter(code=typed).exists():
        return redirect(links.path(typed))
    return room_page(request, code)


def room_page(
    request: VisitorRequest,
    code: str,
    *,
    mine: CarForm | JoinForm | None = None,
    settings: SettingsForm | None = None,
) -> HttpResponse:
    """The page of a room; after a POST without a script, with the form that has errors."""
    scene = scenes.find(code)
    if why := rooms.kept_out(scene.room, request.visitor, limits.address_of(request)):
        raise Refused(why)
    shown = fragments.shared(scene, scene.role(request.visitor))
    link = to_share(request, scene.room.get_absolute_url())
    context = {
        "scene": scene,
        "room": scene.room,
        "me": scene.member(request.visitor),
        "role": scene.role(request.visitor),
        "opened": settings is not None,
        "face": face_of(request, *face_words(scene.room), picture_of(scene.room.track))._replace(address=link),
        "spelled": " ".join(scene.room.code),
        "link": link,
        "shown": {**shown, **fragments.settings_form(scene, settings)} if settings else shown,
        "own": fragments.own(scene, request.visitor, visitors.given_name(request.visitor), mine),
        **games.offer(scene.room.game).room_context(scene),
    }
    template = games.templates(scene.room.game, "room")
    return render(request, template, context, status=422 if mine or settings else 200)


def face_words(room: Room) -> tuple[str, str]:
    """What a link to a room says: where, and how many seats are free. Who sits in it is for those who come in."""
    what = games.offer(room.game).room_listing(room).title
    free = room.most - room.members.exclude(visitor="").count()
    if room.racing:
        return what, _("The game has begun. Join the next one.")
    if free < 1:
        return what, _("Every seat is taken. You can watch.")
    return what, ngettext("%(n)s seat free, the host is waiting.", "%(n)s seats free, the host is waiting.", free) % {
        "n": free
    }


def picture_of(track: Track | None) -> str:
    """The address of the picture for a link to a room."""
    number = None if track is None else track.current_id
    return reverse("site_card") if number is None else reverse("track_card", args=[number])


@require_POST
@friendly
def rematch(request: VisitorRequest, code: str) -> HttpResponse:
    """The same players and settings once more. A player without other people starts the next race at once."""
    races = Race.objects.select_related("track__track").defer("state", "track__data", "track__art")
    race = races.filter(code=code).first()
    if race is None:
        raise Refused("no_race")
    opens = starting.opens_again(race)
    if opens:
        limits.may_open(request)
    found = starting.again(race, request.visitor, limits.address_of(request))
    if opens:
        limits.opened(request)
    if found.racing and found.race_id != race.pk and rooms.players(found).count() == 1:
        assert found.race is not None
        return redirect(found.race.get_absolute_url())
    return redirect(found)
