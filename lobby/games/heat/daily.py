"""The page of the race of the day: into it, its table, and laps alone on any circuit."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lobby import limits, visitors
from lobby.games.heat import circuits
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.visitors import VisitorRequest
from races.heat.daily import driving
from races.heat.daily.edition import Edition, edition, now_on
from races.models import DailyTry, LegendDeck, Race, Seat

SHOWN = 20
"""Lines of a table; one's own line is always there."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    rank: int
    drive: DailyTry
    seat: Seat
    is_mine: bool


@dataclass(frozen=True)
class Shown:
    """One edition as its page shows it to one visitor."""

    edition: Edition
    track: str
    circuit: circuits.Circuit | None
    is_over: bool
    mine: DailyTry | None
    going_on: Race | None
    rows: list[Row]
    drivers: int
    share: str

    @property
    def tries(self) -> bool:
        """Return whether the drive that goes on is the first try."""
        return self.mine is not None and self.mine.race == self.going_on

    @property
    def may_see(self) -> bool:
        """Who has not finished a first try is shown no table, which would tell what can be reached."""
        return self.is_over or (self.mine is not None and self.mine.verdict != DailyTry.Verdict.OPEN)


def shown(of: Edition, visitor: str, now: datetime) -> Shown:
    version = of.track()
    mine = driving.first_try(visitor, of.key)
    ranked = driving.table(of.key)
    seats = driving.names_of(ranked)
    rows = [Row(rank, one, seats[one.pk], bool(visitor) and one.visitor == visitor) for rank, one in ranked]
    name = version.name if version else ""
    good = mine is not None and mine.verdict == DailyTry.Verdict.GOOD
    return Shown(
        edition=of,
        track=name,
        circuit=circuits.circuit(version.pk) if version else None,
        is_over=of.is_over(now),
        mine=mine,
        going_on=driving.going_on(visitor, of.key),
        rows=[row for number, row in enumerate(rows) if number < SHOWN or row.is_mine],
        drivers=len(rows),
        share=driving.share_line(mine, name) if good and mine is not None else "",
    )


@require_safe
@never_cache
@friendly
def show(request: VisitorRequest) -> HttpResponse:
    now = timezone.now()
    editions = [shown(of, request.visitor, now) for of in now_on(now)]
    bests = driving.trial_bests(request.visitor) if request.visitor else {}
    trials = [(one, bests.get(one.pk)) for one in circuits.on_offer()]
    context = {"editions": editions, "trials": trials, "me": visitors.known(request.visitor)}
    return render(request, "lobby/heat/daily.html", context)


@require_safe
@never_cache
@friendly
def show_past(request: VisitorRequest, key: str) -> HttpResponse:
    """A day that is over: its table, its seed, its replays."""
    of, now = edition(key), timezone.now()
    if of is None or not of.has_begun(now):
        raise Http404
    if not of.is_over(now):
        return redirect("day:show")
    found = shown(of, request.visitor, now)
    driving.open_to_all(of.key)
    return render(request, "lobby/heat/daily_past.html", {"one": found})


@require_POST
@friendly
def drive(request: VisitorRequest) -> HttpResponse:
    of, now = edition(request.POST.get("key", "")), timezone.now()
    if of is None or of not in now_on(now):
        messages.warning(request, _("That day is over. Here is the race of today."))
        return redirect("day:show")
    if (race := driving.going_on(request.visitor, of.key)) is not None:
        return redirect(race)
    limits.may_open(request)
    race = _begun(lambda: driving.begin(request.visitor, _name(request), of))
    limits.opened(request)
    return redirect(race)


@require_POST
@friendly
def trial(request: VisitorRequest, number: int) -> HttpResponse:
    limits.may_open(request)
    race = _begun(lambda: driving.time_trial(request.visitor, _name(request), number))
    limits.opened(request)
    return redirect(race)


def _name(request: VisitorRequest) -> str:
    return visitors.given_name(request.visitor) or _("Driver")


def _begun(begin: Callable[[], Race]) -> Race:
    try:
        return begin()
    except (driving.NoTrack, LegendDeck.DoesNotExist):
        raise Refused("cannot_start") from None
