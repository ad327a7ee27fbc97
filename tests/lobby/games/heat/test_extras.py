"""Garage, weather, roads and sponsors: from a form through the room into the race, and into the next one."""

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.heat.modules import base_modules
from engine.heat.race import Race as EngineRace
from engine.heat.state import TIERS
from engine.kernel import Seed
from engine.kernel.commands import StandIn
from lobby import games, rooms, starting
from lobby.games.heat import extras as words
from lobby.models import Room
from lobby.refused import Refused
from races.heat.extras import DRAWN, PACKS, TAKEN, Extras
from races.models import Race
from tests.lobby.factories import RoomFactory, browser, offered_track
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db

EVERYTHING = Extras(garage="snake", packs=PACKS, weather="fog", roads=True, sponsors=True)
ASKED = {"garage": "snake", "packs": list(PACKS), "weather": "fog", "roads": "on", "sponsors": "on"}


def setup_of(race: Race) -> Setup:
    return msgspec.json.decode(race.setup, type=Setup)


def settings_of(room: Room) -> dict[str, Any]:
    form = games.offer("heat").settings_form(instance=room)
    return {name: form[name].value() for name in form.fields if form[name].value() is not None}


def post(client: Client, room: Room, **changed: object) -> Any:
    """The form of the settings as a browser sends it: a switch that is off sends nothing."""
    asked = {**settings_of(room), "track": room.track.slug if room.track else "", **changed}
    return client.post(
        reverse("lobby:settings", args=[room.code]),
        {name: value for name, value in asked.items() if value is not False},
    )


def test_a_room_without_extras_starts_the_base_race(room: Room) -> None:
    setup = setup_of(starting.start(room.code, "ada"))
    assert (setup.draft, setup.weather, setup.roads, setup.season) == ("", False, False, False)
    assert (setup.tiers, setup.expansions) == (TIERS, ())


def test_what_the_host_chose_is_what_is_raced(room: Room, ada: Client) -> None:
    assert post(ada, room, **ASKED).status_code == 302
    room.refresh_from_db()
    assert words.of_room(room) == EVERYTHING
    race = starting.start(room.code, "ada")
    setup = setup_of(race)
    assert (setup.draft, setup.weather, setup.roads, setup.season) == ("snake", True, True, True)
    assert (setup.tiers, setup.expansions) == (TIERS, ("heavy_rain", "tunnel_vision"))
    content = msgspec.json.decode(race.content.data, type=Content)
    assert [weather.id for weather in content.modules.weather] == ["fog"], "there is no other weather to draw"


def test_drawn_weather_is_any(room: Room) -> None:
    rooms.change(room.code, "ada", {"options": words.stored(Extras(weather=DRAWN))})
    content = msgspec.json.decode(starting.start(room.code, "ada").content.data, type=Content)
    assert content.modules == base_modules()


@pytest.mark.parametrize("drawn", [DRAWN, "rain", ""])
def test_the_next_race_has_the_same_extras_in_a_room_that_is_gone(room: Room, drawn: str) -> None:
    chosen = msgspec.structs.replace(EVERYTHING, weather=drawn)
    rooms.change(room.code, "ada", {"options": words.stored(chosen)})
    race = starting.start(room.code, "ada")
    race.ended = race.started
    race.save()
    Room.objects.all().delete()
    assert words.of_room(starting.again(race, "ada")) == chosen


def test_a_race_alone_takes_the_same(db: None) -> None:
    offered_track()
    deck_version()
    ada = browser("ada")
    ada.post("/alone/", {"name": "Ada", **ASKED})
    assert setup_of(Race.objects.get()).draft == "snake"


def test_one_click_races_without_extras_and_leaves_the_usual_cards_to_choose(db: None) -> None:
    offered_track()
    deck_version()
    browser("ada").post("/alone/")
    assert words.of_room(Room.objects.get()) == Extras()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"garage": "rounds", "packs": []}, words.NO_CARDS),
        ({"garage": "rounds", "packs": ["heavy_rain"]}, words.ADVANCED_ALONE),
        ({"garage": "rounds", "packs": ["basic", "tunnel_vision"]}, words.ADVANCED_ALONE),
        ({"garage": "garage"}, "garage is not one of the available choices"),
        ({"packs": ["rocky_roads"]}, "rocky_roads is not one of the available choices"),
        ({"weather": "hail"}, "hail is not one of the available choices"),
    ],
)
def test_what_does_not_go_together_is_refused_with_a_sentence(
    room: Room, ada: Client, asked: dict[str, Any], sentence: str
) -> None:
    response = post(ada, room, **asked)
    assert response.status_code == 422
    assert str(sentence) in response.content.decode()
    room.refresh_from_db()
    assert words.of_room(room) == Extras()


def test_cards_that_cannot_serve_everybody_are_refused(room: Room, ada: Client) -> None:
    for number in range(6):
        rooms.place(room, name=f"Bot {number}", bot="racer", ready=True)
    response = post(ada, room, garage="snake", packs=["basic"])
    assert response.status_code == 422
    assert "These upgrades last for 8 drivers." in response.content.decode()
    assert post(ada, room, garage="rounds", packs=["basic"]).status_code == 302


def test_bots_that_join_later_do_not_start_a_draft_in_which_cards_run_out(room: Room) -> None:
    rooms.change(room.code, "ada", {"options": words.stored(Extras(garage="snake", packs=("basic",)))})
    for number in range(6):
        rooms.place(room, name=f"Bot {number}", bot="racer", ready=True)
    with pytest.raises(Refused, match="extras") as refused:
        starting.start(room.code, "ada")
    assert "8 drivers" in refused.value.in_full
    assert not Race.objects.exists()


@pytest.mark.parametrize("garage", list(TAKEN))
@pytest.mark.parametrize("packs", [("basic",), ("advanced",), TIERS, PACKS])
def test_as_many_as_are_served_can_draft(garage: Any, packs: Any) -> None:
    """The engine lets drivers go without when cards run out; a room must not come to that."""
    chosen = Extras(garage=garage, packs=packs)
    drivers = min(12, chosen.drivers_served())
    game = Heat(Content(track=all_tracks()["usa"]))
    race = EngineRace(game, Setup((Entrant(),) * drivers, laps=1, **chosen.of_setup()), Seed("00" * 32))
    while race.state.round == 0:
        race.submit(StandIn(game.awaiting(race.state)[0], "clock"))
    assert {len(car.upgrades) for car in race.state.cars} == {3}


def test_those_who_were_ready_hear_which_extra_has_changed(room: Room, ada: Client, bo: Client) -> None:
    rooms.set_ready(room.code, "bo", True)
    post(ada, room, roads="on")
    page = bo.get(room.get_absolute_url()).content.decode()
    assert "<li>Road conditions</li>" in page
    assert "<li>Garage</li>" not in page


def test_guests_read_the_extras(room: Room, bo: Client) -> None:
    rooms.change(room.code, "ada", {"options": words.stored(EVERYTHING)})
    page = bo.get(room.get_absolute_url()).content.decode()
    for told in ("There and back", "Basic, Advanced, Heavy Rain, Tunnel Vision", "Fog"):
        assert told in page


def test_options_of_another_version_are_refused_and_not_raced(room: Room) -> None:
    Room.objects.update(options={"turbo": True})
    with pytest.raises(Refused, match="cannot_start"):
        starting.start(room.code, "ada")


def test_every_weather_and_pack_has_a_name() -> None:
    assert set(words.WEATHER) == {weather.id for weather in base_modules().weather}
    assert tuple(words.PACK_NAMES) == PACKS
    assert set(words.GARAGES) == {*TAKEN, ""}


def test_a_room_of_three_can_have_everything() -> None:
    room = RoomFactory(guests=("bo", "cy"))
    rooms.change(room.code, "ada", {"options": words.stored(EVERYTHING), "rules": "rulebook"})
    assert setup_of(starting.start(room.code, "ada")).season
