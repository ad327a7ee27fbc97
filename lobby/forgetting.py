"""All that the site holds of a visitor: to take along, and to forget."""

from typing import Any

from django.db import transaction
from django.db.models import F

from lobby import games, mine, rooms, visitors
from lobby.models import Attempt, Block, DeviceLink, Member, Visitor
from lobby.refused import Refused
from races import series
from races.models import Race, Seat


def export(visitor: str) -> dict[str, Any]:
    """What is stored of a visitor, as JSON. Hands and seeds are no part of it: the record of each race has them."""
    known = visitors.known(visitor)
    seats = mine.seats_of(visitor)
    return {
        "name": known.name if known else "",
        "colour": known.colour if known else "",
        "car_number": known.car_number if known else None,
        "first_here": known.made.isoformat() if known else None,
        "rooms": list(Member.objects.filter(visitor=visitor).values_list("room__code", flat=True)),
        "races": [
            {
                "code": seat.race.code,
                "game": seat.race.game,
                "title": games.offer(seat.race.game).title(seat.race),
                "started": seat.race.started.isoformat(),
                "ended": seat.race.ended.isoformat() if seat.race.ended else None,
                "name": seat.name,
                "place": seat.place,
            }
            for seat in seats.select_related("race__track").defer("race__state")
        ],
    }


def forget(visitor: str) -> None:
    """Forget a visitor. The races stay, because others played in them, under a name that is nobody's. Refused while a
    race goes on: its other players would wait for a driver who never comes back."""
    if Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).exists():
        raise Refused("still_racing")
    for code in Member.objects.filter(visitor=visitor).values_list("room__code", flat=True):
        rooms.leave(code, visitor)
    with transaction.atomic():
        mine_too = Race.objects.filter(seats__visitor=visitor).values("pk")
        Race.objects.filter(pk__in=mine_too).update(revision=F("revision") + 1)  # processes have the names in memory
        for seat in Seat.objects.filter(visitor=visitor).select_related("race"):
            seat.name = f"{games.offer(seat.race.game).nameless()} {seat.car_number}"
            seat.visitor = ""
            seat.save(update_fields=["name", "visitor"])
        for one in series.every():
            one.forget(visitor)
        Race.objects.filter(host=visitor).update(host="")
        Attempt.objects.filter(visitor=visitor).update(visitor="")
        for model in (DeviceLink, Block):
            model.objects.filter(visitor=visitor).delete()
        Visitor.objects.filter(pk=visitor).delete()
