"""How long things are kept, by the settings: what has had its time is ended, forgotten or deleted, once an hour. Any
number of processes may do it."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils import timezone

from engine.kernel.commands import End
from engine.kernel.refusals import Refusal
from lobby import forgetting
from lobby.models import Member, Visitor
from races import live, scenes, series
from races.models import Race, Seat

logger = logging.getLogger(__name__)

PAUSE = 3600
"""Seconds between two looks."""
AT_ONCE = 200
"""So many of a kind in one look: a site that begins to keep less is not busy with it for long."""


@dataclass
class Tidied:
    """How many of each."""

    ended: int = 0
    deleted: int = 0
    forgotten: int = 0

    def __add__(self, more: "Tidied") -> "Tidied":
        return Tidied(self.ended + more.ended, self.deleted + more.deleted, self.forgotten + more.forgotten)


def tidy(now: datetime | None = None) -> Tidied:
    """End races in which nothing happens, delete old ones, forget visitors who have not been here for long."""
    now = now or timezone.now()
    tidied = Tidied()
    if before := _before("unfinished", now):
        tidied.ended = _end_unfinished(before)
    if before := _before("races", now):
        tidied.deleted = _delete_races(before)
    if before := _before("visitors", now):
        tidied.forgotten = _forget_visitors(before)
    Session.objects.filter(expire_date__lt=now).delete()
    if tidied != Tidied():
        message = "Tidied up: %s races were ended as they stood, %s old races deleted, %s visitors forgotten"
        logger.info(message, tidied.ended, tidied.deleted, tidied.forgotten)
    return tidied


def _before(what: str, now: datetime) -> datetime | None:
    """What was last used before this moment has had its time; None where it is kept for ever."""
    days: int = settings.KEEP[what]
    return now - timedelta(days=days) if days else None


def _end_unfinished(before: datetime) -> int:
    idle = Race.objects.filter(ended=None, touched__lt=before).exclude(pk__in=list(scenes.unreadable))
    ended = 0
    for race in idle.order_by("touched").values_list("pk", flat=True)[:AT_ONCE]:
        try:
            scenes.scene_of(race)
            ended += not isinstance(live.submit(race, End()), Refusal)
        except scenes.Unreadable:
            continue  # `scenes.load` has logged it
    return ended


def _delete_races(before: datetime) -> int:
    for one in series.every():
        one.expire(before)
    deleted = 0
    for race in Race.objects.filter(ended__lt=before).order_by("ended").only("game", "ended")[:AT_ONCE]:
        if series.seal(race):
            continue  # its series goes on; without a drive of this week, its driver could begin a second first try
        try:
            race.delete()
        except ProtectedError:
            continue  # a series that goes on counts its points
        deleted += 1
    return deleted


def _forget_visitors(before: datetime) -> int:
    """Those whose newest race is older, who sit in no room, and for whom no race waits."""
    races = Seat.objects.filter(visitor=OuterRef("pk"), race__touched__gte=before)
    rooms = Member.objects.filter(visitor=OuterRef("pk"))
    driving = Seat.objects.filter(visitor=OuterRef("pk"), kind=Seat.Kind.DRIVER, race__ended=None)
    gone = Visitor.objects.filter(~Exists(races), ~Exists(rooms), ~Exists(driving), made__lt=before)
    forgotten = 0
    for visitor in gone.values_list("pk", flat=True)[:AT_ONCE]:
        if Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).exists():
            continue  # a race began a moment ago
        forgetting.forget(visitor)
        forgotten += 1
    return forgotten
