"""After the race: the podium with everybody's figures, the record to download, and the replay."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.kernel.records import encode
from races import records
from races.addresses import to_share
from races.film import Film, film_of, frame
from races.heat import board
from races.heat.board import cars
from races.heat.caption import hand, said
from races.heat.commentary.playback import steps_html
from races.heat.results.figures import story_of
from races.heat.results.podium import chart, podium
from races.heat.results.ranking import awards, headline, results
from races.heat.results.sheet import sheet
from races.models import Entry, Race, Seat
from races.scenes import Scene
from races.views.access import Viewer, forgiving, viewer
from races.views.race import board_of, faces

CHANGING = ("bar-state", "order", "road", "cars", "standings", "ribbon")
"""The public fragments that a step of the replay brings anew."""


@require_safe
@never_cache
@gzip_page
@forgiving
def show_results(request: HttpRequest, code: str) -> HttpResponse:
    """The podium. A race that goes on has none, so whoever asks too early is brought to the race."""
    scene, seat, _is_host = viewer(request, code)
    if scene.race.ended is None:
        return redirect(scene.race)
    story = story_of(scene.race)
    ranking = results(scene, story)
    context = {
        "race": scene.race,
        "track": scene.game.content.track,
        "me": "" if seat is None else seat.number,
        "seat": seat,
        "headline": headline(scene, ranking),
        "ranking": ranking,
        "awards": awards(ranking),
        "sheet": sheet(ranking),
        "podium": podium(scene, ranking),
        "chart": chart(scene, story),
        "symbols": cars.symbols(scene),
        "address": to_share(request, request.path),
    }
    return render(request, "races/heat/results/results.html", context)


@require_safe
@never_cache
@gzip_page
@forgiving
def download_record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole truth, hands and seed included: for everybody who may watch, but only when nobody can gain by it."""
    scene, _seat, _is_host = viewer(request, code)
    race = scene.race
    if race.ended is None:
        text = _("The record holds every hand and the seed, so it is kept closed until the race is over.")
        return refused(request, race, 403, _("Not before the flag."), text)
    response = HttpResponse(exported(race, scene.seats), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="heatsite-{race.code}.json"'
    return response


def exported(race: Race, seats: tuple[Seat, ...]) -> bytes:
    """The record, which knows drivers by seat, and beside it who they were."""
    names = [
        {"seat": seat.number, "name": seat.name, "colour": seat.colour, "number": seat.car_number, "kind": seat.kind}
        for seat in seats
    ]
    record: dict[str, Any] = msgspec.to_builtins(records.record_of(race))
    return encode({**record, "code": race.code, "seats": names})


@require_safe
@never_cache
@gzip_page
@forgiving
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the race, as the public saw it or as a seat did. With htmx only what changes is sent."""
    looking = viewer(request, code)
    race = looking.scene.race
    film = film_of(race)
    step = _number(request, "step", 0)
    if step is None or step > film.last:
        text = _("This replay has the steps 0 to %(last)s.") % {"last": film.last}
        return refused(request, race, 404, _("No such step."), text)
    seen = _number(request, "seat", -1)
    if seen is None or seen not in (-1, *with_hands(looking.scene)):
        return refused(request, race, 404, _("No such seat."), _("Nobody with a hand of cards sits there."))
    if seen >= 0 and not may_see(looking, seen):
        text = _("Until the race is over you see what the public sees, and your own cards.")
        return refused(request, race, 403, _("Eyes on the road."), text)
    scene = frame(looking.scene, film, step)
    context = _shown(scene, film, step, None if seen < 0 else seen) | {"eyes": _eyes(looking, step, seen)}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "races/replay/step.html", context | _changed(scene))
    me = "" if looking.seat is None else looking.seat.number
    context |= board_of(scene) | {"race": race, "me": me, "faces": faces(scene), "address": request.path}
    return render(request, "races/replay/replay.html", context)


def _number(request: HttpRequest, name: str, without: int) -> int | None:
    """A number of the address; None if it is none."""
    text = request.GET.get(name, "")
    if not text:
        return without
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def with_hands(scene: Scene) -> list[int]:
    return [seat.number for seat in scene.seats if seat.kind != Seat.Kind.LEGEND]


def may_see(looking: Viewer, seat: int) -> bool:
    """Whether somebody may see what this seat saw: any seat once the race is over, before that only the own one."""
    mine = looking.seat is not None and looking.seat.number == seat
    return mine or looking.scene.race.ended is not None


def _shown(scene: Scene, film: Film, step: int, seen: int | None) -> dict[str, Any]:
    """What belongs to the step and stands on the page whole as well as in an answer to htmx."""
    state = film.states[step]
    commanded = Entry.objects.values_list("seat", flat=True).get(race=scene.race, seq=step)
    lines = [line for entry in scene.log if entry.seq == step for line in entry.lines]
    return {
        "step": step,
        "last": film.last,
        "back": _address(step - 1, seen),
        "on": _address(step + 1, seen),
        "next": _address(film.next_told(step), seen),
        "round": state.round,
        "rounds": [
            {"number": number, "href": _address(first, seen), "now": number == state.round}
            for number, first in film.rounds.items()
        ],
        "said": said(scene, film, step, commanded),
        "seen": seen,
        "hand": None if seen is None else hand(scene, seen),
        "cards": scene.game.cards,
        "steps": steps_html(scene, lines),
    }


def _address(step: int, seen: int | None) -> str:
    return f"?step={step}" if seen is None else f"?step={step}&seat={seen}"


def _eyes(looking: Viewer, step: int, seen: int) -> list[dict[str, Any]]:
    """Whose eyes can be chosen: the public's, and those of every seat that is open to whoever asks."""
    public = {"seat": None, "href": _address(step, None), "now": seen < 0}
    open_seats = [seat for seat in with_hands(looking.scene) if may_see(looking, seat)]
    return [public] + [
        {"seat": looking.scene.seats[seat], "href": _address(step, seat), "now": seat == seen} for seat in open_seats
    ]


def _changed(scene: Scene) -> dict[str, Any]:
    """The public fragments in which one step differs from another."""
    fragments = {name.replace("-", "_"): SafeString(str(board.FRAGMENTS[name](scene))) for name in CHANGING}
    return {"fragments": fragments, "log": SafeString(board.whole_log(scene))}


def refused(request: HttpRequest, race: Race, status: int, title: str, text: str) -> HttpResponse:
    """Why not, and the way on."""
    context = {"race": race, "status_code": status, "refusal": title, "text": text}
    return render(request, "races/heat/results/refused.html", context, status=status)
