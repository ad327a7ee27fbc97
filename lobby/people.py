"""What an admin does to a visitor with an offensive name: another name, everywhere it stands, or the door."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from lobby import devices, games, names, rooms
from lobby.models import Member, Report, Visitor
from races.models import Race, Seat


def rename(visitor: str, typed: str) -> str:
    """Give a visitor another name: in their rooms, in races that go on and in those that are over. Raises
    ValidationError for one that is none. Returns the name as it stands now."""
    name = names.cleaned(typed)
    with transaction.atomic():
        Visitor.objects.filter(pk=visitor).update(name=name)
        Seat.objects.filter(visitor=visitor).update(name=name)
        Race.objects.filter(seats__visitor=visitor).update(revision=F("revision") + 1)
        Report.objects.filter(visitor=visitor).delete()
    for code in Member.objects.filter(visitor=visitor).values_list("room__code", flat=True):
        with rooms.locked(code) as room:
            room.members.filter(visitor=visitor).update(name=name)
    return name


def bar(visitor: str) -> None:
    """Let a visitor open and join no more, and make no tokens and links. They leave their rooms; races that go on are
    driven to the end, because others drive in them."""
    Visitor.objects.filter(pk=visitor).update(barred=timezone.now())
    devices.bar(visitor)
    for code in list(Member.objects.filter(visitor=visitor).values_list("room__code", flat=True)):
        rooms.leave(code, visitor)


def let_in(visitor: str) -> None:
    Visitor.objects.filter(pk=visitor).update(barred=None)


def nameless(visitor: str) -> str:
    """A name that tells nothing, for a visitor who is to choose another one."""
    return str(games.offer(games.DEFAULT).nameless())
