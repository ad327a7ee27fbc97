"""What a room does when a player leaves: the host chooses, the others read it, the game is started so."""

import pytest

from lobby import starting
from lobby.models import Room
from races.models import Race
from tests.lobby.factories import browser
from tests.lobby.views.test_actions import SETTINGS, post

pytestmark = pytest.mark.django_db


def test_the_host_chooses_and_the_others_read_it(room: Room) -> None:
    page = browser("ada").get(room.get_absolute_url()).content.decode()
    assert 'name="absence"' in page
    assert post(browser("ada"), room, "settings", {**SETTINGS, "absence": "wait"}).status_code == 302
    assert "Wait until they are back" in browser("bo").get(room.get_absolute_url()).content.decode()
    assert post(browser("ada"), room, "settings", SETTINGS).status_code == 302
    race = starting.start(room.code, "ada")
    assert race.absence == Race.Absence.WAIT, "what a form leaves out stays as it was"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"absence": "wait", "clock": "86400"}, "A game of days goes on while players are away."),
        ({"absence": "sleep"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(room: Room, given: dict[str, str], sentence: str) -> None:
    response = post(browser("ada"), room, "settings", {**SETTINGS, **given})
    assert sentence in response.content.decode()
    room.refresh_from_db()
    assert room.absence == Race.Absence.STAND_IN
