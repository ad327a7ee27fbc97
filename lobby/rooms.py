"""What can be done in a room. Each is one transaction under the room's lock, and is refused without a trace."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from lobby import names, notices, opponents, visitors
from lobby.models import HEAVY, HIGHEST_NUMBER, MOST_CARS, Block, Member, Room
from lobby.refusals import Refused
from races import codes
from races.heat import catalogue
from races.models import Track
from races.parts.chips import LIVERIES
from races.signals import SIGNALS

LENGTH_OF_CODE = 5
SIGNAL_EVERY = timedelta(seconds=3)


@contextmanager
def locked(code: str) -> Iterator[Room]:
    """A room under its lock; it is told to everybody that it changed, once it has."""
    with transaction.atomic():
        rows = Room.objects.select_for_update(of=("self",)).select_related("race", "track").defer(*HEAVY)
        row = rows.filter(code=code).first()
        if row is None:
            raise Refused("no_room")
        yield row
        if row.pk is not None:
            row.revision += 1
            row.touched = timezone.now()
            row.save()
    if row.pk is not None:
        notices.announce(row.pk, row.revision)


@contextmanager
def led(code: str, visitor: str) -> Iterator[Room]:
    """A room under its lock while its host changes something; during a race nobody does."""
    with locked(code) as room:
        must_lead(room, visitor)
        if room.racing:
            raise Refused("racing")
        yield room


@contextmanager
def among(code: str, visitor: str) -> Iterator[tuple[Room, Member]]:
    """A room under its lock while one of its members changes what is their own."""
    with locked(code) as room:
        member = own(room, visitor)
        if room.racing:
            raise Refused("racing")
        yield room, member


def opened_before(visitor: str, once: str | None) -> Room | None:
    """The room that this visitor has opened with this `once` already: a button that was pressed twice."""
    return Room.objects.filter(once=once, host=visitor).first() if once else None


def open_room(visitor: str, name: str, once: str | None = None, **settings: Any) -> Room:
    """A new room with this visitor as its host. The same `once` gives the same room."""
    if known := opened_before(visitor, once):
        return known
    settings.setdefault("track", default_track())
    try:
        with transaction.atomic():
            room = Room(code=codes.unused(Room.objects, LENGTH_OF_CODE), host=visitor, once=once or None, **settings)
            room.save()
            sit_down(room, visitor, name, ready=True)
    except IntegrityError:  # pressed twice at the same moment
        twin = opened_before(visitor, once)
        if twin is None:
            raise
        return twin
    return room


def default_track() -> Track:
    """The first circuit on offer."""
    version = catalogue.tracks().first()
    if version is None:
        raise Refused("no_tracks")
    return version.track


def join(code: str, visitor: str, name: str) -> Member:
    """Take a seat. Who has one already keeps it."""
    with locked(code) as room:
        if Block.objects.filter(room=room, visitor=visitor).exists():
            raise Refused("blocked")
        if member := room.members.filter(visitor=visitor).first():
            return member
        if room.racing:
            raise Refused("racing")
        if drivers(room).count() >= room.most:
            raise Refused("full")
        return sit_down(room, visitor, name)


def sit_down(room: Room, visitor: str, name: str, colour: str = "", ready: bool = False) -> Member:
    """A seat for a visitor, in the colour that they like best among those that are left."""
    must_be_unique(room, name)
    known = visitors.known(visitor)
    likes = (colour, known.colour if known else "")
    wished = known.car_number if known else None
    member = place(room, name=name, likes=likes, number=wished, visitor=visitor, ready=ready)
    visitors.remember(visitor, name, "" if known and known.colour else member.colour, wished or member.car_number)
    return member


def place(room: Room, *, name: str, likes: tuple[str, ...] = (), number: int | None = None, **who: Any) -> Member:
    """Put a car on the grid: on the first free position, in a free colour, with the number that is wished for if
    nobody has it, else with the first free one.

    Cars of the house take the colours that people would take last.
    """
    cars = list(room.members.all())
    positions = {car.position for car in cars}
    colours = {car.colour for car in cars}
    numbers = {car.car_number for car in cars}
    if len(cars) >= MOST_CARS:
        raise Refused("grid_full" if not who.get("visitor") else "full")
    free = [colour for colour in LIVERIES if colour not in colours]
    return room.members.create(
        name=name,
        position=next(n for n in range(MOST_CARS) if n not in positions),
        colour=next((colour for colour in likes if colour in free), free[0 if who.get("visitor") else -1]),
        car_number=next(n for n in (number, *range(1, HIGHEST_NUMBER)) if n and n not in numbers),
        **who,
    )


def leave(code: str, visitor: str) -> None:
    """Go. If it was the host, the next driver takes over; if nobody is left, the room closes."""
    with locked(code) as room:
        room.members.filter(visitor=visitor).delete()
        gone = settle(room)
    if gone:
        notices.close(gone)


def settle(room: Room) -> int:
    """After somebody went: a room has a host or closes. The key of a room that closed."""
    left = drivers(room)
    if left.filter(visitor=room.host).exists():
        return 0
    heir = left.order_by("-connected", "position").first()
    if heir is not None:
        room.host = heir.visitor
        return 0
    key = room.pk
    room.delete()
    return key


def remove(code: str, visitor: str, member: int, block: bool = False) -> None:
    """The host sends a car off the grid, and if it is somebody's, perhaps for good."""
    with led(code, visitor) as room:
        other = member_of(room, member)
        if other.visitor == visitor:
            raise Refused("not_for_yourself")
        if block and other.is_driver:
            Block.objects.get_or_create(room=room, visitor=other.visitor)
        other.delete()


def hand_over(code: str, visitor: str, member: int) -> None:
    """The host makes somebody else the host."""
    with locked(code) as room:
        must_lead(room, visitor)
        other = member_of(room, member)
        if not other.is_driver:
            raise Refused("not_a_driver")
        room.host = other.visitor


def set_ready(code: str, visitor: str, ready: bool) -> None:
    with among(code, visitor) as (_room, member):
        member.ready = ready
        member.save(update_fields=["ready"])


def rename(code: str, visitor: str, name: str, car_number: int) -> None:
    with among(code, visitor) as (room, member):
        must_be_unique(room, name, member)
        member.name, member.car_number = name, car_number
        member.save(update_fields=["name", "car_number"])
        visitors.remember(visitor, name, car_number=car_number)


def paint(code: str, visitor: str, colour: str) -> None:
    """Take another colour, if nobody else has it."""
    if colour not in LIVERIES:
        raise Refused("no_such_colour")
    with among(code, visitor) as (room, member):
        if room.members.exclude(pk=member.pk).filter(colour=colour).exists():
            raise Refused("colour_taken")
        member.colour = colour
        member.save(update_fields=["colour"])
        visitors.remember(visitor, member.name, colour)


def change(code: str, visitor: str, settings: dict[str, Any]) -> None:
    """The host changes what will be driven."""
    with led(code, visitor) as room:
        apply(room, settings)


def apply(room: Room, settings: dict[str, Any]) -> None:
    """Change a room that is locked. Legends that are there learn to read the deck of other rules."""
    rules = room.rules
    for field, value in settings.items():
        setattr(room, field, value)
    if room.rules != rules:
        opponents.reread(room)


def add_bot(code: str, visitor: str, name: str) -> Member:
    with led(code, visitor) as room:
        driver = opponents.driver_named(name)
        if driver not in opponents.drivers_left(room.members.values_list("name", flat=True)):
            raise Refused("bot_taken")
        return place(room, name=driver.name, bot=driver.bot, ready=True)


def add_legend(code: str, visitor: str, level: str = "") -> Member:
    with led(code, visitor) as room:
        return put_legend(room, level)


def put_legend(room: Room, level: str = "") -> Member:
    row = opponents.next_row(room, level)
    legend = place(room, name="", likes=(opponents.colour_of(row),), legend=row, ready=True)
    legend.name = opponents.legend_name(legend.colour)
    legend.save(update_fields=["name"])
    return legend


def signal(code: str, visitor: str, kind: str) -> None:
    """Wave to the others. Too often is refused, in whichever process it comes."""
    if kind not in SIGNALS:
        raise Refused("no_such_signal")
    room = Room.objects.filter(code=code).first()
    if room is None:
        raise Refused("no_room")
    member = own(room, visitor)
    now = timezone.now()
    quiet = Member.objects.filter(pk=member.pk).exclude(signalled__gt=now - SIGNAL_EVERY)
    if not quiet.update(signalled=now):
        raise Refused("too_soon")
    notices.signal(room.pk, member.position, kind)


def drivers(room: Room) -> Any:
    """The people on the grid."""
    return room.members.exclude(visitor="")


def own(room: Room, visitor: str) -> Member:
    member = room.members.filter(visitor=visitor).first() if visitor else None
    if member is None:
        raise Refused("not_a_member")
    return member


def member_of(room: Room, member: int) -> Member:
    found = room.members.filter(pk=member).first()
    if found is None:
        raise Refused("no_such_member")
    return found


def must_lead(room: Room, visitor: str) -> None:
    own(room, visitor)
    if room.host != visitor:
        raise Refused("not_the_host")


def must_be_unique(room: Room, name: str, member: Member | None = None) -> None:
    """Two drivers of one name could not be told apart in the log."""
    others = room.members.exclude(pk=member.pk) if member else room.members.all()
    if names.key(name) in {names.key(other.name) for other in others}:
        raise Refused("name_taken")


def track_named(slug: str) -> Track | None:
    """A circuit on offer."""
    version = catalogue.tracks().filter(track__slug=slug).first()
    return version.track if version else None
