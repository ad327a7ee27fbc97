"""A race that another version of the site stored, or that is damaged: no other page breaks, and its own says so."""

import re
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from lobby import rooms, starting
from lobby.models import Room
from races import games, presence, scenes, sweeper
from races.models import Content, Entry, Race, TrackVersion
from tests.lobby.factories import browser
from tests.races.factories import make_race
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(room: Room) -> Race:
    """A listed race that goes on."""
    rooms.change(room.code, "ada", {"listed": True})
    return starting.start(room.code, "ada")


DAMAGES = {
    "another field": lambda race: Race.objects.update(state=race.state.replace('"cars":', '"of_tomorrow":')),
    "another version": lambda race: Race.objects.update(engine="9", state=race.state.replace('"hand":', '"held":')),
    "a newer version": lambda race: Race.objects.update(engine="99.0.0", state=race.state[:-1] + ',"of_tomorrow":1}'),
    "clocks": lambda race: Race.objects.update(clocks={"0": {"question": "1.gears.0.1"}}),
    "clocks of another kind": lambda race: Race.objects.update(clocks=["of", "tomorrow"]),
    "absent": lambda race: Race.objects.update(absent={"0": "for ever"}),
    "presets": lambda race: Race.objects.update(presets={"0": 7}),
    "held": lambda race: Race.objects.update(held={"0": {"after": ""}}),
    "veil": lambda race: Race.objects.update(veil={"phase": 1}),
    "no JSON": lambda race: Race.objects.update(state=race.state[:-9]),
    "nothing": lambda race: Race.objects.update(state=""),
    "content": lambda race: Content.objects.update(data='{"of_tomorrow":1}'),
    "events": lambda race: Entry.objects.update(events="["),
}
damaged = pytest.mark.parametrize("damage", DAMAGES)


def harm(race: Race, damage: str) -> None:
    DAMAGES[damage](race)
    scenes.forget()
    games.table_game_of.cache_clear()


@damaged
def test_the_first_page_leaves_it_out(race: Race, damage: str) -> None:
    assert race.track is not None
    watched = f'aria-label="Watch the race on the {race.track.name} circuit"'
    for visitor in ("ada", "stranger"):
        assert watched in browser(visitor).get("/").content.decode(), visitor
    harm(race, damage)
    for visitor in ("ada", "stranger"):
        scenes.forget()
        response = browser(visitor).get("/")
        assert response.status_code == 200
        assert watched not in response.content.decode(), visitor


@damaged
def test_its_own_pages_say_that_it_cannot_be_shown(race: Race, damage: str) -> None:
    harm(race, damage)
    for page in ("", "tv/", "log/", "host/", "tokens/", "results/", "replay/"):
        scenes.forget()
        response = browser("ada").get(f"{race.get_absolute_url()}{page}")
        assert response.status_code == 404, page
        assert "This race cannot be shown." in response.content.decode(), page


@damaged
def test_its_forms_say_so_too_and_change_nothing(race: Race, damage: str) -> None:
    harm(race, damage)
    for page in ("answer", "presets", "wheel", "host/pause", "host/end"):
        response = browser("ada").post(f"{race.get_absolute_url()}{page}/", {"sure": "yes"})
        assert response.status_code == 404
        assert "This race cannot be shown." in response.content.decode()


@damaged
def test_others_are_verified_and_it_is_named(race: Race, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    harm(race, damage)
    healthy = make_race("cleo", "dan", track="italia")
    with suppress(CommandError):  # columns beside the record may be damaged and the record be sound
        call_command("verify_races")
    told = capsys.readouterr()
    assert told.out.startswith("2 races replayed")
    assert healthy.code not in told.err
    if damage in {"no JSON", "content", "events"}:
        assert race.code in told.err


@damaged
def test_the_site_starts_and_goes_on_beside_it(race: Race, damage: str) -> None:
    harm(race, damage)
    healthy = make_race("cleo", "dan", clock=30, track="italia")
    presence.closing_time()
    healthy.refresh_from_db()
    assert set(healthy.absent) == {0, 1}
    sweeper.sweep()


@damaged
def test_its_room_still_stands(race: Race, room: Room, damage: str) -> None:
    harm(race, damage)
    assert browser("ada").get(room.get_absolute_url()).status_code == 200


@damaged
def test_an_admin_can_look_and_is_told(race: Race, damage: str) -> None:
    harm(race, damage)
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    assert boss.get(f"/admin/races/race/{race.pk}/change/").status_code == 200
    for action in ("verify", "stand_in", "end", "pause", "resume"):
        response = boss.post("/admin/races/race/", {"action": action, "_selected_action": race.pk}, follow=True)
        assert response.status_code == 200
        if action in ("verify", "stand_in", "end"):
            assert race.code in " ".join(str(message) for message in response.context["messages"])


def rows(response: Any) -> list[str]:
    return re.findall(r"<tr[^>]* data-seat=.*?</tr>|<li[^>]* data-seat=.*?</li>", response.content.decode(), re.DOTALL)


def test_a_race_that_is_over_is_read_from_its_events() -> None:
    race = finished_race()
    before = browser("ada").get(race.get_absolute_url())
    Race.objects.update(engine="0.0.1", state=race.state.replace('"cars":', '"of_yesterday":'))
    scenes.forget()
    response = browser("ada").get(race.get_absolute_url())
    assert response.status_code == 200
    assert rows(response) == rows(before) != []


def test_a_circuit_that_cannot_be_read_is_not_offered(room: Room) -> None:
    TrackVersion.objects.update(data="{}", art='{"theme": "usa"}  ')
    for address in ("/", "/open/", "/alone/", room.get_absolute_url()):
        assert browser("ada").get(address).status_code in {200, 409}
