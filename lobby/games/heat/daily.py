"""The page of the race of the day: into it, its table, and laps alone on any circuit."""

from collections.abc import Callable, Iterator
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
    is_open: bool
    mine: DailyTry | None
    going_on: Race | None
    rows: list[Row]
    """Lines of the table; none before the edition is open."""
    drivers: int
    """First tries in the table; before the edition is open, those that are over."""
    share: str
    has_previous: bool
    """True where the day or week before has drives."""

    @property
    def tries(self) -> bool:
        """Return whether the drive that goes on is the first try."""
        return self.mine is not None and self.mine.race == self.going_on


def shown(of: Edition, visitor: str, now: datetime) -> Shown:
    version = of.track()
    mine = driving.first_try(visitor, of.key)
    is_open = of.is_open(now)
    driving.judge_open(of.key)
    rows = list(_rows(of, visitor)) if is_open else []
    name = version.name if version else ""
    good = mine is not None and mine.verdict == DailyTry.Verdict.GOOD
    return Shown(
        edition=of,
        track=name,
        circuit=circuits.circuit(version.pk) if version else None,
        is_open=is_open,
        mine=mine,
        going_on=driving.going_on(visitor, of.key),
        rows=[row for number, row in enumerate(rows) if number < SHOWN or row.is_mine],
        drivers=len(rows) if is_open else driving.first_tries(of.key).exclude(race__ended=None).count(),
        share=driving.share_line(mine, name) if good and mine is not None else "",
        has_previous=driving.first_tries(of.previous.key).exists(),
    )


def _rows(of: Edition, visitor: str) -> Iterator[Row]:
    ranked = driving.ranked(of.key)
    seats = driving.names_of(ranked)
    for rank, one in ranked:
        yield Row(rank, one, seats[one.pk], is_mine=bool(visitor) and one.visitor == visitor)


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
    """Show a day that is over: when it opens, and from then on its table, its seed, its replays."""
    of, now = edition(key), timezone.now()
    if of is None or not of.has_begun(now):
        raise Http404
    if not of.is_over(now):
        return redirect("day:show")
    found = shown(of, request.visitor, now)
    return render(request, "lobby/heat/daily_past.html", {"one": found})


@require_POST
@friendly
def drive(request: VisitorRequest) -> HttpResponse:
    of, now = edition(request.POST.get("key", "")), timezone.now()
    if of is not None and (race := driving.going_on(request.visitor, of.key)) is not None:
        return redirect(race)
    if of is None or of not in now_on(now):
        messages.warning(request, _("That day is over. Here is the race of today."))
        return redirect("day:show")
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
