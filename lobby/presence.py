"""Which members are connected to their room's page.

A connected member has a lease that its server process renews, as a player in a race has. Without it, the members of a
process that was killed would stay connected for ever.
"""

from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from lobby import rooms
from lobby.models import Member, Room
from lobby.refused import Refused
from races.presence import BEAT, FAREWELL, LEASE

__all__ = ["BEAT", "FAREWELL", "PATIENCE", "arrive", "depart", "here", "renew"]

PATIENCE = timedelta(seconds=60)
"""How long a host may be away before a connected player becomes the host."""

here: Counter[int] = Counter()
"""By member: the number of connections to this process."""


def arrive(member: int, now: datetime | None = None) -> None:
    seen = now or timezone.now()
    if Member.objects.filter(pk=member, connected=False).update(connected=True, seen=seen):
        _announce(member)
    else:
        Member.objects.filter(pk=member).update(seen=seen)


def depart(member: int, now: datetime | None = None, unseen_since: datetime | None = None) -> None:
    """A member has left, unless a process has seen them since the given moment."""
    gone = Member.objects.filter(pk=member, connected=True)
    if unseen_since:
        gone = gone.filter(seen__lte=unseen_since)
    if gone.update(connected=False, seen=now or timezone.now()):
        _announce(member)


def _announce(member: int) -> None:
    """Let the pages of the room show it, unless the room was removed in the meantime."""
    code = Member.objects.filter(pk=member).values_list("room__code", flat=True).first()
    with suppress(Refused):
        rooms.touch(code or "")


def renew(now: datetime | None = None) -> None:
    """Renew the leases of this process with one UPDATE, and end those of any process that have run out."""
    now = now or timezone.now()
    if present := list(here):
        Member.objects.filter(pk__in=present).update(seen=now)
        for member in Member.objects.filter(pk__in=present, connected=False):  # another process lost them
            arrive(member.pk, now)
    for member in Member.objects.filter(connected=True, seen__lt=now - LEASE).exclude(visitor=""):
        depart(member.pk, now, unseen_since=now - LEASE)
    _replace_absent_hosts(now)


def _replace_absent_hosts(now: datetime) -> None:
    players = Member.objects.filter(room=OuterRef("pk")).exclude(visitor="")
    gone = players.filter(visitor=OuterRef("host"), connected=False, seen__lt=now - PATIENCE)
    left = Room.objects.filter(Exists(gone), Exists(players.filter(connected=True)))
    for code, host in left.values_list("code", "host"):
        with suppress(Refused), rooms.locked(code) as held:
            heir = rooms.players(held).filter(connected=True).order_by("position").first()
            if heir is not None and held.host == host:
                held.host = heir.visitor


def time_was_set(now: datetime) -> None:
    """The time of the machine was set. Members who are connected were seen just now; else their rooms would look
    abandoned."""
    Member.objects.filter(connected=True).update(seen=now)
