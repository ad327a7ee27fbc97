"""Who is to be called now: drivers who are away while a race of days waits for them, and visitors who were asked to a
room. There is no second call about one thing before the visitor was there again, unless a day has passed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from django.db import IntegrityError, transaction
from django.utils import timezone

from lobby import asking, games
from lobby.calls.models import Call, MailAddress, PushAddress
from lobby.models import Invitation, Room
from races import clocks
from races.models import Seat
from races.models.races import DAY

AWAY = timedelta(minutes=2)
"""Who has just left may be on the way back."""
PAUSE = timedelta(minutes=15)
"""Between two calls of one visitor, whatever they are about."""
AGAIN = timedelta(hours=20)
"""After so long a visitor who did not come is called once more about the same thing."""
TRIED_AGAIN = timedelta(minutes=15)
"""After so long a call is tried again that no address took."""
FRESH = timedelta(minutes=30)
"""An invitation is news for so long."""


@dataclass(frozen=True)
class Due:
    """A call that is to be made, and of what it tells."""

    kind: Literal["turn", "room"]
    visitor: str
    about: str
    """The code of the race or the room."""
    title: Callable[[], str]
    """Where it is, in the language that is active when it is asked."""
    name: str = ""
    """Who asks to a room."""
    since: datetime | None = None
    """When the visitor was there last; a call before that counts no more."""
    called: datetime | None = None
    """When the visitor was last called about it."""

    @property
    def path(self) -> str:
        return f"/races/{self.about}/" if self.kind == "turn" else "/"


def due(now: datetime | None = None) -> list[Due]:
    """The calls that are to be made now, at most one for each visitor."""
    now = now or timezone.now()
    found: dict[str, Due] = {}
    for one in (*turns(now), *rooms(now)):
        if one.visitor not in found:
            last = Call.objects.filter(visitor=one.visitor, about=one.about).first()
            if _may_call(one, last, now):
                found[one.visitor] = replace(one, called=last.at if last else None)
    return list(found.values())


def turns(now: datetime) -> Iterator[Due]:
    """Races of days that wait for a driver who is away, and whose answer is not given by itself."""
    seats = Seat.objects.filter(
        kind=Seat.Kind.DRIVER, race__ended=None, race__paused=False, race__clock__gte=DAY, visitor__in=_reachable()
    ).exclude(race__absent={})
    heavy = ("race__state", "race__setup", "race__track__data", "race__track__art")
    for seat in seats.select_related("race__track__track").defer(*heavy):
        clock, gone = seat.race.clocks.get(seat.number), seat.race.absent.get(seat.number)
        if clock is None or clock.get("auto") or gone is None or clocks.moment(gone) > now - AWAY:
            continue
        title = partial(games.offer(seat.race.game).title, seat.race)
        yield Due("turn", seat.visitor, seat.race.code, title, since=seat.seen)


def rooms(now: datetime) -> Iterator[Due]:
    """Invitations of the last minutes."""
    fresh = Invitation.objects.filter(declined=None, made__gt=now - FRESH, visitor__in=_reachable())
    for visitor in fresh.order_by("made").values_list("visitor", flat=True).distinct():
        for one in asking.invitations(visitor):
            if one.invitation.made > now - FRESH:
                yield Due("room", visitor, one.room.code, partial(_listed, one.room), one.name)


def _listed(room: Room) -> str:
    return games.offer(room.game).room_listing(room).title


def _reachable() -> set[str]:
    """The visitors who have an address."""
    pushed = PushAddress.objects.values_list("visitor", flat=True)
    return {*pushed, *MailAddress.objects.exclude(confirmed=None).values_list("visitor", flat=True)}


def _may_call(one: Due, last: Call | None, now: datetime) -> bool:
    if Call.objects.filter(visitor=one.visitor, at__gt=now - PAUSE).exists():
        return False
    if last is None:
        return True
    if not last.arrived:
        return last.at < now - TRIED_AGAIN
    was_there = one.since is not None and one.since > last.at
    return was_there or last.at < now - AGAIN


def claim(one: Due, now: datetime) -> bool:
    """Take a call on; of several processes that find it due, one does."""
    if one.called is not None:
        mine = Call.objects.filter(visitor=one.visitor, about=one.about, at=one.called)
        return bool(mine.update(at=now, arrived=False))
    try:
        with transaction.atomic():
            Call.objects.create(visitor=one.visitor, about=one.about, at=now)
    except IntegrityError:
        return False
    return True


def made(one: Due, arrived: bool) -> None:
    """What came of a call."""
    Call.objects.filter(visitor=one.visitor, about=one.about).update(arrived=arrived)


def clean(now: datetime) -> None:
    """Remove calls that hold no further one back."""
    Call.objects.filter(at__lt=now - 2 * AGAIN).delete()
