"""What a room does while a championship goes on in it: the next race, and who has which seat."""

from collections.abc import Sequence

from engine.kernel.faults import Broken
from lobby import starting
from lobby.games.heat import calendar, championship_faults
from lobby.models import Member, Room
from lobby.refused import Refused
from races.heat.championships import running
from races.models import Championship, Competitor, Race
from races.start import Start, Terms


def is_on(room: Room) -> bool:
    """Whether the room's championship has begun and has races left, or one that is on."""
    return room.championship is not None and running.goes_on(room.championship)


def next_race(room: Room, starters: Sequence[Start]) -> Race | None:
    """Start the next race of a room's championship, the first one included; None where single races are driven.

    Raises `Refused` where that cannot be.
    """
    chosen = calendar.of_room(room)
    if room.championship is None and chosen is None:
        return None
    try:
        if room.championship is None:
            assert chosen is not None, "there is a calendar"
            room.championship = running.found(calendar.plan_of(room, chosen, starters), starters)
        return running.go_on(room.championship, starters, Terms(rules=room.rules, **starting.table_terms(room)))
    except Broken as fault:
        raise championship_faults.refused(fault) from fault
    except running.UnreadableRace as fault:
        raise Refused("championship_unreadable", championship_faults.UNREADABLE) from fault


def seat_for(room: Room, visitor: str, name: str) -> str:
    """The colour of the seat that a visitor takes in a championship that is on: the own one, else one that nobody in
    the room has, else a bot's, which makes room. Outside a championship any colour will do."""
    if room.championship is None or not is_on(room):
        return ""
    here = {member.colour: member for member in room.members.all()}
    free = [one for one in room.championship.competitors.all() if _is_free(one, here.get(one.colour))]
    if not free:
        raise Refused("full")
    seat = min(free, key=lambda one: (one.visitor != visitor, one.colour in here, one.seat))
    if seat.colour in here:
        here[seat.colour].delete()
    running.take_over(room.championship, seat.colour, visitor, name, seat.car_number)
    return seat.colour


def _is_free(seat: Competitor, member: Member | None) -> bool:
    return not seat.legend and (member is None or not member.is_player)


def of_race(race: Race) -> Championship | None:
    """The championship that a race belongs to, while it goes on."""
    stop = running.stop_of(race)
    return stop.championship if stop is not None and running.goes_on(stop.championship) else None
