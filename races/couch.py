"""Couch mode: the television is the table, and a phone that joined by its QR code is only a cockpit.

A browser keeps that in a cookie of its own, with the code of the room: the mode ends with the evening, and a race of
another room shows its board. The cookie is a preference and no secret; it opens nothing that is closed without it.
"""

from typing import Literal

from django.http import HttpRequest, HttpResponse

from races.models import Race

COOKIE = "heatsite_couch"
AN_EVENING = 18 * 3600
"""Seconds."""

Shows = Literal["cockpit", "board", ""]
"""What a driver's page shows: the cockpit alone; the board, too, because its driver asked for it; or, outside couch
mode, everything."""


def shows(request: HttpRequest, race: Race) -> Shows:
    room, _, board = request.COOKIES.get(COOKIE, "").partition(".")
    if not race.room or room != race.room:
        return ""
    return "board" if board else "cockpit"


def forget(request: HttpRequest, response: HttpResponse) -> None:
    """End couch mode in this browser: its visitor has left it."""
    if COOKIE in request.COOKIES:
        response.delete_cookie(COOKIE, samesite="Lax")


def remember(request: HttpRequest, response: HttpResponse, room: str, *, board: bool = False) -> None:
    """This browser plays at the television of a room."""
    value = f"{room}.board" if board else room
    response.set_cookie(COOKIE, value, max_age=AN_EVENING, secure=request.is_secure(), httponly=True, samesite="Lax")
