"""Forgetting a visitor, whose races stay for the others."""

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
    """Forget a visitor. They leave the games that go on (`races.leaving`), paused or not. Their races stay for the
    others, under another name."""
    for seat in list(Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None)):
        with suppress(Broken):  # a race that this version cannot read waits for no player
            leaving.leave(seat.race_id, seat.number)
    for code in Member.objects.filter(visitor=visitor).values_list("room__code", flat=True):
        rooms.leave(code, visitor)
    with transaction.atomic():
        mine_too = Race.objects.filter(seats__visitor=visitor).values("pk")
        Race.objects.filter(pk__in=mine_too).update(revision=F("revision") + 1)  # processes have the names in memory
        devices.forget(visitor)
        for seat in Seat.objects.filter(visitor=visitor).select_related("race"):
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
