"""Removes rooms in which nothing has happened for long. Races stay: they have codes of their own."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from lobby import limits, notices
from lobby.calls import addresses, due
from lobby.models import DAY, DeviceLink, Member, Room
from races import openings, turns
from races.models import Review

OLD_LINKS = timedelta(days=1)


def clean_rooms(now: datetime | None = None) -> int:
    """Remove abandoned rooms, and return how many. A room is kept while a member is connected, while its race goes on,
    and while its race has a clock of days, which may stand untouched for longer than a room may."""
    now = now or timezone.now()
    long_ago = now - timedelta(seconds=settings.ROOM_LIFETIME)
    idle = Room.objects.filter(touched__lt=long_ago)
    idle = idle.exclude(race__isnull=False, race__ended=None, race__clock__gte=DAY)
    idle = idle.exclude(race__isnull=False, race__touched__gte=long_ago)
    occupied = Member.objects.filter(room__in=idle, connected=True, seen__gte=long_ago).values("room")
    gone = list(idle.exclude(pk__in=occupied).values_list("pk", flat=True))
    Room.objects.filter(pk__in=gone).delete()
    for room in gone:
        notices.close(room)
    DeviceLink.objects.filter(made__lt=now - OLD_LINKS).delete()
    limits.forget(now)
    turns.forget_addresses(Review, now)
    openings.tidy(now)
    due.clean(now)
    addresses.clean(now)
    return len(gone)
