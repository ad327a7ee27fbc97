"""From a room to a race, alone against the house, and the same again."""

from functools import partial

import pytest

from lobby import rooms, starting
from lobby.games.heat import legends
from lobby.models import Room
from lobby.refused import Refused
from races import clocks
from races.models import Race, Seat
from tests.lobby.factories import RoomFactory, member, offered_track
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db


def finish(race: Race) -> Race:
    race.ended = race.started
    race.save()
    return race


def again_alone(race: Race) -> Race:
    room = starting.again(race, "ada")
    assert room.race is not None
    return room.race


def test_everybody_gets_the_seat_that_they_had(room: Room) -> None:
    legends.add(room.code, "ada", "hard")
    rooms.add_bot(room.code, "ada", "Jun Takeda")
    race = starting.start(room.code, "ada")
    seats = list(race.seats.values_list("name", "kind", "visitor", "colour"))
    assert [name for name, *_ in seats] == [car.name for car in room.members.all()]
    assert [kind for _, kind, *_ in seats] == ["driver", "driver", "driver", "legend", "bot"]
    assert (race.room, race.host, race.rules, race.clock) == (room.code, "ada", "standard", 60)
    assert race.laps == 2  # as printed on the board of the USA


def test_who_was_not_connected_when_the_flag_fell_is_away_from_the_first_moment(room: Room) -> None:
    room.members.filter(visitor="bo").update(connected=True)
    race = starting.start(room.code, "ada")
    assert set(race.absent) == {2}, "the host has just pressed the button"
    over = clocks.over_at(race, 2)
    assert over is not None
    assert over - clocks.milliseconds(race.started) == pytest.approx(60_000, abs=1_000)


def test_what_was_set_is_what_is_driven(room: Room) -> None:
    settings = {"laps": 4, "rules": "rulebook", "clock": 0, "grace": 300, "absence": "wait"}
    settings |= {"watching": "nobody", "listed": True}
    rooms.change(room.code, "ada", {**settings, "mulligan": True})
    race = starting.start(room.code, "ada")
    assert {field: getattr(race, field) for field in settings} == settings
    assert '"mulligan":true' in race.setup.replace(" ", "")


def test_a_repeated_start_is_one_race(room: Room) -> None:
    assert starting.start(room.code, "ada") == starting.start(room.code, "ada")
    assert Race.objects.count() == 1


def test_it_takes_as_many_ready_drivers_as_the_host_wants(room: Room) -> None:
    rooms.change(room.code, "ada", {"least": 2})
    with pytest.raises(Refused, match="too_few"):
        starting.start(room.code, "ada")
    rooms.set_ready(room.code, "bo", True)
    race = starting.start(room.code, "ada")
    assert race.seats.filter(visitor="cy").exists()  # who was not ready keeps the seat


@pytest.mark.parametrize(("visitor", "code"), [("bo", "not_the_host"), ("zed", "not_a_member")])
def test_only_the_host_starts(room: Room, visitor: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        starting.start(room.code, visitor)
    assert not Race.objects.exists()


def test_a_race_that_cannot_be_driven_is_refused_and_not_half_made(room: Room) -> None:
    rooms.change(room.code, "ada", {"laps": 200})
    with pytest.raises(Refused, match="cannot_start"):
        starting.start(room.code, "ada")
    assert not Race.objects.exists()
    room.refresh_from_db()
    assert room.race is None


def test_alone_one_click_is_enough() -> None:
    offered_track()
    deck_version()
    race = starting.race_alone("ada", "Ada", partial(legends.fill, bots=["racer"] * 2, legends=3, level="hard"))
    kinds = list(race.seats.values_list("kind", flat=True))
    assert sorted(kinds) == ["bot", "bot", "driver", "legend", "legend", "legend"]
    assert race.clock == 0
    assert set(race.seats.filter(kind=Seat.Kind.LEGEND).values_list("legend", flat=True)) == {"hard"}


def test_alone_a_repeated_click_is_one_race() -> None:
    offered_track()
    deck_version()
    first, second = (
        starting.race_alone("ada", "Ada", partial(legends.fill, bots=[], legends=2), once="press") for _ in range(2)
    )
    assert first == second
    assert Room.objects.count() == 1


def test_a_style_with_too_few_drivers_is_filled_up() -> None:
    offered_track()
    deck_version()
    race = starting.race_alone("ada", "Ada", partial(legends.fill, bots=["random"] * 3, legends=0))
    assert race.seats.filter(kind=Seat.Kind.BOT).count() == 3


def test_again_leads_back_to_the_room(room: Room) -> None:
    rooms.set_ready(room.code, "bo", True)
    race = finish(starting.start(room.code, "ada"))
    assert starting.again(race, "bo") == room
    assert not member(room, "bo").ready


def test_again_brings_back_who_had_left(room: Room) -> None:
    race = finish(starting.start(room.code, "ada"))
    rooms.leave(room.code, "bo")
    starting.again(race, "bo")
    assert member(room, "bo").name == "Bo"


def test_again_makes_the_room_anew_once(room: Room) -> None:
    legends.add(room.code, "ada", "hard")
    race = finish(starting.start(room.code, "ada"))
    code = room.code
    room.delete()
    first = starting.again(race, "bo")
    assert (first.code, first.host) == (code, "bo")
    assert starting.again(race, "bo") == starting.again(race, "cy") == first
    names = set(first.members.values_list("name", flat=True))
    assert {"Bo", "Cy"} < names
    assert first.members.exclude(legend="").count() == 1


@pytest.mark.parametrize("is_gone", [False, True])
def test_again_notes_from_where_a_player_comes(room: Room, is_gone: bool) -> None:
    """A host may keep that player out, who could come back with a new cookie."""
    race = finish(starting.start(room.code, "ada"))
    rooms.leave(room.code, "bo")
    if is_gone:
        room.delete()
    assert member(starting.again(race, "bo", "their network"), "bo").address == "their network"


def test_again_never_leads_into_another_room_of_that_code(room: Room) -> None:
    race = finish(starting.start(room.code, "ada"))
    code = room.code
    room.delete()
    RoomFactory(code=code, host="eve")
    made = starting.again(race, "bo")
    assert made.host == "bo"
    assert made.code != code


def test_again_follows_those_who_went_on(room: Room) -> None:
    race = finish(starting.start(room.code, "ada"))
    starting.start(room.code, "ada")
    assert starting.again(race, "cy") == room
    assert Race.objects.count() == 2


def test_again_is_for_drivers_and_after_the_race(room: Room) -> None:
    race = starting.start(room.code, "ada")
    with pytest.raises(Refused, match="not_over"):
        starting.again(race, "bo")
    with pytest.raises(Refused, match="not_your_race"):
        starting.again(finish(race), "zed")


def test_again_alone_races_at_once() -> None:
    offered_track()
    deck_version()
    race = finish(starting.race_alone("ada", "Ada", partial(legends.fill, bots=["racer"], legends=1)))
    second = again_alone(race)
    assert second != race
    assert second.ended is None
    assert again_alone(race) == second
    assert list(second.seats.values_list("name")) == list(race.seats.values_list("name"))
