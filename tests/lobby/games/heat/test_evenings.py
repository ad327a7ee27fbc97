"""Ready-made races: what they set, how long they take, and that everything in them can be changed."""

import re

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from engine.heat import RULESETS
from lobby import rooms
from lobby.games.heat import evenings, extras, lengths
from lobby.games.heat.circuits import FEATURES, circuit
from lobby.models import MOST_PLAYERS, Room
from races.heat.extras import DRAWN, PACKS, TAKEN, Extras
from races.models import Race
from tests.lobby.factories import browser, offered_track
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db

CLUB = Extras(garage="rounds", weather=DRAWN)


@pytest.fixture
def visitor() -> Client:
    offered_track()
    deck_version()
    return browser("ada")


def test_no_two_are_the_same_and_each_can_be_raced() -> None:
    settings = [one.settings for one in evenings.EVENINGS]
    assert len({str(one) for one in settings}) == len(evenings.EVENINGS)
    assert all(not extras.fault_of(one.extras, 12) for one in evenings.EVENINGS)
    everything = evenings.named("everything")
    assert everything is not None
    assert everything.extras.packs == PACKS


@pytest.mark.parametrize("address", ["/open/", "/alone/"])
def test_its_button_fills_the_form_and_opens_nothing(visitor: Client, address: str) -> None:
    page = visitor.post(address, {"name": "Zoë", "track": "usa", "evening": "club"})
    assert page.status_code == 200
    html = page.content.decode()
    assert 'value="Zoë"' in html
    assert 'id="evening-club" formnovalidate aria-current="true"' in html
    assert "errorlist" not in html
    assert not Room.objects.exists()
    assert page.context["form"]["garage"].value() == "rounds"
    assert page.context["form"]["weather"].value() == DRAWN


@pytest.mark.parametrize("address", ["/open/", "/alone/"])
def test_a_new_form_says_that_it_is_a_plain_race(visitor: Client, address: str) -> None:
    assert 'id="evening-plain" formnovalidate aria-current="true"' in visitor.get(address).content.decode()


def test_an_address_names_one_for_a_new_room(visitor: Client) -> None:
    shown = visitor.get("/open/?evening=club").content.decode()
    assert re.findall(r'id="evening-(\w+)" formnovalidate aria-current', shown) == ["club"]
    assert visitor.get("/open/?evening=nothing").status_code == 200


def test_in_a_room_its_button_saves(room: Room, ada: Client) -> None:
    address = reverse("lobby:settings", args=[room.code])
    posted = {"track": "usa", "laps": "3", "rules": "rulebook", "least": "1", "most": "6", "clock": "60", "grace": "60"}
    page = ada.post(address, {**posted, "watching": "anybody", "evening": "club"}, headers={"hx-request": "true"})
    assert page.status_code == 200, "the form comes back as it is now"
    assert 'id="evening-club" formnovalidate form="settings" aria-current="true"' in page.content.decode()
    room.refresh_from_db()
    assert (extras.of_room(room), room.laps, room.rules) == (CLUB, 0, "rulebook")


def test_guests_read_which_ready_made_race_it_is_until_it_is_changed(room: Room, ada: Client, bo: Client) -> None:
    """The host has the buttons beside the settings, with the name."""

    def summary(client: Client = bo) -> str:
        return client.get(room.get_absolute_url()).content.decode().split('id="summary"')[1].split("</summary>")[0]

    assert "Plain race" in summary()
    assert "Plain race" not in summary(ada)
    rooms.change(room.code, "ada", {"options": extras.stored(CLUB)})
    assert "Club race" in summary()
    rooms.change(room.code, "ada", {"mulligan": True})
    assert "A race of your own" in summary()
    assert "A race of your own" in summary(ada)


def test_one_that_is_not_there_is_an_ordinary_post(visitor: Client) -> None:
    visitor.post("/alone/", {"name": "Ada", "evening": "world cup"})
    assert Race.objects.count() == 1


# How long it takes


def test_what_was_measured_covers_all_that_can_be_chosen() -> None:
    table = lengths.measured()
    assert set(table.pace) == set(table.factors) == set(table.evenings) == set(RULESETS)
    assert set(table.drafts) == {*TAKEN, "one"} - {""}
    for figures in (*table.pace.values(), *table.drafts.values()):
        assert len(figures) == MOST_PLAYERS
        assert list(figures) == sorted(figures), "more people take longer"
    for factors in table.factors.values():
        assert set(factors) == {"garage", "weather", "roads", "sponsors"} < set(Extras.__struct_fields__)
    for ready in table.evenings.values():
        assert set(ready) == {one.id for one in evenings.EVENINGS if one.extras != Extras()}


def test_minutes_of_a_race_are_those_of_its_spaces_and_of_its_draft() -> None:
    table = lengths.measured()
    plain, tuned = (lengths.length("standard", 4, one) for one in (Extras(), Extras(garage="snake")))
    assert plain.minutes(100) == round(table.pace["standard"][3])
    assert tuned.before == table.drafts["snake"][3]
    assert tuned.beyond(plain).more(138) >= 5
    assert plain.minutes(1) == 1, "never no time at all"
    assert plain.minutes(200) == round(2 * table.pace["standard"][3]), "to the minute, for longer races too"
    assert lengths.length("standard", 99, Extras()) == lengths.length("standard", MOST_PLAYERS, Extras())


def test_a_page_says_the_minutes(room: Room, ada: Client) -> None:
    page = ada.get(room.get_absolute_url()).content.decode()
    one, two = (lengths.length("standard", 4, Extras()).minutes(spaces) for spaces in (69, 138))
    assert one < two
    assert f"about {two} min" in page
    assert 'data-spaces="69" data-laps="2"' in page
    rooms.change(room.code, "ada", {"laps": 1})
    assert f"about {one} min" in ada.get(room.get_absolute_url()).content.decode().split('id="summary"')[1]


# Tracks


def test_circuits_say_what_they_have_that_others_have_not() -> None:
    found = {}
    for slug in ("usa", "japan", "espana", "southafrica"):
        shown = circuit(offered_track(slug).current_id)
        assert shown is not None
        found[slug] = (shown.box, [feature.kind for feature in shown.features])
    assert found == {
        "usa": ("", []),
        "japan": ("Heavy Rain", ["flooded", "chicane"]),
        "espana": ("Tunnel Vision", ["tunnel", "chicane"]),
        "southafrica": ("Rocky Roads (unfinished)", ["gravel"]),
    }


def test_the_choice_of_tracks_tells_each_rule_once(visitor: Client) -> None:
    for slug in ("japan", "espana"):
        offered_track(slug)
    page = visitor.get("/open/").content.decode()
    for kind in ("flooded", "tunnel", "chicane"):
        assert page.count(str(FEATURES[kind][1])) == 1
    assert str(FEATURES["gravel"][1]) not in page


def test_what_is_stored_is_what_the_type_says() -> None:
    assert msgspec.convert(extras.stored(CLUB), Extras) == CLUB
