"""Championships that cannot begin or go on: each time a clear sentence, and nothing is lost."""

import re
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from engine.heat.cards import base_cards
from engine.heat.modules import base_modules
from engine.kernel.commands import End
from lobby import rooms, starting
from lobby.games.heat import extras
from lobby.models import Room
from lobby.refused import Refused
from races import live
from races.heat import boxes
from races.heat.championships import keeping, running
from races.heat.extras import Extras
from races.models import Championship, Competitor, Race, Track
from tests.lobby.factories import RoomFactory, browser, offered_track
from tests.lobby.test_at_once import both
from tests.races.heat.championships.kit import restart

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def room() -> Room:
    """Ada's and Bo's, before the three races of 1962."""
    for slug in ("usa", "italia", "gb", "france"):
        offered_track(slug)
    running.forget()
    made: Room = RoomFactory(guests=("bo",), laps=1)
    assert choose(made).status_code == 302
    return made


def choose(room: Room, **fields: str) -> Any:
    asked = {"kind": "1962", "races": "3", "events": "on", **fields}
    return browser("ada").post(f"/lobby/{room.code}/championship/", asked)


def start(room: Room) -> Race:
    return starting.start(room.code, "ada")


def raced(room: Room) -> Race:
    race = start(room)
    assert isinstance(live.submit(race.pk, End()), live.Accepted)
    return race


def text(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def refusal(room: Room) -> str:
    """Why the next race cannot start, as the host reads it; nothing has begun."""
    before = Championship.objects.count(), Race.objects.count()
    with pytest.raises(Refused) as refused:
        start(room)
    answer = browser("ada").post(f"/lobby/{room.code}/start/", headers={"HX-Request": "true"})
    assert 400 <= answer.status_code < 500
    assert refused.value.in_full in text(answer)
    assert (Championship.objects.count(), Race.objects.count()) == before
    assert Room.objects.get(pk=room.pk).calendar, "what was chosen stays chosen"
    return refused.value.in_full


# Settings that do not fit together


def test_weather_that_is_gone_is_not_replaced_by_any_other(room: Room) -> None:
    rooms.change(room.code, "ada", {"options": extras.stored(Extras(weather="fog"))})
    boxes.save("weather", tuple([one for one in base_modules().weather if one.id != "fog"]))
    assert "That weather is no longer in the game. Choose another one." in refusal(room)
    rooms.change(room.code, "ada", {"options": extras.stored(Extras(weather="rain"))})
    assert start(room).ended is None


# A market that cannot serve all


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("standard", "These upgrades last for 11 drivers."),
        ("rulebook", "In so many races these upgrades last for 11 drivers. Add more cards, or choose fewer races."),
    ],
)
def test_bots_that_join_later_do_not_begin_a_season_in_which_cards_run_out(
    room: Room, rules: str, sentence: str
) -> None:
    rooms.change(room.code, "ada", {"rules": rules, "options": extras.stored(Extras("rounds", ("basic",)))})
    for number in range(10):
        rooms.place(room, name=f"Bot {number}", bot="racer", ready=True)
    assert sentence in refusal(room)
    answer = choose(room)
    assert answer.status_code == 422
    assert sentence in text(answer)
    room.members.exclude(bot="").last().delete()  # type: ignore[union-attr]
    assert start(room).seats.count() == 11


# Too few tracks


def test_a_circuit_that_was_withdrawn_keeps_a_season_from_beginning_and_stops_none(room: Room) -> None:
    Track.objects.filter(slug="gb").update(current=None)
    assert "goes to a circuit that is not on offer here" in text(browser("bo").get(room.get_absolute_url()))
    assert "goes to a circuit that is not on offer here. Choose another championship." in refusal(room)
    version = Track.objects.get(slug="gb").versions.get()
    Track.objects.filter(slug="gb").update(current=version)
    raced(room)
    Track.objects.filter(slug="gb").update(current=None)
    assert start(room).track == version, "a season that has begun keeps its circuits"


# A card that is edited while a race runs


def test_a_season_keeps_the_cards_with_which_it_began(room: Room) -> None:
    first = start(room)
    cards, events = base_cards(), base_modules().events
    boxes.save("cards", replace(cards, cards=tuple([replace(one, copies=min(one.copies, 1)) for one in cards.cards])))
    boxes.save("events", (replace(events[0], headline="Rain Stopped Play"), *events[1:]))
    restart()
    assert isinstance(live.submit(first.pk, End()), live.Accepted)
    row = Championship.objects.get()
    content = running.season_of(row).content
    assert (content.cards, content.modules.events) == (cards, events)
    raced(room)
    raced(room)
    assert keeping.check(row)
    assert choose(room).status_code == 302
    start(room)
    later = running.begun_with(Championship.objects.exclude(pk=row.pk).get()).content
    assert later.modules.events[0].headline == "Rain Stopped Play"


# A seat that is given to two


def test_two_newcomers_do_not_get_the_same_seat(room: Room) -> None:
    rooms.add_bot(room.code, "ada", "Bruno Aldighieri")
    raced(room)
    code, row = room.code, Championship.objects.get()
    assert both(lambda: rooms.join(code, "dee", "Dee"), lambda: rooms.join(code, "eve", "Eve")) == ["done", "full"]
    seats = list(row.competitors.values_list("visitor", flat=True))
    assert sorted(seats[:2]) == ["ada", "bo"]
    assert seats[2] in {"dee", "eve"}


def test_a_seat_that_was_given_away_is_not_given_back_as_well(room: Room) -> None:
    raced(room)
    rooms.leave(room.code, "bo")
    rooms.join(room.code, "dee", "Dee")
    with pytest.raises(Refused) as refused:
        rooms.join(room.code, "bo", "Bo")
    assert refused.value.code == "full"
    assert [one.name for one in Competitor.objects.all()] == ["Ada", "Dee"]


# A race that cannot be read


@pytest.fixture
def unreadable(room: Room) -> Race:
    race = raced(room)
    Race.objects.filter(pk=race.pk).update(state="{}", engine="0.0.1")
    race.entries.filter(seq=0).update(events="[]")
    restart()
    return race


def test_a_race_that_cannot_be_read_is_neither_on_nor_next(unreadable: Race) -> None:
    row = Championship.objects.get()
    sentence = f"Race {unreadable.code} cannot be read any more, so the table stands as it was before that race."
    for part in ("", "tv/"):
        shown = text(browser("bo").get(f"{row.get_absolute_url()}{part}"))
        assert f"{sentence} Nothing is lost; please tell the people who run this site." in shown
        assert "Italia is on." not in shown
        assert "Next: Italia." not in shown
    shown = text(browser("bo").get(row.get_absolute_url()))
    assert "It cannot be read any more." in shown, "in the calendar"
    assert "Back to the race" not in shown


def test_every_page_around_a_race_that_cannot_be_read_has_a_sentence(unreadable: Race, admin_client: Client) -> None:
    row, room = Championship.objects.get(), Room.objects.get()
    for part in ("", "tv/", "results/", "replay/", "log/", "record.json", "host/", "telemetry/"):
        answer = browser("ada").get(f"{unreadable.get_absolute_url()}{part}")
        assert answer.status_code == 404
        assert "This race cannot be shown." in text(answer)
    for address in ("/", "/mine/", "/finished/", f"{row.get_absolute_url()}news/", room.get_absolute_url()):
        assert browser("ada").get(address).status_code == 200, address
    assert "A race of this championship cannot be read any more" in refusal(room)
    for address in ("/admin/races/championship/", f"/admin/races/championship/{row.pk}/change/"):
        assert admin_client.get(address).status_code == 200
    assert row.stops.filter(race=None).count() == 2, "no race was begun, and none is gone"
