"""How long things are kept, by the settings: what has had its time is ended, forgotten or deleted, once an hour. Any
number of processes may do it. docs/OPERATING.md says of each table when its rows go."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, fields
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from engine.kernel.commands import End
from engine.kernel.refusals import Refusal
from lobby import devices, forgetting
from lobby.models import Device, MailAddress, Member, Mute, PushAddress, Report, Visitor
from races import live, scenes, series
from races.models import Content, Position, Race, Review, Seat

logger = logging.getLogger(__name__)

PAUSE = 3600
"""Seconds between two times that a server process tidies up."""
AT_ONCE = 50
"""Rows in one step. Drivers wait for the transaction that deletes them: on SQLite all drivers do."""
FEW = 5
"""Races to end, or visitors to forget, in one step: each takes many statements."""
STRAYS = timedelta(days=1)
"""Age at which a row without its visitor is deleted."""


@dataclass
class Tidied:
    """How many of each."""

    ended: int = 0
    deleted: int = 0
    opened: int = 0
    driven_on: int = 0
    reviews: int = 0
    contents: int = 0
    forgotten: int = 0
    strays: int = 0

    def __add__(self, more: "Tidied") -> "Tidied":
        return Tidied(*(one + other for one, other in zip(astuple(self), astuple(more), strict=True)))

    def __bool__(self) -> bool:
        return any(astuple(self))

    def __str__(self) -> str:
        return ", ".join(f"{getattr(self, one.name)} {WORDS[one.name]}" for one in fields(self))


WORDS = {
    "ended": "races ended as they stood",
    "deleted": "old races deleted",
    "opened": "opened records deleted",
    "driven_on": "races deleted that went on from one that is gone",
    "reviews": "reviews deleted",
    "contents": "contents deleted that no race names",
    "forgotten": "visitors forgotten",
    "strays": "rows of nobody deleted",
}


async def tidy_up() -> None:
    """Tidy up in a server process. Between two steps others have their turn in the thread for the database."""
    tidied, all_steps = Tidied(), steps()
    while step := await database_sync_to_async(next)(all_steps, Tidied()):
        tidied += step
    if tidied:
        logger.info("Tidied up: %s", tidied)


def tidy(now: datetime | None = None) -> Tidied:
    """End, delete and forget all that has had its time."""
    return sum(steps(now), Tidied())


def steps(now: datetime | None = None) -> Iterator[Tidied]:
    """Do the same step by step: each takes some rows of one kind."""
    for kind, work in _work(now or timezone.now()):
        try:
            while done := work():
                yield Tidied(**{kind: done})
        except Exception:  # a row that cannot go must not keep all other kinds
            logger.exception("Tidying up stopped at %s", WORDS.get(kind, kind))


def _work(now: datetime) -> Iterator[tuple[str, Callable[[], int]]]:
    if before := _before("unfinished", now):
        yield "ended", partial(_end, Race.objects.filter(touched__lt=before))
    if before := _before("races", now):
        races = Race.objects.filter(ended__lt=before)
        for one in series.every():
            one.expire(before)
            races = one.unneeded(races)
        yield "deleted", partial(_delete, races)
    if before := _before("opened", now):
        yield "opened", partial(_delete, Race.objects.filter(opened=True, ended__lt=before))
    if before := _before("driven_on", now):
        yield "ended", partial(_end, _without_origin().filter(touched__lt=before))
        yield "driven_on", partial(_delete, _without_origin().filter(ended__lt=before))
    if before := _before("reviews", now):
        yield "reviews", partial(_delete, Review.objects.filter(asked__lt=before))
    if before := _before("visitors", now):
        yield "forgotten", partial(_forget_visitors, before)
    if before := _before("contents", now):
        named = Race.objects.filter(content=OuterRef("pk"))
        yield "contents", partial(_delete, Content.objects.filter(~Exists(named), named__lt=before))
    for rows in _strays(now):
        yield "strays", partial(_delete, rows)
    Session.objects.filter(expire_date__lt=now).delete()


def _before(what: str, now: datetime) -> datetime | None:
    """What was last used before this moment has had its time; None where it is kept for ever."""
    days: int = settings.KEEP[what]
    return now - timedelta(days=days) if days else None


def _delete(rows: QuerySet[Any]) -> int:
    """Delete some of these rows, with all that cascades. They are locked first: a transaction that names one waits, and
    a row that another transaction has locked is left for another time."""
    with transaction.atomic():
        locked = rows.select_for_update(skip_locked=True).order_by("pk")
        some = list(locked.values_list("pk", flat=True)[:AT_ONCE])
        QuerySet(rows.model).filter(pk__in=some).only("pk").delete()
    return len(some)


def _without_origin() -> QuerySet[Race]:
    """Return the races that went on from a step of a race that is gone, or will be: of one that was opened from a
    file. A record from a file that has such a beginning itself is not among them: it tells no step."""
    gone = Q(origin=None) | Q(origin__opened=True)
    return Race.objects.filter(Exists(Position.objects.filter(gone, race=OuterRef("pk"), step__isnull=False)))


def _end(idle: QuerySet[Race]) -> int:
    """End some of these races as they stand. Those that cannot be ended keep none behind them."""
    left = idle.filter(ended=None).exclude(pk__in=list(scenes.unreadable)).order_by("pk")
    after = 0
    while some := list(left.filter(pk__gt=after).values_list("pk", flat=True)[:FEW]):
        if ended := sum(map(_is_ended, some)):
            return ended
        after = some[-1]
    return 0


def _is_ended(race: int) -> bool:
    try:
        scenes.scene_of(race)
        return not isinstance(live.submit(race, End()), Refusal)
    except scenes.Unreadable:
        return False  # `scenes.load` has logged it


def _forget_visitors(before: datetime) -> int:
    """Forget visitors whose newest race is older, who sit in no room, and for whom no race waits. Visitors who never
    gave a name have seats alone, and no row of their own."""
    named = _unused(Visitor.objects.filter(made__lt=before), "pk", before)
    seats = Seat.objects.filter(~Exists(Visitor.objects.filter(pk=OuterRef("visitor")))).exclude(visitor="")
    nameless = _unused(seats.order_by("visitor"), "visitor", before).distinct()
    forgotten = 0
    for visitor in [*named[:FEW], *nameless[:FEW]]:
        if Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).exists():
            continue  # a race began a moment ago
        forgetting.forget(visitor)
        forgotten += 1
    return forgotten


def _unused(rows: QuerySet[Any], visitor: str, before: datetime) -> QuerySet[Any, str]:
    """Return the visitors of these rows who are in no room and in no race, and were in none since."""
    seats = Seat.objects.filter(visitor=OuterRef(visitor))
    busy = seats.filter(Q(race__touched__gte=before) | Q(kind=Seat.Kind.DRIVER, race__ended=None))
    rooms = Member.objects.filter(visitor=OuterRef(visitor))
    return rows.filter(~Exists(busy), ~Exists(rooms)).values_list(visitor, flat=True)


def _strays(now: datetime) -> Iterator[QuerySet[Any]]:
    """Return what a request stored while its visitor was being forgotten, and devices that were signed out so long ago
    that no cookie can name them any more. Until then they say that such a cookie names nobody."""
    visitors, seats = Visitor.objects.filter(pk=OuterRef("visitor")), Seat.objects.filter(visitor=OuterRef("visitor"))
    for rows in (Device.objects.filter(out=None), *map(QuerySet, (Mute, PushAddress, MailAddress, Report))):
        yield rows.filter(~Exists(visitors), ~Exists(seats), made__lt=now - STRAYS)
    yield Device.objects.filter(out__lt=now - devices.COOKIE_LIFETIME)
