"""A room of another game: opened, joined, set, started, found on the home page, and opened again after its race."""

import pytest
from django.test import Client

from lobby import games, rooms, starting
from lobby.models import Room
from lobby.refused import Refused
from races import registry
from races.models import Race
from tests.high_card.offer import NAME, Settings
from tests.lobby.factories import browser

pytestmark = pytest.mark.django_db

ASKED = {
    "name": "Ada",
    "least": "2",
    "most": "4",
    "clock": "60",
    "grace": "60",
    "watching": "anybody",
    "rounds": "2",
    "once": "press",
}


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.OFFERS, NAME, "tests.high_card.offer")
    monkeypatch.setitem(registry.GAMES, NAME, "tests.high_card")


@pytest.fixture
def table(offered: None) -> Room:
    """Ada's room of High Card, with Bo in it."""
    browser("ada").post(f"/open/?game={NAME}", ASKED)
    room = Room.objects.get()
    browser("bo").post("/join/", {"code": room.code, "name": "Bo"})
    return room


def page(client: Client, room: Room) -> str:
    response = client.get(room.get_absolute_url())
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_that_opens_a_room_shows_the_settings_of_the_game() -> None:
    shown = browser("ada").get(f"/open/?game={NAME}").content.decode()
    for field in ("name", "rounds", "least", "most", "clock", "grace", "watching", "listed"):
        assert f'name="{field}"' in shown
    for field in ("track", "laps", "mulligan", "rules"):
        assert f'name="{field}"' not in shown


def test_the_room_keeps_its_game_and_its_options(table: Room) -> None:
    assert (table.game, table.options, table.track, table.rules) == (NAME, {"rounds": 2}, None, "")
    assert (table.least, table.most, table.host) == (2, 4, "ada")


@pytest.mark.parametrize("rounds", ["0", "5", "many", ""])
def test_settings_that_the_game_does_not_have_open_no_room(rounds: str) -> None:
    response = browser("ada").post(f"/open/?game={NAME}", {**ASKED, "rounds": rounds})
    assert response.status_code == 422
    assert not Room.objects.exists()


def test_every_role_sees_the_room_in_the_words_of_any_game(table: Room) -> None:
    host, member, stranger = (page(browser(who), table) for who in ("ada", "bo", "zed"))
    assert "Start the game" in host
    assert 'name="rounds"' in host
    assert "Rounds" in member
    assert "will start the game" in member
    for shown in (host, member, stranger):
        assert "Legend" not in shown
        assert "track-big" not in shown


def test_the_host_changes_the_settings(table: Room) -> None:
    response = browser("ada").post(f"/lobby/{table.code}/settings/", {**ASKED, "rounds": "4", "most": "3"})
    assert response.status_code == 302
    table.refresh_from_db()
    assert (table.options, table.most) == ({"rounds": 4}, 3)
    wrong = browser("ada").post(f"/lobby/{table.code}/settings/", {**ASKED, "rounds": "9"})
    assert wrong.status_code == 422


def test_bots_are_of_the_games_own_cast(table: Room) -> None:
    assert rooms.add_bot(table.code, "ada", "Lou Deuce").bot == "random"
    with pytest.raises(Refused, match="no_such_bot"):
        rooms.add_bot(table.code, "ada", "Jun Takeda")
    shown = page(browser("ada"), table)
    assert "Max Highman" in shown
    assert "Lou Deuce ·" not in shown


def test_an_action_of_another_game_is_not_there(table: Room) -> None:
    assert browser("ada").post(f"/lobby/{table.code}/legend/").status_code == 404


def test_a_game_that_the_site_does_not_have_is_refused() -> None:
    assert browser("ada").get("/open/?game=moon").status_code == 404
    assert browser("ada").get("/pictures/moon/1/").status_code == 404


def test_it_starts_and_pages_lead_to_it(table: Room) -> None:
    rooms.add_bot(table.code, "ada", "Lou Deuce")
    browser("bo").post(f"/lobby/{table.code}/ready/", {"ready": "yes"})
    response = browser("ada").post(f"/lobby/{table.code}/start/")
    race = Race.objects.get()
    assert response["Location"] == race.get_absolute_url()
    assert (race.game, race.track, race.laps, race.room) == (NAME, None, 0, table.code)
    assert list(race.seats.values_list("name", "bot")) == [("Ada", ""), ("Bo", ""), ("Lou Deuce", "random")]
    assert race.get_absolute_url() in page(browser("bo"), table)


def test_options_that_do_not_fit_start_nothing(table: Room) -> None:
    rooms.set_ready(table.code, "bo", True)
    Room.objects.update(options={"rounds": 2, "laps": 3})
    with pytest.raises(Refused, match="cannot_start"):
        starting.start(table.code, "ada")
    assert not Race.objects.exists()


def test_the_home_page_lists_it_in_its_own_words(table: Room) -> None:
    rooms.change(table.code, "ada", {"listed": True})
    assert f"waiting in room {table.code} for a game of High Card" in browser("bo").get("/").content.decode()
    assert f'aria-label="Join room {table.code}"' in browser("zed").get("/").content.decode()
    rooms.set_ready(table.code, "bo", True)
    starting.start(table.code, "ada")
    assert "Your game of High Card is still on." in browser("bo").get("/").content.decode()
    assert 'aria-label="Watch the game of High Card"' in browser("zed").get("/").content.decode()


def test_alone_it_starts_at_once_and_again() -> None:
    response = browser("ada").post(f"/alone/?game={NAME}", {"name": "Ada"})
    race = Race.objects.get()
    assert response["Location"] == race.get_absolute_url()
    assert race.seats.count() == 3
    Race.objects.update(ended=race.started)
    Room.objects.all().delete()
    assert browser("ada").post(f"/again/{race.code}/").status_code == 302
    room = Room.objects.get()
    assert (room.game, room.options) == (NAME, {"rounds": 3})
    assert Race.objects.count() == 2


def test_options_are_read_strictly(table: Room) -> None:
    assert games.options(table, Settings) == Settings(2)
    wrong: object
    for wrong in ({"rounds": "2"}, {"laps": 1}, [], None):
        table.options = wrong
        with pytest.raises(Refused, match="cannot_start"):
            games.options(table, Settings)
