"""From a room to a race: the start, a race alone against bots, and the next race of the same players."""

from collections.abc import Callable
from typing import TypedDict

import msgspec
from django.db import IntegrityError, transaction

from engine.kernel.faults import Broken
from lobby import games, rooms
from lobby.models import HEAVY, MOST_PLAYERS, Member, Room
from lobby.refused import Refused
from races.models import Race, Seat
from races.start import Start


def start(code: str, visitor: str) -> Race:
    """The host starts the race. Players who are not ready keep their seats; a repeated start gives the same race."""
    with rooms.locked(code) as room:
        rooms.must_lead(room, visitor)
        if room.race is not None and room.racing:
            return room.race
        players = list(rooms.players(room))
        if sum(member.ready or member.visitor == visitor for member in players) < room.least:
            raise Refused("too_few")
        return _go(room)


def _go(room: Room) -> Race:
    """Every seat is copied into the race. For the next one, players say again that they are ready."""
    starters = [starter(seat) for seat in room.members.all()]
    try:
        with transaction.atomic():
            race = games.offer(room.game).start(room, starters)
    except Broken as fault:
        raise Refused("cannot_start") from fault
    rooms.players(room).update(ready=False, asked_again=[])
    room.race = race
    return race


def starter(seat: Member) -> Start:
    return Start(
        name=seat.name,
        colour=seat.colour,
        number=seat.car_number,
        visitor=seat.visitor,
        bot=seat.bot,
        legend=seat.legend,
        here=seat.connected or seat.visitor == seat.room.host,  # the host has just pressed the button
    )


class TableTerms(TypedDict):
    """The terms of a race that do not depend on its game."""

    clock: int
    grace: int
    absence: str
    watching: str
    listed: bool
    room: str
    host: str


def table_terms(room: Room) -> TableTerms:
    return TableTerms(
        clock=room.clock,
        grace=room.grace,
        absence=room.absence,
        watching=room.watching,
        listed=room.listed,
        room=room.code,
        host=room.host,
    )


def race_alone(
    visitor: str,
    name: str,
    seat_opponents: Callable[[Room], None],
    *,
    game: str = games.DEFAULT,
    once: str | None = None,
    address: str = "",
    **settings: object,
) -> Race:
    """A race of one player against the bots that `seat_opponents` puts into the room. It has a room like any other, so
    that friends can join the next race."""
    settings = {"clock": Room.TurnClock.OFF, **games.offer(game).defaults({}), **settings}
    with transaction.atomic():
        room = rooms.open_room(visitor, name, once, game=game, address=address, **settings)
        if room.race is not None:  # the button was pressed twice
            return room.race
        seat_opponents(room)
        race = _go(room)
        room.save()
    return race


def opens_again(race: Race) -> bool:
    """Whether "again" opens a room or starts a race, which is limited, and is not just a way back into the room."""
    room = room_of(race)
    alone = race.seats.filter(kind=Seat.Kind.DRIVER).count() == 1
    return room is None or (alone and room.race_id in (None, race.pk))


def again(race: Race, visitor: str, address: str = "") -> Room:
    """The room of a race that is over, with this player in it. If it was removed in the meantime, it is opened again.

    A player without other people starts the next race at once; the room is then returned with that race.
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
        room = _rebuild(race, seats, seat, address)
    else:
        rooms.join(room.code, visitor, seat.name, address)
    alone = sum(one.kind == Seat.Kind.DRIVER for one in seats) == 1 and rooms.players(room).count() == 1
    if alone and games.offer(room.game).goes_on_at_once(room):
        with rooms.locked(room.code) as again_locked:
            if again_locked.race_id in (None, race.pk):
                _go(again_locked)
    room.refresh_from_db()
    return room


def room_of(race: Race) -> Room | None:
    """The room in which a race was started. Codes are used again, so a room with the same code may be another one."""
    rooms_of = Room.objects.select_related("race").defer(*HEAVY)
    room = rooms_of.filter(code=race.room).first() if race.room else None
    if room is not None and (room.race_id == race.pk or room.opened <= race.started):
        return room
    return rooms_of.filter(once=_mark(race)).first()


def _mark(race: Race) -> str:
    """The `once` of a room that is opened again after a race: of two players at the same moment, one opens it."""
    return f"after.{race.code}"


def _settings_of(race: Race) -> dict[str, object]:
    """Return the game's own settings of a race, by column. A record from outside, or a race of an earlier version, may
    have been played with something that this site does not offer; it is refused."""
    offer = games.offer(race.game)
    rule_sets = {one.id for one in offer.rule_sets()}
    if rule_sets and race.rules not in rule_sets:
        raise Refused("not_offered")
    try:
        return offer.rebuild(race)
    except (Broken, msgspec.DecodeError) as fault:
        raise Refused("not_offered") from fault


def _rebuild(race: Race, seats: list[Seat], mine: Seat, address: str) -> Room:
    """The room as it was, with the bots in it. The other players join by themselves."""
    people = sum(seat.kind == Seat.Kind.DRIVER for seat in seats)
    try:
        with transaction.atomic():
            room = rooms.open_room(
                mine.visitor,
                mine.name,
                _mark(race),
                game=race.game,
                address=address,
                **_settings_of(race),
                most=min(MOST_PLAYERS, max(people, 6)),
                clock=race.clock,
                grace=race.grace,
                absence=race.absence,
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
                if seat.kind != Seat.Kind.DRIVER and not seat.visitor:  # a player who left comes by themselves
                    rooms.place(
                        room,
                        name=seat.name,
                        likes=(seat.colour,),
                        number=seat.car_number,
                        bot=seat.bot,
                        legend=seat.legend,
                        ready=True,
                    )
    except IntegrityError:  # another player was quicker
        room = Room.objects.get(once=_mark(race))
        rooms.join(room.code, mine.visitor, mine.name, address)
    return room
