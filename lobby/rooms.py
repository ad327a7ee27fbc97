"""What can be done in a room. Each action is one transaction under the room's lock; a refused one changes nothing."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from lobby import games, names, notices, visitors
from lobby.games import Opponent
from lobby.models import HEAVY, HIGHEST_NUMBER, MOST_SEATS, Block, Member, Report, Room
from lobby.refused import Refused
from races import codes
from races.parts.chips import LIVERIES
from races.signals import SIGNALS

LENGTH_OF_CODE = 6
"""The signs of a new room's code. Rooms of earlier versions keep their five."""
NOT_AGREED = frozenset({"least", "most", "listed"})
"""Settings that the host may change without asking those again who are ready: they change nothing for a player."""
SIGNAL_EVERY = timedelta(seconds=3)


@contextmanager
def locked(code: str) -> Iterator[Room]:
    """A room under its lock. On leaving, its revision is raised, and once that is committed every page hears of it."""
    with transaction.atomic():
        rows = (
            Room.objects.select_for_update(of=("self",)).select_related("race", "track", "championship").defer(*HEAVY)
        )
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
    """A room under its lock while its host changes something; refused during a race."""
    with locked(code) as room:
        must_lead(room, visitor)
        if room.racing:
            raise Refused("racing")
        yield room


@contextmanager
def among(code: str, visitor: str) -> Iterator[tuple[Room, Member]]:
    """A room under its lock while one of its members changes their own seat; refused during a race."""
    with locked(code) as room:
        member = own(room, visitor)
        if room.racing:
            raise Refused("racing")
        yield room, member


def touch(code: str) -> None:
    """Raise the revision of a room in which something changed that is not a column of its own."""
    with locked(code):
        pass


def opened_before(visitor: str, once: str | None) -> Room | None:
    """The room that this visitor opened with the same `once` before, because a button was pressed twice."""
    return Room.objects.filter(once=once, host=visitor).first() if once else None


def open_room(
    visitor: str,
    name: str,
    once: str | None = None,
    *,
    game: str = games.DEFAULT,
    address: str = "",
    **settings: Any,
) -> Room:
    """A new room with this visitor as its host, with the game's own defaults if no settings are given. The same `once`
    gives the same room. `address` is that of the visitor, as `limits` tells it: another one may become the host."""
    if known := opened_before(visitor, once):
        return known
    settings = settings or games.offer(game).defaults({})
    code = codes.unused(Room.objects, LENGTH_OF_CODE)
    try:
        with transaction.atomic():
            room = Room(code=code, host=visitor, once=once or None, game=game, **settings)
            room.save()
            sit_down(room, visitor, name, ready=True, address=address)
    except IntegrityError:  # pressed twice at the same moment
        twin = opened_before(visitor, once)
        if twin is None:
            raise
        return twin
    return room


def kept_out(room: Room, visitor: str, address: str) -> str:
    """Why a visitor may not come in, as the code of a refusal: the host keeps this visitor out, or keeps another out
    who came from this address, and this visitor is new since. Empty for all others."""
    blocks = Block.objects.filter(room=room)
    if visitor and blocks.filter(visitor=visitor).exists():
        return "blocked"
    first = blocks.filter(address=address).order_by("made").first() if address else None
    if first is None or visitors.was_here(visitor, first.made):
        return ""
    return "" if visitor and room.members.filter(visitor=visitor).exists() else "blocked_here"


def join(code: str, visitor: str, name: str, address: str = "") -> Member:
    """Take a seat. A visitor who has one already keeps it. `address` is that of the visitor, as `limits` tells it."""
    visitors.must_not_be_barred(visitor)
    with locked(code) as room:
        if why := kept_out(room, visitor, address):
            raise Refused(why)
        if member := room.members.filter(visitor=visitor).first():
            return member
        if room.racing:
            raise Refused("racing")
        if players(room).count() >= room.most:
            raise Refused("full")
        return sit_down(room, visitor, name, address=address)


def sit_down(room: Room, visitor: str, name: str, colour: str = "", ready: bool = False, address: str = "") -> Member:
    """A seat for a visitor, in their favourite colour if it is free."""
    colour = colour or games.offer(room.game).seat_for(room, visitor, name)
    must_be_unique(room, name)
    known = visitors.known(visitor)
    likes = (colour, known.colour if known else "")
    number = known.car_number if known else None
    member = place(room, name=name, likes=likes, number=number, visitor=visitor, ready=ready, address=address)
    visitors.remember(visitor, name, "" if known and known.colour else member.colour, number or member.car_number)
    return member


def place(room: Room, *, name: str, likes: tuple[str, ...] = (), number: int | None = None, **who: Any) -> Member:
    """Add a seat at the first free position, in a free colour, with `number` if it is free.

    Bots get the colours at the end of the list, so that people find their favourites free.
    """
    seats = list(room.members.all())
    positions = {seat.position for seat in seats}
    colours = {seat.colour for seat in seats}
    numbers = {seat.car_number for seat in seats}
    if len(seats) >= MOST_SEATS:
        raise Refused("full" if who.get("visitor") else "no_seat_left")
    free = [colour for colour in LIVERIES if colour not in colours]
    return room.members.create(
        name=name,
        position=next(n for n in range(MOST_SEATS) if n not in positions),
        colour=next((colour for colour in likes if colour in free), free[0 if who.get("visitor") else -1]),
        car_number=next(n for n in (number, *range(1, HIGHEST_NUMBER)) if n and n not in numbers),
        **who,
    )


def leave(code: str, visitor: str) -> None:
    """Leave the room. If it was the host, another player becomes the host; after the last player, the room closes."""
    with locked(code) as room:
        room.members.filter(visitor=visitor).delete()
        gone = settle(room)
    if gone:
        notices.close(gone)


def settle(room: Room) -> int:
    """After a player left: give the room a host, or close it. Returns the key of a room that was closed, else 0."""
    left = players(room)
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
    """The host takes a seat away; with `block`, its player cannot join again."""
    with led(code, visitor) as room:
        other = member_of(room, member)
        if other.visitor == visitor:
            raise Refused("not_for_yourself")
        if block and other.is_player:
            Block.objects.get_or_create(room=room, visitor=other.visitor, defaults={"address": other.address})
        other.delete()


def let_newcomers_in(code: str, visitor: str) -> None:
    """The host lets visitors in again who come from where another was sent away, but not that one."""
    with led(code, visitor) as room:
        Block.objects.filter(room=room).update(address="")


def report(code: str, visitor: str, member: int) -> None:
    """Tell the admins of an offensive name. A second report of it changes nothing."""
    with locked(code) as room:
        own(room, visitor)
        other = member_of(room, member)
        if not other.is_player:
            raise Refused("not_a_person")
        Report.objects.get_or_create(visitor=other.visitor, name=other.name, by=visitor, defaults={"room": room.code})


def hand_over(code: str, visitor: str, member: int) -> None:
    """The host makes another player the host."""
    with locked(code) as room:
        must_lead(room, visitor)
        other = member_of(room, member)
        if not other.is_player:
            raise Refused("not_a_player")
        room.host = other.visitor


def set_ready(code: str, visitor: str, ready: bool) -> None:
    with among(code, visitor) as (_room, member):
        member.ready, member.asked_again = ready, []
        member.save(update_fields=["ready", "asked_again"])


def rename(code: str, visitor: str, name: str, car_number: int) -> None:
    with among(code, visitor) as (room, member):
        must_be_unique(room, name, member)
        member.name, member.car_number = name, car_number
        member.save(update_fields=["name", "car_number"])
        visitors.remember(visitor, name, car_number=car_number)


def paint(code: str, visitor: str, colour: str) -> None:
    """Take another colour, if it is free."""
    if colour not in LIVERIES:
        raise Refused("no_such_colour")
    with among(code, visitor) as (room, member):
        if games.offer(room.game).seats_stand(room):
            raise Refused("seats_stand")
        if room.members.exclude(pk=member.pk).filter(colour=colour).exists():
            raise Refused("colour_taken")
        member.colour = colour
        member.save(update_fields=["colour"])
        visitors.remember(visitor, member.name, colour)


def change(code: str, visitor: str, settings: dict[str, Any]) -> None:
    """The host changes the settings."""
    with led(code, visitor) as room:
        apply(room, settings)


def apply(room: Room, settings: dict[str, Any]) -> None:
    """Change the settings of a room that is locked, make its bots fit other rules, and ask its players again."""
    changed = list(differing(room, settings))
    for field, value in settings.items():
        setattr(room, field, value)
    if "rules" in changed:
        games.offer(room.game).adapt(room)
    ask_again(room, [field for field in changed if field not in NOT_AGREED])


def differing(room: Room, settings: dict[str, Any]) -> Iterator[str]:
    """The names of the settings that are new; of a game's own options, each by its own name."""
    for field, value in settings.items():
        if (before := getattr(room, field)) == value:
            continue
        if field == "options":
            yield from (name for name in value if name not in before or before[name] != value[name])
        else:
            yield field


def ask_again(room: Room, changed: list[str]) -> None:
    """Players who were ready for other settings are ready no more, and are shown what has changed since."""
    if not changed:
        return
    for member in players(room).exclude(visitor=room.host):
        if member.ready or member.asked_again:
            member.ready, member.asked_again = False, sorted({*member.asked_again, *changed})
            member.save(update_fields=["ready", "asked_again"])


def add_bot(code: str, visitor: str, name: str) -> Member:
    with led(code, visitor) as room:
        if games.offer(room.game).seats_stand(room):
            raise Refused("seats_stand")
        if not any(one.name == name for one in games.offer(room.game).cast()):
            raise Refused("no_such_bot")
        found = next((one for one in cast_left(room, room.members.all()) if one.name == name), None)
        if found is None:
            raise Refused("bot_taken")
        return place(room, name=found.name, bot=found.bot, ready=True)


def cast_left(room: Room, members: Iterable[Member]) -> list[Opponent]:
    """The characters that one more bot can play beside these seats: two of one name could not be told apart."""
    taken = {names.key(member.name) for member in members}
    return [one for one in games.offer(room.game).cast() if names.key(one.name) not in taken]


def fill(room: Room, count: int, bot: str) -> None:
    """Put so many bots into a room: characters that play like this one first, and others where they are too few."""
    for one in sorted(cast_left(room, room.members.all()), key=lambda one: one.bot != bot)[:count]:
        place(room, name=one.name, bot=one.bot, ready=True)


def signal(code: str, visitor: str, kind: str) -> None:
    """Send a quick signal to the others. The pause between two is kept in the database, for all processes."""
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


def players(room: Room) -> Any:
    """The seats of people."""
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
    """Refuse a second seat of one name: the two could not be told apart in the log."""
    others = room.members.exclude(pk=member.pk) if member else room.members.all()
    if names.key(name) in {names.key(other.name) for other in others}:
        raise Refused("name_taken")
