"""A player gives up the own seat for good, on the page; and by a program, where the game allows it at any time."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from engine.kernel.chance import TABLE
from races import changes, leaving, scenes
from races.models import Entry, Race, Seat
from races.pages import pages_of
from tests.races.factories import make_race
from tests.races.henhur.kit import NAMES, match
from tests.races.lastcard.kit import dealt
from tests.races.programs import Program, token_for
from tests.races.views.kit import address, browser, said

TABLES: dict[str, Callable[..., Race]] = {
    "heat": lambda people: make_race(*("ada", "bo", "cy")[:people]),
    "lastcard": dealt,
    "henhur": lambda people: match(NAMES[:people]),
}
SURE = {"sure": "yes"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Callable[..., Race]:
    return TABLES[request.param]


@pytest.fixture
def race(table: Callable[..., Race]) -> Race:
    return table(3)


def takes_part(race: Race, seat: int) -> bool:
    scene = scenes.load(race.pk)
    return scene.table_game.takes_part(scene.state, seat)


def test_the_page_says_what_follows_and_asks_whether_it_is_meant(race: Race) -> None:
    bo = browser("bo")
    assert f'href="{address(race, "leave/")}"' in bo.get(address(race)).content.decode()
    page = bo.get(address(race, "leave/")).content.decode()
    assert "A bot takes your seat" in page
    assert said(bo.post(address(race, "leave/"))) == ["Tick the box if you leave for good."]
    assert scenes.load(race.pk).seat_of("bo") == 1


def test_a_bot_plays_on_and_the_player_may_watch(race: Race) -> None:
    changes.pause(race.pk)
    bo = browser("bo")
    for _ in range(2):  # pressed twice is left once
        response = bo.post(address(race, "leave/"), SURE)
        assert (response.status_code, response["Location"]) == (302, address(race))
        assert said(response)[-1] == "You have left your seat to a bot."
    assert scenes.load(race.pk).race.bots
    page = bo.get(address(race)).content.decode()
    assert "is-watching" in page
    assert "leave/" not in page
    assert bo.post(address(race, "wheel/")).status_code == 403, "the seat is theirs no more"


def test_who_has_left_one_seat_and_drives_another_can_leave(race: Race) -> None:
    leaving.leave(race.pk, 1)
    Seat.objects.filter(race=race, number=2).update(visitor="bo")
    scenes.forget()
    bo = browser("bo")
    assert "Yes, I leave for good" in bo.get(address(race, "leave/")).content.decode()
    bo.post(address(race, "leave/"), SURE)
    assert not Seat.objects.filter(race=race, visitor="bo", kind=Seat.Kind.DRIVER).exists()


def test_where_only_players_may_watch_they_are_led_home(race: Race) -> None:
    Race.objects.update(watching=Race.Watching.NOBODY)
    bo = browser("bo")
    for _ in range(2):
        assert bo.post(address(race, "leave/"), SURE)["Location"] == "/"
    assert bo.get(address(race)).status_code == 403


def test_in_a_game_for_two_the_page_says_that_it_means_giving_up(table: Callable[..., Race]) -> None:
    race = table(2)
    bo = browser("bo")
    page = bo.get(address(race, "leave/")).content.decode()
    assert str(pages_of(scenes.load(race.pk)).retiring) in page
    for _ in range(2):
        assert bo.post(address(race, "leave/"), SURE)["Location"] == address(race)
    assert not takes_part(race, 1)
    assert Entry.objects.filter(race=race, seat=TABLE, command_id="retire:1").count() == 1
    changes.lift_veil(race.pk)
    page = bo.get(address(race)).content.decode()
    assert "leave/" not in page
    told = bo.get(address(race, "leave/")).content.decode()
    assert "Your part in this game is over" in told or "nothing left to do here" in told


def test_alone_the_game_ends(table: Callable[..., Race]) -> None:
    race = table(3)
    Seat.objects.filter(race=race).exclude(visitor="ada").update(kind=Seat.Kind.BOT, visitor="")
    scenes.forget()
    ada = browser("ada")
    assert "the game ends as it stands" in ada.get(address(race, "leave/")).content.decode()
    ada.post(address(race, "leave/"), SURE)
    assert scenes.load(race.pk).race.ended
    assert "nothing left to do" in ada.get(address(race, "leave/")).content.decode()
    assert ada.post(address(race, "leave/"), SURE).status_code == 302


def test_it_is_the_players_own_affair(race: Race) -> None:
    zed = browser("zed")
    assert zed.get(address(race, "leave/")).status_code == 403
    assert zed.post(address(race, "leave/"), SURE).status_code == 403
    assert "leave/" not in zed.get(address(race)).content.decode()


async def leave_by_program(race: Race, seat: int, command_id: str) -> dict[str, object]:
    """What a program of seat 1 is answered that sends a retirement."""
    program = Program(race.code, await token_for(race, 1))
    await program.begin()
    command = {"type": "retire", "seat": seat, "id": command_id}
    answer = await program.ask({"type": "command", "command": command})
    while answer["type"] == "update":
        answer = await program.hear()
    await program.leave()
    return answer


@pytest.mark.parametrize("game", ["lastcard", "henhur"])
async def test_a_program_leaves_its_own_seat_once(game: str) -> None:
    race = await sync_to_async(TABLES[game])(3)
    answers = [await leave_by_program(race, 1, command_id) for command_id in ("bye", "bye", "once-more")]
    assert [(one["type"], one["id"], one.get("repeated")) for one in answers] == [
        ("accepted", "bye", False),
        ("accepted", "bye", True),
        ("accepted", "once-more", True),
    ]
    assert len({one["seq"] for one in answers}) == 1
    assert not await sync_to_async(takes_part)(race, 1)


@pytest.mark.parametrize(("seat", "command_id", "code"), [(0, "bye", "not_yours"), (1, "", "bad_id")])
async def test_a_program_leaves_for_nobody_else(seat: int, command_id: str, code: str) -> None:
    race = await sync_to_async(dealt)(3)
    assert (await leave_by_program(race, seat, command_id))["code"] == code
    assert await sync_to_async(takes_part)(race, 0)


async def test_in_heat_a_program_chooses_it_when_it_is_offered() -> None:
    race = await sync_to_async(make_race)("ada", "bo", "cy")
    answer = await leave_by_program(race, 1, "bye")
    assert (answer["type"], answer["code"]) == ("refused", "no_retiring")
