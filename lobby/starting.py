"""From a room to a race: the start, a race against the house at once, and the same again."""

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.heat import RULESETS, Setup
from engine.kernel.faults import Broken
from lobby import opponents, rooms
from lobby.models import HEAVY, MOST_DRIVERS, Member, Room
from lobby.refusals import Refused
from races.heat import catalogue
from races.heat.start import RaceTerms, start_race
from races.models import LegendDeck, Race, Seat
from races.start import Start


def start(code: str, visitor: str) -> Race:
    """The host drops the flag. Who is not ready keeps the seat; a repeated start gives the same race."""
    with rooms.locked(code) as room:
        rooms.must_lead(room, visitor)
        if room.race is not None and room.racing:
            return room.race
        people = list(rooms.drivers(room))
        if sum(member.ready or member.visitor == visitor for member in people) < room.least:
            raise Refused("too_few")
        return _go(room)


def _go(room: Room) -> Race:
    """Everybody's seat is copied into the race; afterwards all have to be ready anew."""
    cars = list(room.members.all())
    if room.track.current is None:
        raise Refused("cannot_start")
    try:
        with transaction.atomic():
            race = start_race([starter(car) for car in cars], terms(room))
    except (Broken, LegendDeck.DoesNotExist) as fault:
        raise Refused("cannot_start") from fault
    rooms.drivers(room).update(ready=False)
    room.race = race
    return race


def starter(car: Member) -> Start:
    return Start(
        name=car.name,
        colour=car.colour,
        number=car.car_number,
        visitor=car.visitor,
        bot=car.bot,
        legend=car.legend,
        here=car.connected or car.visitor == car.room.host,
    )


def terms(room: Room) -> RaceTerms:
    assert room.track.current is not None
    return RaceTerms(
        track=room.track.current,
        deck=catalogue.deck(RULESETS[room.rules].legend_rows),
        rules=room.rules,
        laps=room.laps or printed_laps(room),
        clock=room.clock,
        grace=room.grace,
        mulligan=room.mulligan,
        watching=room.watching,
        listed=room.listed,
        room=room.code,
        host=room.host,
    )


def printed_laps(room: Room) -> int:
    assert room.track.current is not None
    return int(msgspec.json.decode(room.track.current.data, type=Laps).laps)


class Laps(msgspec.Struct):
    """As much of a circuit as is read here."""

    laps: int


def race_alone(
    visitor: str,
    name: str,
    *,
    bots: list[str],
    legends: int,
    level: str = "",
    once: str | None = None,
    **settings: object,
) -> Race:
    """A race against the house, at once. It has a room like any other, where friends may join the next one."""
    with transaction.atomic():
        room = rooms.open_room(visitor, name, once, **{"clock": Room.Clock.OFF, **settings})
        if room.race is not None:  # the button was pressed twice
            return room.race
        for kind in bots:
            left = opponents.drivers_left(room.members.values_list("name", flat=True))
            driver = next((one for one in left if one.bot == kind), left[0])
            rooms.place(room, name=driver.name, bot=driver.bot, ready=True)
        for _number in range(legends):
            rooms.put_legend(room, level if level in opponents.levels(room.legend_rows) else "")
        race = _go(room)
        room.save()
    return race


def opens_again(race: Race) -> bool:
    """Whether driving it again opens something, and is not just a way back into the room."""
    room = room_of(race)
    alone = race.seats.filter(kind=Seat.Kind.DRIVER).count() == 1
    return room is None or (alone and room.race_id in (None, race.pk))


def again(race: Race, visitor: str) -> Room:
    """The room of a race that is over, with this driver in it; made anew if it was removed in the meantime.

    Whoever drove alone is in the next race at once, so the room is returned with that race.
    """
    seats = list(race.seats.all())
    seat = next((one for one in seats if one.visitor == visitor and one.kind == Seat.Kind.DRIVER), None)
    if seat is None:
        raise Refused("not_your_race")
    room = room_of(race)
    if room is not None and room.race_id not in (None, race.pk):
        return room  # the others went on without waiting
    if race.ended is None:
        raise Refused("not_over")
    if room is None:
        room = _rebuild(race, seats, seat)
    else:
        rooms.join(room.code, visitor, seat.name)
    alone = sum(one.kind == Seat.Kind.DRIVER for one in seats) == 1 and rooms.drivers(room).count() == 1
    if alone:
        with rooms.locked(room.code) as again_locked:
            if again_locked.race_id in (None, race.pk):
                _go(again_locked)
    room.refresh_from_db()
    return room


def room_of(race: Race) -> Room | None:
    """The room in which a race was started, if it is still the same one: codes are used again."""
    rooms_of = Room.objects.select_related("race").defer(*HEAVY)
    room = rooms_of.filter(code=race.room).first() if race.room else None
    if room is not None and (room.race_id == race.pk or room.opened <= race.started):
        return room
    return rooms_of.filter(once=_mark(race)).first()


def _mark(race: Race) -> str:
    """Tells the room that was made anew after a race."""
    return f"after.{race.code}"


def _rebuild(race: Race, seats: list[Seat], mine: Seat) -> Room:
    """The room as it was, with the cars of the house on the grid; the people come by themselves."""
    setup = msgspec.json.decode(race.setup, type=Setup)
    people = sum(seat.kind == Seat.Kind.DRIVER for seat in seats)
    assert race.track is not None
    try:
        with transaction.atomic():
            room = rooms.open_room(
                mine.visitor,
                mine.name,
                _mark(race),
                track=race.track.track,
                laps=race.laps,
                most=min(MOST_DRIVERS, max(people, 6)),
                rules=race.rules,
                clock=race.clock,
                grace=race.grace,
                mulligan=setup.mulligan,
                watching=race.watching,
                listed=race.listed,
                race=race,
            )
            if room.members.count() > 1:  # pressed twice
                return room
            if race.room and not Room.objects.filter(code=race.room).exists():
                room.code = race.room
                room.save(update_fields=["code"])
            for seat in seats:
                if seat.kind != Seat.Kind.DRIVER:
                    rooms.place(
                        room,
                        name=seat.name,
                        likes=(seat.colour,),
                        number=seat.car_number,
                        bot=seat.bot,
                        legend=seat.legend,
                        ready=True,
                    )
    except IntegrityError:  # somebody else was quicker
        room = Room.objects.get(once=_mark(race))
        rooms.join(room.code, mine.visitor, mine.name)
    return room


def default_name() -> str:
    """What somebody is called who raced before they told a name."""
    return _("Driver")
