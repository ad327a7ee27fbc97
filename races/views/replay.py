"""The replay of a game, step by step: what the public saw, or what one seat did."""

from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races import page_state, reviews
from races.film import Film, Frame, captions, film_of, frame
from races.models import Entry, Seat
from races.pages import pages_of, sentences_of
from races.scenes import AnyScene
from races.shell import log
from races.views.access import Viewer, forgiving, is_open, may_see, viewer, with_hands
from races.views.after import refused
from races.views.race import table_of

EVERYBODY: Literal["all"] = "all"
Eyes: TypeAlias = int | Literal["all"] | None
"""Whose hand is shown: that of a seat, those of all, or none."""


@dataclass(frozen=True)
class Way:
    """How a viewer goes through a replay: whose eyes are lent, and whether each step without a log line is one."""

    eyes: Eyes = None
    every: bool = False

    def to(self, step: int) -> str:
        seat = {} if self.eyes is None else {"seat": self.eyes}
        return "?" + urlencode({"step": step, **seat, **({"every": "yes"} if self.every else {})})


def _way(request: HttpRequest) -> Way | None:
    """The way that an address asks for; None where its seat is none."""
    every = request.GET.get("every") == "yes"
    if request.GET.get("seat") == EVERYBODY:
        return Way(EVERYBODY, every)
    seat = _number(request, "seat", -1)
    return None if seat is None else Way(None if seat < 0 else seat, every)


@require_safe
@never_cache
@gzip_page
@forgiving
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the game, as the public saw it or as a seat did. With htmx only what changes is sent."""
    looking = viewer(request, code)
    race = looking.scene.race
    film = film_of(looking.scene.shown.race)
    step = _number(request, "step", 0)
    if step is None or step > film.last:
        text = _("This replay has the steps 0 to %(last)s.") % {"last": film.last}
        return refused(request, race, 404, _("No such step."), text)
    way = _way(request)
    if way is None or (isinstance(way.eyes, int) and way.eyes not in with_hands(looking.scene)):
        return refused(request, race, 404, _("No such seat."), _("No player sits there."))
    if not _may_lend(looking, way.eyes):
        text = _("Until the game is over you see what the public sees, and your own hand.")
        return refused(request, race, 403, _("Not yours to see."), text)
    shot = film.frame(step)
    scene = frame(looking.scene, shot)
    me = "" if looking.seat is None else looking.seat.number
    context = _shown(scene, film, shot, way) | {"eyes": _eyes(looking, step, way), "race": race, "me": me}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "races/replay/step.html", context | _changed(scene))
    there = page_state.public(scene, get_language() or "en")
    replayed = ",".join(f"#{name}" for name in pages_of(scene).replayed if there[name])
    context |= table_of(scene) | {"race": race, "replayed": replayed, "address": request.path}
    return render(request, f"{pages_of(scene).folder}/replay.html", context)


def _number(request: HttpRequest, name: str, without: int) -> int | None:
    """A number of the address; None if it is none."""
    text = request.GET.get(name, "")
    if not text:
        return without
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _may_lend(looking: Viewer, eyes: Eyes) -> bool:
    """Whether a viewer may see with these eyes."""
    return eyes is None or eyes in may_see(looking) or is_open(looking.scene.race)


def _shown(scene: AnyScene, film: Film, shot: Frame, way: Way) -> dict[str, object]:
    """What belongs to the step and stands on the page whole as well as in an answer to htmx."""
    pages, now, step = pages_of(scene), scene.view(None).round, shot.step
    said = sentences_of(scene, [shot.log[-1]])
    commanded = Entry.objects.values_list("seat", flat=True).get(race=scene.race, seq=step)
    next_round = next((first for first in film.rounds.values() if first > step), None)
    jumps = [("round", "flag", "r", str(pages.next_round), next_round)]
    jumps += [
        (name, icon, key, str(words), film.next_jump(name, step)) for name, (icon, key, words) in pages.jumps.items()
    ]
    seats = with_hands(scene) if way.eyes == EVERYBODY else [] if way.eyes is None else [way.eyes]
    return {
        "step": step,
        "last": film.last,
        "back": way.to(step - 1 if way.every else film.last_told(step)),
        "on": way.to(step + 1 if way.every else film.next_told(step)),
        "next": way.to(film.next_told(step)),
        "jumps": [
            {"name": name, "icon": icon, "key": key, "words": words, "href": "" if there is None else way.to(there)}
            for name, icon, key, words, there in jumps
        ],
        "round": pages.round_name(scene, now) if now else "",
        "counts": pages.counts,
        "rounds": [
            {"number": number, "href": way.to(first), "now": number == now} for number, first in film.rounds.items()
        ],
        "said": captions(scene, shot, commanded, said),
        "way": way,
        "other_way": Way(way.eyes, not way.every).to(step),
        "hands": [SafeString(render_to_string(f"{pages.folder}/hand.html", pages.hand(scene, seat))) for seat in seats],
        "steps": pages.playback(scene, said),
        "pit_wall": scene.race.ended is not None and reviews.offered(scene.race.game),
        "drive_on": film.last > step and scene.race.ended is not None and scene.table_game.goes_on,
    }


def _eyes(looking: Viewer, step: int, way: Way) -> list[dict[str, object]]:
    """The views that can be chosen: the public one, that of each seat which this viewer may see, and all at once."""
    everybody = is_open(looking.scene.race)
    seats = [looking.scene.seats[seat] for seat in may_see(looking)]
    eyes: list[tuple[str, Eyes, Seat | None]] = [("public", None, None)]
    eyes += [(f"{seat.number}", seat.number, seat) for seat in seats]
    if everybody:
        eyes.append((EVERYBODY, EVERYBODY, None))
    return [
        {"name": name, "seat": seat, "href": Way(one, way.every).to(step), "now": one == way.eyes}
        for name, one, seat in eyes
    ]


def _changed(scene: AnyScene) -> dict[str, object]:
    """The public fragments in which one step differs from another."""
    pages = pages_of(scene)
    changed = [SafeString(str(pages.fragments[name](scene))) for name in pages.replayed]
    return {"changed": changed, "log": SafeString(log.whole(scene))}
