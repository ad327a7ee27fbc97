"""Who is there. Each driver's seat has a lease that is renewed while a connection of theirs is open.

A server that is killed says no goodbye, so only a lease that runs out tells that a driver has gone.
"""

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from races import clocks
from races.live import change
from races.models import Race, Seat

BEAT = 10
"""Seconds between renewals."""
LEASE = timedelta(seconds=25)
FAREWELL = 4
"""Seconds that a reload of the page may take before its driver counts as gone."""

here: Counter[int] = Counter()
"""The seats (by key) that have connections to this process, and how many."""


def renew(now: datetime | None = None) -> None:
    """One UPDATE for all drivers who are connected here, and a look for those whose lease has run out anywhere."""
    now = now or timezone.now()
    if present := [seat for seat, connections in here.items() if connections]:
        Seat.objects.filter(pk__in=present).update(seen=now)
    silent = Seat.objects.filter(kind=Seat.Kind.DRIVER, race__ended=None, race__running=True, seen__lt=now - LEASE)
    for seat in silent.select_related("race").only("number", "race__absent"):
        if str(seat.number) not in seat.race.absent:
            depart(seat.pk, now)


def arrive(seat: int, now: datetime | None = None) -> None:
    """A driver has connected: in control at once, and the clocks go on."""
    moment = now or timezone.now()
    with transaction.atomic():
        row = Seat.objects.select_related("race").get(pk=seat)
        row.seen = moment
        row.save(update_fields=["seen"])
        race = row.race
        quiet = str(row.number) not in race.absent and (race.running or race.paused)
    if quiet or race.ended is not None:
        return

    def edit(race: Race) -> None:
        race.absent.pop(str(row.number), None)
        if not race.paused:
            clocks.run(race, clocks.milliseconds(moment))

    change(race.pk, edit)


def depart(seat: int, now: datetime | None = None) -> None:
    """A driver has gone: the grace begins. If nobody is left, the clocks stand, unless they are of days."""
    moment = now or timezone.now()
    row = Seat.objects.get(pk=seat)
    since = clocks.milliseconds(min(row.seen or moment, moment))

    def edit(race: Race) -> None:
        race.absent.setdefault(str(row.number), since)
        drivers = Seat.objects.filter(race=race, kind=Seat.Kind.DRIVER).values_list("number", flat=True)
        if all(str(number) in race.absent for number in drivers) and not race.of_days:
            clocks.stand(race, max(race.absent.values()))
        else:
            clocks.set_due(race, clocks.milliseconds(moment))

    change(row.race_id, edit)


def closing_time(now: datetime | None = None) -> None:
    """The only server process starts anew or stops: nobody is connected, and no clock runs until somebody is."""
    for seat in Seat.objects.filter(kind=Seat.Kind.DRIVER, race__ended=None).values_list("pk", flat=True):
        depart(seat, now)
