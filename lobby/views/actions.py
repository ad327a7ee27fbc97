"""What people do in a room: a post each, that works without a script and is carried out once."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from lobby import rooms, starting, waiting
from lobby.forms import BotForm, CarForm, LegendForm, MemberForm, SettingsForm
from lobby.models import Room
from lobby.refusals import Refused
from lobby.views.answers import done, first_error, friendly, go
from lobby.visitors import VisitorRequest


@require_POST
@friendly
def leave(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.leave(code, request.visitor)
    return go(request, "/")


@require_POST
@friendly
def ready(request: VisitorRequest, code: str) -> HttpResponse:
    """Says which of the two is meant: a second press of the same button changes nothing."""
    if (wanted := request.POST.get("ready")) not in {"yes", "no"}:
        raise Refused("malformed")
    rooms.set_ready(code, request.visitor, wanted == "yes")
    return done(request, code)


@require_POST
@friendly
def car(request: VisitorRequest, code: str) -> HttpResponse:
    form = CarForm(request.POST)
    if form.is_valid():
        rooms.rename(code, request.visitor, form.cleaned_data["name"], form.cleaned_data["car_number"])
        return done(request, code)
    return wrong(request, code, first_error(form))


@require_POST
@friendly
def colour(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.paint(code, request.visitor, request.POST.get("colour", ""))
    return done(request, code)


@require_POST
@friendly
def signal(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.signal(code, request.visitor, request.POST.get("signal", ""))
    return done(request, code)


@require_POST
@friendly
def settings(request: VisitorRequest, code: str) -> HttpResponse:
    """The host's settings. With a script they are saved as they change, and the form stays as it is."""
    room = Room.objects.select_related("race", "track__current").filter(code=code).first()
    if room is None:
        raise Refused("no_room")
    rooms.must_lead(room, request.visitor)
    form = SettingsForm(request.POST, instance=room)
    valid = form.is_valid()
    if valid:
        rooms.change(code, request.visitor, form.cleaned_data)
    if valid and "wrong" not in request.POST:
        return done(request, code)
    scene = waiting.load(room.pk)
    assert scene is not None
    if request.htmx:
        shown = waiting.conditions_form(scene, None if valid else form, wrong=not valid)
        return HttpResponse(shown, status=200 if valid else 422)
    if valid:
        return done(request, code)
    return wrong(request, code, first_error(form))


@require_POST
@friendly
def start(request: VisitorRequest, code: str) -> HttpResponse:
    return go(request, starting.start(code, request.visitor).get_absolute_url())


@require_POST
@friendly
def remove(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.remove(code, request.visitor, **member_meant(request))
    return done(request, code)


@require_POST
@friendly
def block(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.remove(code, request.visitor, **member_meant(request), block=True)
    return done(request, code)


@require_POST
@friendly
def hand_over(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.hand_over(code, request.visitor, **member_meant(request))
    return done(request, code)


@require_POST
@friendly
def add_bot(request: VisitorRequest, code: str) -> HttpResponse:
    form = BotForm(request.POST)
    if not form.is_valid():
        raise Refused("malformed")
    rooms.add_bot(code, request.visitor, form.cleaned_data["bot"])
    return done(request, code)


@require_POST
@friendly
def add_legend(request: VisitorRequest, code: str) -> HttpResponse:
    form = LegendForm(request.POST)
    if not form.is_valid():
        raise Refused("malformed")
    rooms.add_legend(code, request.visitor, form.cleaned_data["level"])
    return done(request, code)


def member_meant(request: VisitorRequest) -> dict[str, Any]:
    form = MemberForm(request.POST)
    if not form.is_valid():
        raise Refused("malformed")
    return form.cleaned_data


def wrong(request: VisitorRequest, code: str, sentence: str) -> HttpResponse:
    """What was typed cannot be used; said where the visitor looks."""
    if request.htmx:
        response = render(request, "parts/toast.html", {"level": "error", "text": sentence}, status=422)
        response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
        return response
    messages.error(request, sentence)
    return redirect("lobby:room", code)
