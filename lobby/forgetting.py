"""Forgetting a visitor, whose races stay for the others."""

from collections.abc import Iterable
from contextlib import suppress

from django.db import transaction
from django.db.models import F

from engine.kernel.faults import Broken
from lobby import devices, games, rooms
from lobby.calls import addresses
from lobby.models import Attempt, Block, Invitation, Member, Mute, Report, Visitor
from races import leaving, series
from races.models import Opening, Race, Review, Seat


def forget(visitor: str) -> None:
    """Forget a visitor. They leave their rooms and the games that go on (`races.leaving`), paused or not. Their races
    stay for the others, under another name."""
    over: set[int] = set()
    while True:
        _leave_rooms(visitor)
        over |= _leave_games(visitor, over)
        with transaction.atomic():
            seats = list(Seat.objects.filter(visitor=visitor).select_related("race"))
            if any(_is_driven(seat) and seat.pk not in over for seat in seats):
                continue  # a game has begun with them meanwhile
            _delete(visitor, seats)
            return


def _leave_rooms(visitor: str) -> None:
    """Leave all rooms, before the games: a room that starts one afterwards does it without the visitor."""
    for code in list(Member.objects.filter(visitor=visitor).values_list("room__code", flat=True)):
        rooms.leave(code, visitor)


def _leave_games(visitor: str, over: set[int]) -> set[int]:
    """Leave the games that go on, except at seats whose part is over. Return the keys of further such seats: the
    visitor has given up there, or this version of the site cannot read the race."""
    driven = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).exclude(pk__in=over)
    found = set()
    for seat in list(driven):
        way = None
        with suppress(Broken):
            way = leaving.leave(seat.race_id, seat.number)
        if way != "bot":
            found.add(seat.pk)
    return found


def _is_driven(seat: Seat) -> bool:
    return seat.kind == Seat.Kind.DRIVER and seat.race.ended is None


def _delete(visitor: str, seats: Iterable[Seat]) -> None:
    """Delete all rows of a visitor but their seats, from which the name is taken."""
    races = {seat.race_id for seat in seats}
    Race.objects.filter(pk__in=races).update(revision=F("revision") + 1)  # processes have the names in memory
    devices.forget(visitor)
    for seat in seats:
        seat.forget(games.offer(seat.race.game).nameless())
    for one in series.every():
        one.forget(visitor)
    Race.objects.filter(host=visitor).update(host="")
    Review.objects.filter(visitor=visitor).update(visitor="")
    Opening.objects.filter(visitor=visitor).delete()
    Attempt.objects.filter(visitor=visitor).update(visitor="")
    for model in (Block, Report, Invitation, Mute):
        model.objects.filter(visitor=visitor).delete()
    Invitation.objects.filter(by=visitor).delete()
    Mute.objects.filter(other=visitor).delete()
    addresses.forget(visitor)
    Report.objects.filter(by=visitor).update(by="")
    Visitor.objects.filter(pk=visitor).delete()
