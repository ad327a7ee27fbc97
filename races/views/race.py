"""The page of a race: the same fragments that the socket sends, all at once, and ready to be used."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.heat import View
from engine.heat.cards import Card
from races import clocks, presence, screen
from races.heat import board, presets
from races.heat.board import cars, ground
from races.heat.cockpit import fragment as cockpit
from races.scenes import Scene
from races.views.access import forgiving, viewer


@require_safe
@never_cache
@gzip_page
@forgiving
def show(request: HttpRequest, code: str) -> HttpResponse:
    scene, seat, is_host = viewer(request, code)
    if seat is not None and seat.number in scene.away:  # without scripts no socket says that they are back
        presence.arrive(seat.pk)
        scene, seat, is_host = viewer(request, code)
    get_token(request)  # forms that come over the socket have none of their own
    context = {
        **board_of(scene),
        "seat": seat,
        "is_host": is_host,
        "me": "" if seat is None else seat.number,
        "cockpit": None if seat is None else SafeString(cockpit.render(scene, seat.number, request)),
        "presets": [] if seat is None else presets.presets_of(scene, seat.number),
        "faces": faces(scene),
        "now": clocks.milliseconds(timezone.now()),
    }
    return render(request, "races/race.html", context)


def board_of(scene: Scene) -> dict[str, Any]:
    """What every page with a board needs."""
    fragments = screen.public(scene, get_language() or "en")
    art = ground.picture(scene)
    return {
        "race": scene.race,
        "track": scene.game.content.track,
        "art": art,
        **(ground.boxes(art) if art else {}),
        "lanes": ground.lanes(scene.race.content_id) if art else "",
        "signs": signs(scene),
        "symbols": cars.symbols(scene) + ground.symbols(scene),
        "fragments": {name.replace("-", "_"): SafeString(fragment) for name, fragment in fragments.items()},
        "log": SafeString(board.whole_log(scene)),
    }


def signs(scene: Scene) -> list[dict[str, Any]]:
    """The limit signs, named for whoever points at one or hears it."""
    art = ground.picture(scene)
    view: View = scene.view(None)
    roads = scene.game.roads(view.weather, view.tokens)
    return [
        {"letter": sign.letter, "limit": roads.limit(sign.line), "svg": SafeString(sign.svg)}
        for sign in (art.signs if art else ())
    ]


def faces(scene: Scene) -> list[Card]:
    """The cards that may come up in this race: those that the drivers own; all, where more can be won."""
    view: View = scene.view(None)
    cards: dict[str, Card] = scene.game.cards
    if view.setup.draft or view.setup.season:
        return list(cards.values())
    return [cards[face] for face in {face for car in view.cars for face in car.stock}]
