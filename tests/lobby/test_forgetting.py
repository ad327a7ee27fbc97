"""A visitor is forgotten while games begin around them: each game goes on without them."""

from collections.abc import Callable

import pytest

from lobby import forgetting, rooms, starting
from lobby.models import Member, Room
from races import leaving, scenes
from races.models import Race, Seat
from tests.lobby.factories import VisitorFactory
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def bo(room: Room) -> None:
    VisitorFactory(id="bo", name="Bo")


def once(act: Callable[[], object]) -> Callable[[], None]:
    """Do this at the first call only."""
    calls = iter([act])

    def do() -> None:
        for one in calls:
            one()

    return do


def players_whom_nobody_knows() -> list[Seat]:
    found = Seat.objects.filter(kind=Seat.Kind.DRIVER, visitor="", race__ended=None)
    return [seat for seat in found if takes_part(seat)]


def takes_part(seat: Seat) -> bool:
    scene = scenes.load(seat.race_id)
    return scene.table_game.takes_part(scene.state, seat.number)


def test_a_room_starts_its_game_just_before_they_leave_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    leave, start = rooms.leave, once(lambda: starting.start(room.code, "ada"))

    def leave_after_the_start(code: str, visitor: str) -> None:
        start()
        leave(code, visitor)

    monkeypatch.setattr(rooms, "leave", leave_after_the_start)
    forgetting.forget("bo")
    seat = Race.objects.get().seats.get(number=1)
    assert (seat.kind, seat.visitor, seat.name) == (Seat.Kind.BOT, "", f"Driver {seat.car_number}")
    assert Race.objects.get().bots == {1: seat.bot}
    assert not players_whom_nobody_knows()


@pytest.mark.parametrize("people", [("bo",), ("bo", "cy"), ("ada", "bo", "cy")])
def test_they_begin_a_game_on_another_device(people: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    make_race("ada", "bo", "cy")
    leave, begin = leaving.leave, once(lambda: make_race(*people))

    def leave_and_begin(race: int, seat: int) -> leaving.Way | None:
        begin()
        return leave(race, seat)

    monkeypatch.setattr(leaving, "leave", leave_and_begin)
    forgetting.forget("bo")
    assert Race.objects.count() == 2
    assert not Seat.objects.filter(visitor="bo").exists()
    assert not Member.objects.filter(visitor="bo").exists()
    assert not players_whom_nobody_knows()


def test_they_have_given_up_a_game_for_two_that_goes_on() -> None:
    race = make_race("ada", "bo")
    forgetting.forget("bo")
    race.refresh_from_db()
    assert race.ended is None
    assert not Seat.objects.filter(visitor="bo").exists()
    assert not players_whom_nobody_knows()
