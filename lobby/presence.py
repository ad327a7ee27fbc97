"""Who is in the waiting room right now. A member has a lease, as a driver in a race has, because killed servers say no
goodbye."""

from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from lobby import rooms
from lobby.models import Member, Room
from lobby.refusals import Refused
from races.presence import BEAT, FAREWELL, LEASE

__all__ = ["BEAT", "FAREWELL", "PATIENCE", "arrive", "depart", "here", "renew"]

PATIENCE = timedelta(seconds=60)
"""So long may a host be away before somebody who is there takes over."""

here: Counter[int] = Counter()
"""The members (by key) that have connections to this process, and how many."""


def arrive(member: int, now: datetime | None = None) -> None:
    seen = now or timezone.now()
    if Member.objects.filter(pk=member, connected=False).update(connected=True, seen=seen):
        _tell(member)
    else:
        Member.objects.filter(pk=member).update(seen=seen)


def depart(member: int, now: datetime | None = None, unseen_since: datetime | None = None) -> None:
    """Somebody has gone, unless some process has seen them since the moment that is named."""
    gone = Member.objects.filter(pk=member, connected=True)
    if unseen_since:
        gone = gone.filter(seen__lte=unseen_since)
    if gone.update(connected=False, seen=now or timezone.now()):
        _tell(member)


def _tell(member: int) -> None:
    """That somebody came or went is news for the others, unless the room has gone in the meantime."""
    code = Member.objects.filter(pk=member).values_list("room__code", flat=True).first()
    try:
        with rooms.locked(code or ""):
            pass
    except Refused:
        return


def renew(now: datetime | None = None) -> None:
    """One UPDATE for everybody who is connected here, and a look for those whose lease has run out anywhere."""
    now = now or timezone.now()
    if present := list(here):
        Member.objects.filter(pk__in=present).update(seen=now)
        for member in Member.objects.filter(pk__in=present, connected=False):  # another process lost them
            arrive(member.pk, now)
    for member in Member.objects.filter(connected=True, seen__lt=now - LEASE).exclude(visitor=""):
        depart(member.pk, now, unseen_since=now - LEASE)
    _replace_absent_hosts(now)


def _replace_absent_hosts(now: datetime) -> None:
    drivers = Member.objects.filter(room=OuterRef("pk")).exclude(visitor="")
    gone = drivers.filter(visitor=OuterRef("host"), connected=False, seen__lt=now - PATIENCE)
    left = Room.objects.filter(Exists(gone), Exists(drivers.filter(connected=True)))
    for code, host in left.values_list("code", "host"):
        with suppress(Refused), rooms.locked(code) as held:
            heir = rooms.drivers(held).filter(connected=True).order_by("position").first()
            if heir is not None and held.host == host:
                held.host = heir.visitor
