"""What can be done in a room, and by whom."""

import pytest

from lobby import rooms, visitors
from lobby.games.heat import legends
from lobby.models import MOST_SEATS, Block, Room
from lobby.refused import REASONS, Refused
from races.models import Race
from races.parts.chips import LIVERIES
from tests.lobby.factories import RoomFactory, member, offered_track
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    assert code in REASONS
    return pytest.raises(Refused, match=f"^{code}$")


def race_in(room: Room, *, over: bool = False) -> Race:
    race = make_race("ada", "bo", room=room.code)
    if over:
        race.ended = race.started
        race.save()
    room.race = race
    room.save()
    return race


def test_whoever_opens_a_room_is_its_host_and_sits_in_it() -> None:
    offered_track()
    room = rooms.open_room("ada", "Ada")
    assert len(room.code) == rooms.LENGTH_OF_CODE
    assert room.host == "ada"
    assert member(room, "ada").ready


def test_without_a_track_there_is_no_room() -> None:
    with pytest.raises(Refused, match="no_tracks"):
        rooms.open_room("ada", "Ada")


def test_a_repeated_press_opens_one_room() -> None:
    offered_track()
    assert rooms.open_room("ada", "Ada", "press") == rooms.open_room("ada", "Ada", "press")
    assert Room.objects.count() == 1


def test_who_joins_gets_a_free_colour_and_number(room: Room) -> None:
    rooms.join(room.code, "dee", "Dee")
    colours = list(room.members.values_list("colour", flat=True))
    assert len(set(colours)) == 4
    assert sorted(room.members.values_list("car_number", flat=True)) == [1, 2, 3, 4]


def test_a_favourite_colour_is_given_if_it_is_free(room: Room) -> None:
    visitors.remember("dee", "Dee", "teal", 77)
    visitors.remember("eve", "Eve", "teal", 78)
    assert rooms.join(room.code, "dee", "Dee").colour == "teal"
    other = rooms.join(room.code, "eve", "Eve")
    assert other.colour != "teal"
    assert other.car_number == 78


def test_joining_twice_is_joining_once(room: Room) -> None:
    first = rooms.join(room.code, "dee", "Dee")
    assert rooms.join(room.code, "dee", "Somebody") == first
    assert room.members.count() == 4


def test_a_name_is_given_once_a_room(room: Room) -> None:
    with refused("name_taken"):
        rooms.join(room.code, "dee", "ADA")


def test_nobody_joins_a_full_room(room: Room) -> None:
    Room.objects.update(most=3)
    with refused("full"):
        rooms.join(room.code, "dee", "Dee")


def test_nobody_joins_or_changes_a_room_that_races(room: Room) -> None:
    race_in(room)
    with refused("racing"):
        rooms.join(room.code, "dee", "Dee")
    with refused("racing"):
        rooms.paint(room.code, "bo", "pink")
    with refused("racing"):
        rooms.change(room.code, "ada", {"laps": 3})


def test_a_room_opens_again_when_its_race_is_over(room: Room) -> None:
    race_in(room, over=True)
    rooms.join(room.code, "dee", "Dee")
    assert member(room, "dee").position == 3


def test_the_next_takes_over_when_the_host_leaves(room: Room) -> None:
    member(room, "cy").connected = True
    room.members.filter(visitor="cy").update(connected=True)
    rooms.leave(room.code, "ada")
    room.refresh_from_db()
    assert room.host == "cy"  # Bo came earlier, but is not here
    rooms.leave(room.code, "cy")
    room.refresh_from_db()
    assert room.host == "bo"


def test_a_room_closes_when_the_last_driver_leaves(room: Room) -> None:
    rooms.add_bot(room.code, "ada", "Jun Takeda")
    for visitor in ("ada", "bo", "cy"):
        rooms.leave(room.code, visitor)
    assert not Room.objects.exists()


def test_the_host_removes_somebody_who_may_come_back(room: Room) -> None:
    rooms.remove(room.code, "ada", member(room, "bo").pk)
    assert not room.members.filter(visitor="bo").exists()
    rooms.join(room.code, "bo", "Bo")


def test_who_is_blocked_does_not_come_back(room: Room) -> None:
    rooms.remove(room.code, "ada", member(room, "bo").pk, block=True)
    with refused("blocked"):
        rooms.join(room.code, "bo", "Robert")
    assert Block.objects.count() == 1


def test_the_host_is_not_removed_by_mistake(room: Room) -> None:
    with refused("not_for_yourself"):
        rooms.remove(room.code, "ada", member(room, "ada").pk)


def test_a_car_of_another_room_cannot_be_removed(room: Room) -> None:
    other = RoomFactory(host="eve")
    with refused("no_such_member"):
        rooms.remove(room.code, "ada", member(other, "eve").pk)


def test_hosting_is_handed_over_to_drivers_only(room: Room) -> None:
    bot = rooms.add_bot(room.code, "ada", "Jun Takeda")
    with refused("not_a_player"):
        rooms.hand_over(room.code, "ada", bot.pk)
    rooms.hand_over(room.code, "ada", member(room, "bo").pk)
    with refused("not_the_host"):
        rooms.hand_over(room.code, "ada", member(room, "ada").pk)


@pytest.mark.parametrize(("visitor", "code"), [("bo", "not_the_host"), ("zed", "not_a_member"), ("", "not_a_member")])
def test_only_the_host_leads(room: Room, visitor: str, code: str) -> None:
    target = member(room, "cy").pk
    for attempt in (
        lambda: rooms.remove(room.code, visitor, target),
        lambda: rooms.remove(room.code, visitor, target, block=True),
        lambda: rooms.hand_over(room.code, visitor, target),
        lambda: rooms.change(room.code, visitor, {"laps": 5}),
        lambda: rooms.add_bot(room.code, visitor, "Jun Takeda"),
        lambda: legends.add(room.code, visitor, "easy"),
    ):
        with refused(code):
            attempt()
    room.refresh_from_db()
    assert (room.laps, room.host, room.members.count()) == (0, "ada", 3)


def test_colours_have_one_owner(room: Room) -> None:
    with refused("colour_taken"):
        rooms.paint(room.code, "bo", member(room, "ada").colour)
    with refused("no_such_colour"):
        rooms.paint(room.code, "bo", "ultraviolet")
    rooms.paint(room.code, "bo", "pink")
    rooms.paint(room.code, "bo", "pink")
    assert member(room, "bo").colour == "pink"
    remembered = visitors.known("bo")
    assert remembered is not None
    assert remembered.colour == "pink"


def test_a_refusal_leaves_the_room_as_it_was(room: Room) -> None:
    before = Room.objects.values().get(pk=room.pk)
    with refused("colour_taken"):
        rooms.paint(room.code, "bo", member(room, "ada").colour)
    assert Room.objects.values().get(pk=room.pk) == before


def test_bots_of_the_cast_drive_once(room: Room) -> None:
    bot = rooms.add_bot(room.code, "ada", "Jun Takeda")
    assert (bot.bot, bot.ready, bot.visitor) == ("racer", True, "")
    with refused("bot_taken"):
        rooms.add_bot(room.code, "ada", "Jun Takeda")
    with refused("no_such_bot"):
        rooms.add_bot(room.code, "ada", "Nobody")


def test_a_bot_takes_nobodys_name(room: Room) -> None:
    rooms.rename(room.code, "bo", "JUN takeda", 7)
    with refused("bot_taken"):
        rooms.add_bot(room.code, "ada", "Jun Takeda")
    assert room.members.count() == 3


def test_a_favourite_number_is_given_to_one(room: Room) -> None:
    for guest in ("dee", "eve"):
        visitors.remember(guest, guest.title(), car_number=42)
    assert rooms.join(room.code, "dee", "Dee").car_number == 42
    assert rooms.join(room.code, "eve", "Eve").car_number == 4
    remembered = visitors.known("eve")
    assert remembered is not None
    assert remembered.car_number == 42  # in the next room it may be free


def test_cars_of_the_house_leave_people_the_first_colours(room: Room) -> None:
    rooms.add_bot(room.code, "ada", "Jun Takeda")
    assert room.members.get(bot__gt="").colour == "grey"


def test_the_grid_has_twelve_places(room: Room) -> None:
    for name in ("Marta Quill", "Odd Lindqvist", "Pilar Santamar", "Bruno Aldighieri"):
        rooms.add_bot(room.code, "ada", name)
    for _ in range(5):
        legends.add(room.code, "ada")
    assert room.members.count() == MOST_SEATS == len(LIVERIES)
    with refused("no_seat_left"):
        rooms.add_bot(room.code, "ada", "Jun Takeda")
    with refused("full"):
        rooms.join(room.code, "dee", "Dee")


def test_signals_are_few(room: Room) -> None:
    rooms.signal(room.code, "bo", "horn")
    with refused("too_soon"):
        rooms.signal(room.code, "bo", "thumb")
    with refused("no_such_signal"):
        rooms.signal(room.code, "bo", "essay")
    with refused("not_a_member"):
        rooms.signal(room.code, "zed", "horn")
    rooms.signal(room.code, "cy", "horn")


def test_a_wrong_code_is_refused_everywhere() -> None:
    for attempt in (
        lambda: rooms.join("XXXXX", "ada", "Ada"),
        lambda: rooms.leave("XXXXX", "ada"),
        lambda: rooms.set_ready("XXXXX", "ada", True),
        lambda: rooms.signal("XXXXX", "ada", "horn"),
    ):
        with refused("no_room"):
            attempt()
