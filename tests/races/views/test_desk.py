"""The host's desk: pauses, seats of the absent, the end. No other player can open it."""

import pytest
from django.test import Client
from django.utils import timezone

from races import changes, clocks, page_state, presence, scenes
from races.models import Race, Seat
from tests.races.views.kit import address, browser, said

pytestmark = pytest.mark.django_db(transaction=True)

ACTIONS = ("host/pause/", "host/resume/", "host/bot/", "host/driver/", "host/end/")


def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


@pytest.fixture
def bo_away(race: Race) -> None:
    presence.depart(Seat.objects.get(race=race, number=1).pk)


@pytest.mark.parametrize("page", ["host/", *ACTIONS])
def test_it_is_the_host_s_alone(race: Race, bo: Client, stranger: Client, page: str) -> None:
    for client in (bo, stranger):
        send = client.get if page == "host/" else client.post
        assert send(address(race, page), {"seat": "1", "sure": "yes"}).status_code == 403
    assert not reread(race).paused
    assert reread(race).ended is None


@pytest.mark.parametrize("page", ACTIONS)
def test_actions_cannot_be_read(race: Race, ada: Client, page: str) -> None:
    assert ada.get(address(race, page)).status_code == 405


@pytest.mark.parametrize("page", ["host/", "log/", "tokens/"])
def test_who_reads_there_holds_a_line_and_is_present(race: Race, ada: Client, page: str) -> None:
    assert f'data-line="/ws{address(race)}"' in ada.get(address(race, page)).content.decode()


def test_the_page_says_what_can_be_done(race: Race, ada: Client, bo_away: None) -> None:
    html = ada.get(address(race, "host/")).content.decode()
    assert "Pause the game" in html
    assert "Let a bot play for Bo" in html
    assert "Let a bot play for Cy" not in html


def test_pause_and_go_on(race: Race, ada: Client) -> None:
    for _ in range(2):
        ada.post(address(race, "host/pause/"))
        assert reread(race).paused
    for _ in range(2):
        ada.post(address(race, "host/resume/"))
        assert not reread(race).paused


def test_a_race_that_is_over_cannot_be_paused(race: Race, ada: Client) -> None:
    ada.post(address(race, "host/end/"), {"sure": "yes"})
    ada.post(address(race, "host/pause/"))
    assert not reread(race).paused
    assert "nothing left to do" in ada.get(address(race, "host/")).content.decode()


def test_a_bot_drives_for_the_absent_and_gives_the_wheel_back(race: Race, ada: Client, bo_away: None) -> None:
    ada.post(address(race, "host/bot/"), {"seat": "1"})
    assert reread(race).bots == {1: "racer"}
    assert "Give the seat back to Bo" in ada.get(address(race, "host/")).content.decode()
    ada.post(address(race, "host/driver/"), {"seat": "1"})
    assert reread(race).bots == {}


def test_who_is_there_keeps_the_wheel(race: Race, ada: Client) -> None:
    response = ada.post(address(race, "host/bot/"), {"seat": "2"})
    assert said(response) == ["Cy is here and plays."]
    assert reread(race).bots == {}


@pytest.mark.parametrize("seat", ["", "9", "-1", "x", "١"])
@pytest.mark.parametrize("page", ["host/bot/", "host/driver/"])
def test_there_must_be_such_a_driver(race: Race, ada: Client, page: str, seat: str) -> None:
    assert said(ada.post(address(race, page), {"seat": seat})) == ["There is no such player in this game."]


def test_the_end_must_be_meant(race: Race, ada: Client) -> None:
    assert len(said(ada.post(address(race, "host/end/")))) == 1
    assert reread(race).ended is None


def test_the_race_ends_as_it_stands_once(race: Race, ada: Client) -> None:
    assert said(ada.post(address(race, "host/end/"), {"sure": "yes"})) == []
    assert reread(race).ended is not None
    assert len(said(ada.post(address(race, "host/end/"), {"sure": "yes"}))) == 1


def test_a_paused_race_can_be_ended(race: Race, ada: Client) -> None:
    changes.pause(race.pk)
    ada.post(address(race, "host/end/"), {"sure": "yes"})
    assert reread(race).ended is not None


@pytest.mark.parametrize("page", ["host/", "tokens/"])
def test_pages_are_found_however_the_code_was_typed(race: Race, ada: Client, page: str) -> None:
    response = ada.get(f"/races/{race.code.lower()}/{page}")
    assert (response.status_code, response["Location"]) == (302, address(race, page))


def test_while_the_host_stays_away_the_first_who_is_there_keeps_the_table(race: Race, bo: Client) -> None:
    host = Seat.objects.get(race=race, number=0)
    presence.depart(host.pk)
    assert bo.post(address(race, "host/pause/")).status_code == 403
    long_ago = clocks.milliseconds(timezone.now()) - race.grace * 1000 - 1000
    changes.pause(race.pk)
    with changes.change(race.pk) as row:
        row.absent[0] = long_ago
    presence.here[Seat.objects.get(race=race, number=1).pk] = 1
    try:
        presence.renew()
    finally:
        presence.here.clear()
    assert "Only Bo can go on." in str(page_state.public(scenes.load(race.pk), "en")["curtain"])
    assert browser("cy").post(address(race, "host/resume/")).status_code == 403
    presence.arrive(host.pk)
    assert browser("ada").post(address(race, "host/resume/")).status_code == 403
    assert bo.post(address(race, "host/resume/")).status_code == 302
    assert not reread(race).paused
