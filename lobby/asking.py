"""People find each other again: the last opponents of a visitor, whom one click asks to a room, and the invitations
that a visitor has.

An opponent is named by a race that both have played and a seat of it, never by the visitor's own id. Whether the other
one wants no invitations at all, or none from this visitor, cannot be told from the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from lobby import games, rooms, visitors
from lobby.models import HEAVY, Block, Invitation, Member, Mute, Room, Visitor
from lobby.refused import Refused
from races.models import Seat

RACES = 30
"""In so many of the last races opponents are looked for."""
OPPONENTS = 12
OPEN_AT_ONCE = 5
"""Invitations that one visitor is shown; more are not made."""
LIFETIME = timedelta(hours=12)


@dataclass(frozen=True)
class Opponent:
    """A player of a race that is over, under the name that they had there."""

    seat: Seat
    title: str
    """Of the last race together."""
    mute: Mute | None


@dataclass(frozen=True)
class Asked:
    """An invitation as it is shown: who asks, and where to."""

    invitation: Invitation
    name: str
    room: Room
    title: str


def opponents(visitor: str) -> list[Opponent]:
    """The people with whom a visitor played last, each once, the newest first."""
    mine = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER).exclude(visitor="").exclude(race__ended=None)
    last = list(mine.order_by("-race__ended").values_list("race", flat=True)[:RACES])
    seats = Seat.objects.filter(race__in=last, kind=Seat.Kind.DRIVER).exclude(visitor__in=("", visitor))
    seats = seats.select_related("race__track").defer("race__state", "race__setup")
    newest: dict[str, Seat] = {}
    for seat in sorted(seats, key=lambda seat: last.index(seat.race_id)):
        newest.setdefault(seat.visitor, seat)
    mutes = {mute.other: mute for mute in Mute.objects.filter(visitor=visitor)}
    return [
        Opponent(seat, games.offer(seat.race.game).title(seat.race), mutes.get(other))
        for other, seat in list(newest.items())[:OPPONENTS]
    ]


def met(visitor: str, race: str, seat: int) -> Seat:
    """The seat of another player of this race, which the visitor has played, too."""
    played = Seat.objects.filter(race=OuterRef("race"), visitor=visitor, kind=Seat.Kind.DRIVER)
    seats = Seat.objects.filter(Exists(played), race__code=race, number=seat, kind=Seat.Kind.DRIVER)
    found = seats.exclude(visitor__in=("", visitor)).exclude(race__ended=None).select_related("race").first()
    if found is None or not visitor:
        raise Refused("no_such_opponent")
    return found


def room_of(visitor: str) -> Room | None:
    """The room in which a visitor waits; of several the one where something happened last."""
    waiting = Q(room__race=None) | Q(room__race__ended__isnull=False)
    member = Member.objects.filter(waiting, visitor=visitor).select_related("room").order_by("-room__touched").first()
    return member.room if member else None


def ask(visitor: str, other: str, room: Room) -> None:
    """Ask another visitor to a room in which this one is; an earlier one of the same two is gone. Nothing is made for
    one who is not to be asked, and the answer is the same."""
    visitors.must_not_be_barred(visitor)
    rooms.own(room, visitor)
    with transaction.atomic():
        if not _wants(other, visitor) or Block.objects.filter(room=room, visitor=other).exists():
            return
        if Member.objects.filter(room=room, visitor=other).exists():
            return
        Invitation.objects.filter(visitor=other, by=visitor, declined=None).exclude(room=room).delete()
        if _open(other).count() < OPEN_AT_ONCE:
            Invitation.objects.get_or_create(room=room, visitor=other, defaults={"by": visitor})


def _wants(other: str, visitor: str) -> bool:
    """Whether the other one may be asked by this visitor."""
    known = visitors.known(other)
    return bool(known and known.may_be_asked) and not Mute.objects.filter(visitor=other, other=visitor).exists()


def _open(visitor: str) -> QuerySet[Invitation]:
    """The invitations that still hold: who asked is in the room, which waits for a game."""
    there = Member.objects.filter(room=OuterRef("room"), visitor=OuterRef("by"))
    gone_in = Member.objects.filter(room=OuterRef("room"), visitor=visitor)
    kept_out = Block.objects.filter(room=OuterRef("room"), visitor=visitor)
    waiting = Q(room__race=None) | Q(room__race__ended__isnull=False)
    since = timezone.now() - LIFETIME
    found = Invitation.objects.filter(waiting, Exists(there), visitor=visitor, declined=None, made__gt=since)
    return found.exclude(Exists(gone_in)).exclude(Exists(kept_out))


def invitations(visitor: str) -> Sequence[Asked]:
    """What a visitor is asked to, the newest first."""
    if not visitor:
        return ()
    found = list(_open(visitor).order_by("-made")[:OPEN_AT_ONCE])
    known = Room.objects.select_related("track__current").defer(*HEAVY).in_bulk([one.room_id for one in found])
    names = dict(
        Member.objects.filter(room__in=known, visitor__in={one.by for one in found}).values_list("visitor", "name")
    )
    return [
        Asked(one, names[one.by], room := known[one.room_id], games.offer(room.game).room_listing(room).title)
        for one in found
    ]


def decline(visitor: str, invitation: int, mute: bool = False) -> None:
    """Say no; with `mute` for good, to whatever its sender asks."""
    found = Invitation.objects.filter(pk=invitation, visitor=visitor).first()
    if found is None:
        raise Refused("no_such_invitation")
    Invitation.objects.filter(pk=found.pk, declined=None).update(declined=timezone.now())
    if mute:
        sender = Member.objects.filter(room=found.room_id, visitor=found.by).first() or visitors.known(found.by)
        silence(visitor, found.by, sender.name if sender else "–")


def silence(visitor: str, other: str, name: str) -> None:
    """No invitation of the other one reaches this visitor any more; those that are open are gone."""
    Mute.objects.get_or_create(visitor=visitor, other=other, defaults={"name": name})
    Invitation.objects.filter(visitor=visitor, by=other, declined=None).update(declined=timezone.now())


def mutes(visitor: str) -> QuerySet[Mute]:
    return Mute.objects.filter(visitor=visitor)


def hear(visitor: str, mute: int) -> None:
    """Let a muted one ask again."""
    Mute.objects.filter(pk=mute, visitor=visitor).delete()


def set_whether_asked(visitor: str, wanted: bool) -> None:
    """Whether other players may ask this visitor. Switched off, the invitations that are open are gone."""
    Visitor.objects.filter(pk=visitor).update(may_be_asked=wanted)
    if not wanted:
        Invitation.objects.filter(visitor=visitor, declined=None).update(declined=timezone.now())
