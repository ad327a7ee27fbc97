"""A player gives up the own seat for good, on the page and by a program; where the game allows it."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from engine.kernel.chance import TABLE
from engine.kernel.refusals import Refusal
from races import changes, live, scenes
from races.models import Entry, Race
from races.pages import pages_of
from tests.races.factories import make_race
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt
from tests.races.programs import Program, token_for
from tests.races.views.kit import address, browser, said

TABLES: dict[str, Callable[[], Race]] = {"lastcard": lambda: dealt(3), "henhur": match}
SURE = {"sure": "yes"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=TABLES)
def race(request: pytest.FixtureRequest) -> Race:
    return TABLES[request.param]()


def takes_part(race: Race, seat: int) -> bool:
    scene = scenes.load(race.pk)
    return scene.table_game.takes_part(scene.state, seat)


def test_the_page_says_what_follows_and_asks_whether_it_is_meant(race: Race) -> None:
    bo = browser("bo")
    assert f'href="{address(race, "leave/")}"' in bo.get(address(race)).content.decode()
    page = bo.get(address(race, "leave/")).content.decode()
    assert str(pages_of(scenes.load(race.pk)).retiring) in page
    assert said(bo.post(address(race, "leave/"))) == ["Tick the box if you leave for good."]
    assert takes_part(race, 1)


def test_the_seat_is_given_up_once_and_the_others_play_on(race: Race) -> None:
    bo = browser("bo")
    for _ in range(2):  # pressed twice is left once
        response = bo.post(address(race, "leave/"), SURE)
        assert (response.status_code, response["Location"], said(response)) == (302, address(race), [])
    assert not takes_part(race, 1)
    assert not scenes.load(race.pk).is_over
    assert Entry.objects.filter(race=race, seat=TABLE, command_id="retire:1").count() == 1
    changes.lift_veil(race.pk)
    assert "Bo leaves the " in browser("ada").get(address(race, "log/")).content.decode()
    page = bo.get(address(race)).content.decode()
    assert "You have left" in page
    assert "leave/" not in page
    assert "You have left this game" in bo.get(address(race, "leave/")).content.decode()
    browser("cy").post(address(race, "leave/"), SURE)
    scene = scenes.load(race.pk)
    assert scene.is_over, "one player is left"
    assert scene.table_game.game.places(scene.view(None))[0] == 1
    assert "nothing left to do" in browser("ada").get(address(race, "leave/")).content.decode()
    assert said(browser("ada").post(address(race, "leave/"), SURE)) == ["The game is over; nothing more can be chosen."]


def test_it_is_the_players_own_affair(race: Race) -> None:
    zed = browser("zed")
    assert zed.get(address(race, "leave/")).status_code == 403
    assert zed.post(address(race, "leave/"), SURE).status_code == 403
    assert "leave/" not in zed.get(address(race)).content.decode()


def test_heat_offers_it_among_its_choices_alone() -> None:
    race = make_race("ada", "bo", "cy")
    bo = browser("bo")
    assert "leave/" not in bo.get(address(race)).content.decode()
    assert "only when it offers you to" in bo.get(address(race, "leave/")).content.decode()
    assert "only when it offers you to" in said(bo.post(address(race, "leave/"), SURE))[0]
    refused = live.retirement(scenes.load(race.pk).table_game, 1)
    assert isinstance(refused, Refusal)
    assert takes_part(race, 1)


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


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
async def test_a_program_leaves_its_own_seat_once(make: Callable[[], Race]) -> None:
    race = await sync_to_async(make)()
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
