"""Who is in the waiting room right now. A member has a lease, as a driver in a race has, because killed servers say no
goodbye."""

from collections import Counter
from datetime import datetime, timedelta

from django.utils import timezone

from lobby import rooms
from lobby.models import Member
from lobby.refusals import Refused
from races.presence import BEAT, FAREWELL, LEASE

__all__ = ["BEAT", "FAREWELL", "PATIENCE", "arrive", "depart", "here", "renew"]

PATIENCE = timedelta(seconds=60)
"""So long may a host be away before somebody who is there takes over."""

here: Counter[int] = Counter()
"""The members (by key) that have connections to this process, and how many."""


def arrive(member: int, now: datetime | None = None) -> None:
    _mark(member, connected=True, now=now or timezone.now())


def depart(member: int, now: datetime | None = None) -> None:
    _mark(member, connected=False, now=now or timezone.now())


def _mark(member: int, *, connected: bool, now: datetime) -> None:
    """Note it, and tell the others if it is news."""
    changed = Member.objects.filter(pk=member).exclude(connected=connected).update(connected=connected, seen=now)
    if changed:
        row = Member.objects.select_related("room").get(pk=member)
        _touch(row.room.code)


def _touch(code: str) -> None:
    try:
        with rooms.locked(code):
            pass
    except Refused:  # the room went in the meantime
        return


def renew(now: datetime | None = None) -> None:
    """One UPDATE for everybody who is connected here, and a look for those whose lease has run out anywhere."""
    now = now or timezone.now()
    if present := [member for member, connections in here.items() if connections]:
        Member.objects.filter(pk__in=present).update(seen=now, connected=True)
    for member in Member.objects.filter(connected=True, seen__lt=now - LEASE).exclude(visitor=""):
        depart(member.pk, now)
    _replace_absent_hosts(now)


def _replace_absent_hosts(now: datetime) -> None:
    gone = Member.objects.filter(connected=False, seen__lt=now - PATIENCE).exclude(visitor="").select_related("room")
    for member in gone:
        room = member.room
        if room.host == member.visitor and rooms.drivers(room).filter(connected=True).exists():
            with rooms.locked(room.code) as held:
                heir = rooms.drivers(held).filter(connected=True).order_by("position").first()
                if heir is not None and held.host == member.visitor:
                    held.host = heir.visitor
