"""Couch mode on a driver's page: the board on the phone, or the cockpit alone."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from races import couch
from races.views.access import seated
from races.views.actions import answered


@require_POST
def board(request: HttpRequest, code: str) -> HttpResponse:
    """Whether this browser shows the board, until it says otherwise."""
    scene, _seat = seated(request, code)
    response = answered(request, scene)
    if couch.shows(request, scene.race):
        couch.remember(request, response, scene.race.room, board=request.POST.get("board") == "yes")
    return response
