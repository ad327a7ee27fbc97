"""What players do in a room. Each action is one POST that works without a script; a repeated one changes nothing."""

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from lobby import fragments, games, limits, rooms, scenes, starting
from lobby.forms import BotForm, CarForm, MemberForm
from lobby.models import HEAVY, Room
from lobby.refused import Refused
from lobby.views.answers import done, go, meant, of_room
from lobby.views.rooms import room_page
from lobby.visitors import VisitorRequest


@require_POST
@of_room
def leave(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.leave(code, request.visitor)
    return go(request, "/")


@require_POST
@of_room
def ready(request: VisitorRequest, code: str) -> HttpResponse:
    """The button says which of the two is meant, so that a second press of it changes nothing."""
    if (wanted := request.POST.get("ready")) not in {"yes", "no"}:
        raise Refused("malformed")
    rooms.set_ready(code, request.visitor, wanted == "yes")
    return done(request, code)


@require_POST
@of_room
def car(request: VisitorRequest, code: str) -> HttpResponse:
    """Errors stand at their fields. With a script, the answer is the panel alone."""
    form = CarForm(request.POST)
    if form.is_valid():
        try:
            rooms.rename(code, request.visitor, form.cleaned_data["name"], form.cleaned_data["car_number"])
        except Refused as refused:
            if refused.code != "name_taken":
                raise
            form.add_error("name", refused.sentence)
    scene = scenes.find(code)
    rooms.own(scene.room, request.visitor)
    if request.htmx:
        typed = form if form.errors else None
        return HttpResponse(fragments.own(scene, request.visitor, typed=typed)["car"], status=422 if typed else 200)
    return room_page(request, code, mine=form) if form.errors else done(request, code)


@require_POST
@of_room
def colour(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.paint(code, request.visitor, request.POST.get("colour", ""))
    return done(request, code)


@require_POST
@of_room
def signal(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.signal(code, request.visitor, request.POST.get("signal", ""))
    return done(request, code)


@require_POST
@of_room
def settings(request: VisitorRequest, code: str) -> HttpResponse:
    """The host's settings. With a script they are saved as they change, and the form is not replaced unless it has
    errors, had some until now, or was filled in by the button of a ready-made game."""
    room = Room.objects.select_related("race", "track__current").defer(*HEAVY).filter(code=code).first()
    if room is None:
        raise Refused("no_room")
    rooms.must_lead(room, request.visitor)
    offer = games.offer(room.game)
    filled = offer.filled(request.POST)
    form = offer.settings_form(request.POST if filled is None else filled, instance=room)
    valid = form.is_valid()
    if valid:
        rooms.change(code, request.visitor, form.settings())
    if valid and "wrong" not in request.POST and filled is None:
        return done(request, code)
    if request.htmx:
        shown = fragments.settings_form(scenes.find(code), None if valid else form, wrong=not valid, swapped=True)
        return HttpResponse("".join(shown.values()), status=200 if valid else 422)
    return done(request, code) if valid else room_page(request, code, settings=form)


@require_POST
@of_room
def start(request: VisitorRequest, code: str) -> HttpResponse:
    begins = not scenes.find(code).room.racing
    if begins:
        limits.may_open(request)
    race = starting.start(code, request.visitor)
    if begins:
        limits.opened(request)
    return go(request, race.get_absolute_url())


@require_POST
@of_room
def remove(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.remove(code, request.visitor, **meant(MemberForm(request.POST)))
    return done(request, code)


@require_POST
@of_room
def block(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.remove(code, request.visitor, **meant(MemberForm(request.POST)), block=True)
    return done(request, code)


@require_POST
@of_room
def let_newcomers_in(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.let_newcomers_in(code, request.visitor)
    return done(request, code)


@require_POST
@of_room
def report(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.report(code, request.visitor, **meant(MemberForm(request.POST)))
    told = _("Thank you. An admin of the site will look at that name.")
    if request.htmx:
        response = render(request, "parts/toast.html", {"level": "info", "text": told})
        response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
        return response
    messages.info(request, told)
    return done(request, code)


@require_POST
@of_room
def hand_over(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.hand_over(code, request.visitor, **meant(MemberForm(request.POST)))
    return done(request, code)


@require_POST
@of_room
def add_bot(request: VisitorRequest, code: str) -> HttpResponse:
    rooms.add_bot(code, request.visitor, meant(BotForm(request.POST))["bot"])
    return done(request, code)


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
@of_room
def of_the_game(request: VisitorRequest, code: str, action: str) -> HttpResponse:
    """An action, or a page, that only the game of this room has."""
    game = Room.objects.filter(code=code).values_list("game", flat=True).first()
    if game is None:
        raise Refused("no_room")
    offer = games.offer(game)
    if (page := offer.pages.get(action)) is not None:
        return page(request, code)
    if (act := offer.actions.get(action)) is None:
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    act(code, request.visitor, request.POST)
    return done(request, code)
