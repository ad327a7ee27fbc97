"""The page of the telemetry of a race of Heat that is over."""

from typing import cast, get_args

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.heat import Heat
from races.film import film_of
from races.heat.scene import HeatScene
from races.heat.telemetry.drawing import NARROW, WIDE, Driver, Over, key, picture
from races.heat.telemetry.turns import Turn, turns_of
from races.views.access import forgiving, viewer
from races.views.after import refused

OVERS: tuple[Over, ...] = get_args(Over)


@require_safe
@never_cache
@gzip_page
@forgiving
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Two drivers over each other: `one` and `other` are seats, `over` is the distance or the rounds. A race that goes
    on has no telemetry yet, so a viewer who comes too early is redirected to it."""
    looking = viewer(request, code)
    seat = looking.seat
    if looking.scene.race.game != Heat.name:
        raise Http404
    scene = cast("HeatScene", looking.scene)
    if scene.race.ended is None:
        return redirect(scene.race)
    mine = None if seat is None else seat.number
    chosen = _pair(scene, mine, request.GET.get("one", ""), request.GET.get("other", ""))
    if chosen is None:
        text = _("There are %(count)s cars in this race. Choose two of them.") % {"count": len(scene.seats)}
        return refused(request, scene.race, 404, _("No such seat."), text)
    over: Over = "rounds" if request.GET.get("over") == "rounds" else "distance"
    return render(request, "races/heat/telemetry.html", _shown(scene, chosen, over) | {"mine": mine})


def _pair(scene: HeatScene, mine: int | None, one: str, other: str) -> list[int] | None:
    """The seats that are compared: those that were asked for, else the viewer's own and the best other one; one alone
    in a race of one car. None for a seat that there is not. One seat twice is that one with the best other."""
    best = scene.view(None).ranking
    asked = [int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1 for text in (one, other) if text]
    if any(seat not in best for seat in asked):
        return None
    first = asked[0] if one else mine if mine is not None else best[0]
    second = asked[-1] if other else None
    if second is None or second == first:
        second = next((seat for seat in best if seat != first), None)
    return [first] if second is None else [first, second]


def _shown(scene: HeatScene, chosen: list[int], over: Over) -> dict[str, object]:
    turns, rounds = turns_of(scene.race), film_of(scene.race).rounds
    drivers = [Driver(scene.seats[seat], turns[seat]) for seat in chosen]
    course, cars = scene.game.course, len(scene.seats)
    return {
        "race": scene.race,
        "title": scene.game.content.track.name,
        "seats": scene.seats,
        "drivers": drivers,
        "keys": [key(place, driver.seat.colour) for place, driver in enumerate(drivers)],
        "over": over,
        "overs": [("distance", _("Distance")), ("rounds", _("Rounds"))],
        "charts": [picture(drivers, course, cars, over, breadth) for breadth in (WIDE, NARROW)],
        "rows": _rows(drivers, rounds),
        "is_empty": not any(driver.turns for driver in drivers),
    }


def _rows(drivers: list[Driver], rounds: dict[int, int]) -> list[dict[str, object]]:
    """A row for each round, with the turn of each driver, and the step of the replay at which it begins."""
    by_round: list[dict[int, Turn]] = [{turn.round: turn for turn in driver.turns} for driver in drivers]
    numbers = sorted({number for known in by_round for number in known})
    return [
        {"round": number, "step": rounds.get(number, 0), "turns": [known.get(number) for known in by_round]}
        for number in numbers
    ]
