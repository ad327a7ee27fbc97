"""Presence: which drivers are connected. A driver's seat has a lease that is renewed while a connection is open.

A driver is away when the last connection was closed and none came back, or when the lease has run out: a server that
is killed reports no closed connection. docs/RACES.md describes the mechanism.
"""

from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from engine.kernel.faults import Broken
from races import clocks, scenes, waiting
from races.changes import change, is_played
from races.games import table_game_of
from races.models import Race, Seat

BEAT = 10
"""Seconds between renewals."""
LEASE = timedelta(seconds=25)
FAREWELL = 4
"""Seconds that a reload of the page may take before its driver counts as gone."""

here: Counter[int] = Counter()
"""By key of a seat: how many connections to this process its driver has."""


def renew(now: datetime | None = None) -> None:
    """Renew the leases of drivers who are connected to this process, with one UPDATE, and mark those away whose lease
    has run out."""
    now = now or timezone.now()
    if present := list(here):
        Seat.objects.filter(pk__in=present).update(seen=now)
        _correct(present, now)
        _find_heirs(present, now)
    for seat in _awaited_drivers().filter(seen__lt=now - LEASE).select_related("race").only("number", "race__absent"):
        if seat.number not in seat.race.absent:
            depart(seat.pk, now, unseen_since=now - LEASE)


def _correct(present: list[int], now: datetime) -> None:
    """Mark drivers present who are connected to this process although their race has them as away: another process
    lost their connection, or the machine slept."""
    doubtful = Q(race__running=False, race__paused=False) | ~Q(race__absent={})
    seats = Seat.objects.filter(doubtful, pk__in=present, kind=Seat.Kind.DRIVER, race__ended=None)
    seats = seats.select_related("race")
    for seat in seats.only("number", "race__absent", "race__running", "race__paused"):
        if _is_missed(seat.race, seat.number):
            with suppress(Broken):
                arrive(seat.pk, now)


def _find_heirs(present: list[int], now: datetime) -> None:
    """Make the first present driver the host where the host has been away for longer than the grace, or has no seat
    any more. Only a host can end a pause, so a paused race would wait for ever."""
    drivers = Seat.objects.filter(race=OuterRef("pk"), kind=Seat.Kind.DRIVER).exclude(visitor="")
    without = ~Exists(drivers.filter(visitor=OuterRef("host")))
    waiting = Race.objects.filter(without | ~Q(absent={}), seats__in=present, ended=None)
    races = waiting.exclude(pk__in=list(scenes.unreadable)).distinct()
    for race in races.only("host", "absent", "grace"):
        if _heir(race, now) is not None:
            with change(race.pk) as row:
                row.host = _heir(row, now) or row.host  # the host may be back since a moment ago


def _heir(race: Race, now: datetime) -> str | None:
    """The visitor who is to become the host; None where the host stays."""
    drivers = list(race.seats.filter(kind=Seat.Kind.DRIVER).exclude(visitor="").order_by("number"))
    host = next((seat.number for seat in drivers if seat.visitor == race.host), None)
    if host is not None:
        gone = race.absent.get(host)
        if gone is None or clocks.milliseconds(now) - gone <= race.grace * 1000:
            return None
    return next((seat.visitor for seat in drivers if seat.number not in race.absent), None)


def _is_missed(race: Race, seat: int) -> bool:
    return seat in race.absent or not (race.running or race.paused)


def arrive(seat: int, now: datetime | None = None) -> None:
    """A driver is present: no longer away, and the clocks go on. If no driver had a lease for a while (the machine
    slept), the clocks are set back to when a driver was seen last."""
    moment = now or timezone.now()
    row = Seat.objects.select_related("race").get(pk=seat)
    drivers = Seat.objects.filter(race=row.race_id, kind=Seat.Kind.DRIVER)
    last_seen = drivers.aggregate(last=Max("seen"))["last"] or moment
    Seat.objects.filter(pk=seat).update(seen=moment)
    if row.kind != Seat.Kind.DRIVER:
        return  # a bot has the seat for good
    slept = row.race.running and not row.race.of_days and last_seen < moment - LEASE
    if row.race.ended is not None or not (slept or _is_missed(row.race, row.number)):
        return

    with change(row.race_id) as race:
        if not is_played(race, row.number):
            return
        if slept and race.revision == row.race.revision:  # of two drivers who come back at once, one does this
            clocks.stand(race, clocks.milliseconds(last_seen))
        if race.paused and len(race.absent) == drivers.count():  # all were away: the others have a whole grace, too
            race.absent = dict.fromkeys(race.absent, clocks.milliseconds(moment))
        race.absent.pop(row.number, None)
        if not race.paused:
            clocks.run(race, clocks.milliseconds(moment))
        if race.waits:
            waiting.come_back(
                race, table_game_of(race.content_id), scenes.state_of(race), row.number, clocks.milliseconds(moment)
            )


def depart(seat: int, now: datetime | None = None, unseen_since: datetime | None = None) -> None:
    """A driver is away: the grace begins. If no driver is present any more, the clocks stop, unless they are of days.

    Nothing happens if a process has seen the driver since `unseen_since`.
    """
    moment = now or timezone.now()
    row = Seat.objects.filter(pk=seat, kind=Seat.Kind.DRIVER, race__ended=None).first()
    if row is None or (unseen_since and row.seen and row.seen > unseen_since):
        return
    since = clocks.milliseconds(min(row.seen or moment, moment))
    with suppress(Broken), change(row.race_id) as race:  # `scenes.load` logs that a race is damaged
        if not is_played(race, row.number):
            return
        race.absent.setdefault(row.number, since)
        drivers = Seat.objects.filter(race=race, kind=Seat.Kind.DRIVER).values_list("number", flat=True)
        if all(number in race.absent for number in drivers) and not race.of_days:
            clocks.stand(race, max(race.absent.values()))
        else:
            clocks.set_due(race, clocks.milliseconds(moment))
            if race.waits:
                waiting.look(race, table_game_of(race.content_id), scenes.state_of(race), clocks.milliseconds(moment))


def closing_time(now: datetime | None = None) -> None:
    """Mark all drivers as away: the only server process starts or stops, so no driver is connected."""
    for seat in _awaited_drivers().values_list("pk", flat=True):
        depart(seat, now)


def _awaited_drivers() -> QuerySet[Seat]:
    """The drivers of races that go on, or will after a pause: who goes meanwhile has the whole grace after it."""
    going_on = Q(race__running=True) | Q(race__paused=True)
    return Seat.objects.filter(going_on, kind=Seat.Kind.DRIVER, race__ended=None)
