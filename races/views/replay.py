"""The replay of a game, step by step: what the public saw, or what one seat did."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races.film import Film, captions, film_of, frame
from races.models import Entry, Seat
from races.pages import pages_of, sentences_of
from races.scenes import AnyScene
from races.shell import log
from races.views.access import Viewer, forgiving, viewer
from races.views.after import refused
from races.views.race import table_of


@require_safe
@never_cache
@gzip_page
@forgiving
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the game, as the public saw it or as a seat did. With htmx only what changes is sent."""
    looking = viewer(request, code)
    race = looking.scene.race
    film = film_of(race)
    step = _number(request, "step", 0)
    if step is None or step > film.last:
        text = _("This replay has the steps 0 to %(last)s.") % {"last": film.last}
        return refused(request, race, 404, _("No such step."), text)
    seen = _number(request, "seat", -1)
    if seen is None or seen not in (-1, *with_hands(looking.scene)):
        return refused(request, race, 404, _("No such seat."), _("No player sits there."))
    if seen >= 0 and not may_see(looking, seen):
        text = _("Until the game is over you see what the public sees, and your own hand.")
        return refused(request, race, 403, _("Not yours to see."), text)
    scene = frame(looking.scene, film, step)
    context = _shown(scene, film, step, None if seen < 0 else seen) | {"eyes": _eyes(looking, step, seen)}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "races/replay/step.html", context | _changed(scene))
    me = "" if looking.seat is None else looking.seat.number
    replayed = ",".join(f"#{name}" for name in pages_of(scene).replayed)
    context |= table_of(scene) | {"race": race, "me": me, "replayed": replayed, "address": request.path}
    return render(request, f"{pages_of(scene).folder}/replay.html", context)


def _number(request: HttpRequest, name: str, without: int) -> int | None:
    """A number of the address; None if it is none."""
    text = request.GET.get(name, "")
    if not text:
        return without
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def with_hands(scene: AnyScene) -> list[int]:
    return [seat.number for seat in scene.seats if seat.kind != Seat.Kind.LEGEND]


def may_see(looking: Viewer, seat: int) -> bool:
    """Whether a viewer may see what this seat saw: any seat once the game is over, before that only the own one."""
    mine = looking.seat is not None and looking.seat.number == seat
    return mine or looking.scene.race.ended is not None


def _shown(scene: AnyScene, film: Film, step: int, seen: int | None) -> dict[str, object]:
    """What belongs to the step and stands on the page whole as well as in an answer to htmx."""
    pages, now = pages_of(scene), scene.view(None).round
    said = sentences_of(scene, [film.log[step]])
    commanded = Entry.objects.values_list("seat", flat=True).get(race=scene.race, seq=step)
    return {
        "step": step,
        "last": film.last,
        "back": _address(step - 1, seen),
        "on": _address(step + 1, seen),
        "next": _address(film.next_told(step), seen),
        "round": now,
        "rounds": [
            {"number": number, "href": _address(first, seen), "now": number == now}
            for number, first in film.rounds.items()
        ],
        "said": captions(scene, film, step, commanded, said),
        "seen": seen,
        **({} if seen is None else pages.hand(scene, seen)),
        "hand_template": f"{pages.folder}/hand.html",
        "steps": pages.playback(scene, said),
    }


def _address(step: int, seen: int | None) -> str:
    return f"?step={step}" if seen is None else f"?step={step}&seat={seen}"


def _eyes(looking: Viewer, step: int, seen: int) -> list[dict[str, object]]:
    """The views that can be chosen: the public one, and that of each seat which this viewer may see."""
    public: dict[str, object] = {"seat": None, "href": _address(step, None), "now": seen < 0}
    seats = [looking.scene.seats[seat] for seat in with_hands(looking.scene) if may_see(looking, seat)]
    own = [{"seat": seat, "href": _address(step, seat.number), "now": seat.number == seen} for seat in seats]
    return [public, *own]


def _changed(scene: AnyScene) -> dict[str, object]:
    """The public fragments in which one step differs from another."""
    pages = pages_of(scene)
    changed = [SafeString(str(pages.fragments[name](scene))) for name in pages.replayed]
    return {"changed": changed, "log": SafeString(log.whole(scene))}
