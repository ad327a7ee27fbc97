"""What drivers and hosts do around a race: answers given in advance, the wheel, signals, pauses, bots, the end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.kernel.commands import End
from engine.kernel.refusals import Refusal
from races import changes, live, signals
from races.models import Seat
from races.pages import pages_of
from races.scenes import AnyScene
from races.views.access import driver, forgiving, host, visitor_of


@require_POST
def give_presets(request: HttpRequest, code: str) -> HttpResponse:
    """The answers that a driver gives in advance, until taken back. No other viewer sees them."""
    scene, seat = driver(request, code)
    chosen = [preset for preset in pages_of(scene).presets if preset in request.POST.getlist("preset")]
    changes.set_presets(scene.race.pk, seat.number, chosen)
    return answered(request, scene)


def answered(request: HttpRequest, scene: AnyScene, refused: str = "", status: int = 400) -> HttpResponse:
    """To a page that stays and asked for plain text, the sentence itself; else back to the race, which says it."""
    if request.get_preferred_type(["text/html", "text/plain"]) == "text/plain":
        return HttpResponse(refused, "text/plain", status) if refused else HttpResponse(status=204)
    if refused:
        messages.warning(request, refused)
    return redirect(scene.race)


@require_POST
def take_wheel(request: HttpRequest, code: str) -> HttpResponse:
    """A driver whose car a bot drives takes the wheel again."""
    scene, seat = driver(request, code)
    if seat.number in scene.race.bots:
        changes.hand_over(scene.race.pk, seat.number, "")
    return redirect(scene.race)


@require_POST
def signal(request: HttpRequest, code: str) -> HttpResponse:
    """A quick signal to all viewers; it is not stored."""
    scene, seat = driver(request, code)
    which = request.POST.get("signal", "")
    if which not in signals.SIGNALS:
        return answered(request, scene, _("There is no such signal."))
    if not signals.may_send(seat.pk):
        return answered(request, scene, _("One signal every few seconds is enough."), 429)
    signals.send(scene.race.pk, seat.number, which)
    return answered(request, scene)


@require_safe
@never_cache
@forgiving
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """What the host of a race can do, on a page of its own."""
    scene = host(request, code)
    me = scene.seat_of(visitor_of(request))
    drivers = [
        {
            "seat": seat,
            "mine": seat.number == me,
            "away": seat.number in scene.away and seat.number != me,  # who reads this is here
            "bot": seat.number in scene.race.bots,
        }
        for seat in scene.seats
        if seat.kind == Seat.Kind.DRIVER
    ]
    return render(request, "races/desk.html", {"race": scene.race, "drivers": drivers})


@require_POST
def pause(request: HttpRequest, code: str) -> HttpResponse:
    scene = host(request, code)
    if scene.race.ended is None:
        changes.pause(scene.race.pk)
    return redirect(scene.race)


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    scene = host(request, code)
    changes.resume(scene.race.pk)
    return redirect(scene.race)


@require_POST
def give_to_bot(request: HttpRequest, code: str) -> HttpResponse:
    """A bot drives for a driver who is away, until the driver or the host takes the seat back."""
    scene = host(request, code)
    if (seat := _driver_named(request, scene)) is None:
        messages.warning(request, _("There is no such player in this game."))
    elif seat.number not in scene.away:
        messages.warning(request, _("%(name)s is here and plays.") % {"name": seat.name})
    else:
        changes.hand_over(scene.race.pk, seat.number, scene.table_game.stand_in)
    return redirect("races:desk", code)


@require_POST
def take_from_bot(request: HttpRequest, code: str) -> HttpResponse:
    scene = host(request, code)
    seat = _driver_named(request, scene)
    if seat is None:
        messages.warning(request, _("There is no such player in this game."))
    elif seat.number in scene.race.bots:
        changes.hand_over(scene.race.pk, seat.number, "")
    return redirect("races:desk", code)


def _driver_named(request: HttpRequest, scene: AnyScene) -> Seat | None:
    named = request.POST.get("seat", "")
    return next((seat for seat in scene.seats if seat.kind == Seat.Kind.DRIVER and str(seat.number) == named), None)


@require_POST
def end(request: HttpRequest, code: str) -> HttpResponse:
    """The race ends as it stands. The desk asks first: the form says that it was meant."""
    scene = host(request, code)
    if not request.POST.get("sure"):
        messages.warning(request, _("Tick the box if the game is to end as it stands."))
        return redirect("races:desk", code)
    outcome = live.submit(scene.race.pk, End())
    if isinstance(outcome, Refusal):
        messages.warning(request, pages_of(scene).refusal(outcome, scene))
    return redirect(scene.race)
