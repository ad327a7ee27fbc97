"""A race with everything on, as a room starts it: its pages can be shown from the draft to the results, to a driver, to
another and to a spectator, and nothing in them is an error."""

import pytest
from django.test import Client

from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from engine.kernel.commands import command_for
from lobby import rooms, starting
from lobby.games.heat import evenings, extras, filling
from lobby.models import Room
from races import live
from races.heat import catalogue
from races.models import Race
from tests.lobby.factories import RoomFactory, browser, offered_track
from tests.races.factories import heat_scene

pytestmark = pytest.mark.django_db(transaction=True)

EVERY = 30
"""Pages are looked at after so many answers."""


def with_everything(rules: str) -> Room:
    room = RoomFactory(guests=("bo",), track=offered_track("italia"))
    version = offered_track("italia").current
    assert version is not None
    version.art = catalogue.shipped_art()[version.digest]
    version.save()
    everything = evenings.named("everything")
    assert everything is not None
    rooms.change(room.code, "ada", {"rules": rules, "laps": 1, "options": extras.stored(everything.extras)})
    with rooms.led(room.code, "ada") as locked:
        filling.fill_grid(locked, "mixed", 4)
    return room


def look(race: Race, *watchers: Client) -> None:
    for watcher in watchers:
        for page in ("", "log/"):
            assert watcher.get(f"{race.get_absolute_url()}{page}").status_code == 200


@pytest.mark.parametrize("rules", ["standard", "rulebook"])
def test_every_page_can_be_shown(rules: str) -> None:
    race = starting.start(with_everything(rules).code, "ada")
    people = browser("ada"), browser("bo"), browser("zed")
    answered, phases = 0, set()
    scene = heat_scene(race)
    bot = BOTS["cautious"](scene.game)
    while open_now := scene.game.awaiting(scene.state):
        question = open_now[0]
        phases.add(question.phase)
        legal = scene.game.legal(scene.state, question.seat)
        choice = bot.choose(scene.game.view(scene.state, question.seat), legal, derive(scene.state.seed, str(question)))
        assert isinstance(live.submit(race.pk, command_for(question, choice, f"c{answered}")), live.Accepted)
        if answered % EVERY == 0:
            look(race, *people)
        answered += 1
        scene = heat_scene(race)
    assert {"draft", "gears", "cards", "react"} <= phases
    assert scene.state.weather
    assert scene.state.tokens
    look(race, *people)
    for page in ("results/", "replay/", "record.json"):
        assert people[0].get(f"{race.get_absolute_url()}{page}").status_code == 200
