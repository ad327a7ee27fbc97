"""The page on which the host says when the drivers of a championship meet for its next race. Every page shows that in
the reader's own time zone."""

from datetime import UTC, datetime, timedelta

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from lobby import links, rooms, scenes
from lobby.games.heat.championship import is_on
from lobby.models import Room
from lobby.refused import Reason, Refused
from lobby.visitors import VisitorRequest

FARTHEST = timedelta(days=366)
EARLIEST = timedelta(hours=1)
"""A race that was to begin a moment ago may still be announced."""

NO_SEASON = Reason(409, _("No championship goes on in this room."), _("A time can be agreed on after its first race."))
NO_TIME = Reason(
    422, _("We could not read that date and time."), _("Choose a day within a year that is not over yet, and a time.")
)


def page(request: VisitorRequest, code: str) -> HttpResponse:
    """Agree on a time; an empty one takes it back. A script sends the moment itself (`moment`); without one what was
    typed (`typed`) is read as UTC, as the page says."""
    room = scenes.find(code).room
    must_lead(room, request.visitor)
    fault = ""
    if request.method == "POST":
        text = request.POST.get("moment") or request.POST.get("typed", "")
        try:
            agree(code, request.visitor, read(text, timezone.now()))
            return redirect(links.path(code))
        except Refused as refused:
            if refused.status != NO_TIME.status:
                raise
            fault = refused.in_full
    assert room.championship is not None, "a championship is on"
    context = {"room": room, "meeting": room.championship.meeting, "fault": fault}
    return render(request, "lobby/heat/meeting.html", context, status=NO_TIME.status if fault else 200)


def must_lead(room: Room, visitor: str) -> None:
    rooms.must_lead(room, visitor)
    if not is_on(room):
        raise Refused("no_season", NO_SEASON)


def agree(code: str, visitor: str, moment: datetime | None) -> None:
    with rooms.led(code, visitor) as room:
        must_lead(room, visitor)
        assert room.championship is not None, "a championship is on"
        room.championship.meeting = moment
        room.championship.save(update_fields=["meeting"])


def read(text: str, now: datetime) -> datetime | None:
    """The moment that a text names; None if there is none. Raises `Refused` for one that is past or too far."""
    if not text.strip():
        return None
    try:
        moment = parse_datetime(text.strip()[:40])
        if moment is not None and moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        if moment is not None and now - EARLIEST <= moment <= now + FARTHEST:
            return moment.replace(second=0, microsecond=0)
    except (ValueError, OverflowError):
        pass
    raise Refused("no_time", NO_TIME)
