"""Opening a room, the waiting room itself, racing alone, and the same again."""

import secrets
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby import circuits, limits, rooms, rulesets, starting, visitors, waiting
from lobby.forms import AloneForm, CarForm, JoinForm, OpenForm, SettingsForm
from lobby.models import Block, Room
from lobby.refusals import Refused
from lobby.views.answers import friendly
from lobby.visitors import VisitorRequest
from races import codes
from races.addresses import to_share
from races.models import Race

ASKED = ("track", "laps", "least", "most", "rules", "clock", "grace", "mulligan", "watching", "listed")


def once_of(request: VisitorRequest) -> str | None:
    """Which press of a button this is, as its page says. Only the same visitor can repeat it."""
    pressed = request.POST.get("once", "")[:24]
    return f"{request.visitor[:36]}.{pressed}" if pressed and pressed.isprintable() else None


def new_once() -> str:
    return secrets.token_urlsafe(12)


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def open_room(request: VisitorRequest) -> HttpResponse:
    known = visitors.known(request.visitor)
    if request.method == "POST":
        form = OpenForm(request.POST)
        if form.is_valid():
            settings = {field: form.cleaned_data[field] for field in ASKED}
            once = once_of(request)
            if twin := rooms.opened_before(request.visitor, once):
                return redirect(twin)
            limits.may_open(request)
            room = rooms.open_room(request.visitor, form.cleaned_data["name"], once, **settings)
            limits.opened(request)
            return redirect(room)
    else:
        initial: dict[str, Any] = {"name": known.name if known else "", "track": rooms.default_track()}
        if (wished := request.GET.get("track", "")).isprintable() and (track := rooms.track_named(wished)):
            initial["track"] = track
        form = OpenForm(initial=initial)
    return render(request, "lobby/open.html", form_page(form), status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def solo(request: VisitorRequest) -> HttpResponse:
    """One click races at once; the page lets one choose first."""
    known = visitors.known(request.visitor)
    if request.method == "POST":
        form = AloneForm(request.POST)
        if form.is_valid():
            asked = form.cleaned_data
            settings = {"track": asked["track"] or rooms.default_track(), "laps": asked["laps"]}
            once = once_of(request)
            if (twin := rooms.opened_before(request.visitor, once)) and twin.race:
                return redirect(twin.race.get_absolute_url())
            limits.may_open(request)
            race = starting.race_alone(
                request.visitor,
                asked["name"] or (known.name if known else starting.default_name()),
                bots=[asked["strength"] or "racer"] * asked["bots"],
                legends=asked["legends"],
                level=asked["level"] or "medium",
                once=once,
                rules=asked["rules"] or Room.Rules.STANDARD,
                **settings,
            )
            limits.opened(request)
            return redirect(race.get_absolute_url())
    else:
        form = AloneForm(initial={"name": known.name if known else "", "track": rooms.default_track()})
    return render(request, "lobby/alone.html", form_page(form), status=422 if form.errors else 200)


def form_page(form: Any) -> dict[str, Any]:
    track = form["track"].value()
    return {
        "form": form,
        "once": new_once(),
        "circuits": circuits.on_offer(),
        "chosen": getattr(track, "slug", track),
        "offers": rulesets.offers(),
        "differences": rulesets.differences(),
    }


@require_safe
@ensure_csrf_cookie
@friendly
def room(request: VisitorRequest, code: str) -> HttpResponse:
    if (typed := codes.cleaned(code)) != code and Room.objects.filter(code=typed).exists():
        return redirect("lobby:room", typed)
    return room_page(request, code)


def room_page(
    request: VisitorRequest,
    code: str,
    *,
    mine: CarForm | JoinForm | None = None,
    settings: SettingsForm | None = None,
) -> HttpResponse:
    """The waiting room; after a post without a script, with the form in which something is wrong."""
    scene = waiting.find(code)
    if Block.objects.filter(room=scene.room, visitor=request.visitor).exists():
        raise Refused("blocked")
    known = visitors.known(request.visitor)
    shown = waiting.shared(scene, scene.role(request.visitor))
    context = {
        "scene": scene,
        "room": scene.room,
        "me": scene.member(request.visitor),
        "role": scene.role(request.visitor),
        "spelled": " ".join(scene.room.code),
        "link": to_share(request, scene.room.get_absolute_url()),
        "shown": {**shown, **waiting.settings_form(scene, settings)} if settings else shown,
        "own": waiting.own(scene, request.visitor, known.name if known else "", mine),
        "picture": scene.circuit.still if scene.circuit else "",
    }
    return render(request, "lobby/room.html", context, status=422 if mine or settings else 200)


@require_POST
@friendly
def rematch(request: VisitorRequest, code: str) -> HttpResponse:
    """The same people, the same settings, once more. Who drove alone is on the grid again at once."""
    races = Race.objects.select_related("track__track").defer("state", "track__data", "track__art")
    race = races.filter(code=code).first()
    if race is None:
        raise Refused("no_race")
    opens = starting.opens_again(race)
    if opens:
        limits.may_open(request)
    found = starting.again(race, request.visitor)
    if opens:
        limits.opened(request)
    if found.racing and found.race_id != race.pk and rooms.drivers(found).count() == 1:
        assert found.race is not None
        return redirect(found.race.get_absolute_url())
    return redirect(reverse("lobby:room", args=[found.code]))
