"""A championship in a room: chosen by the host, raced race after race, with seats that change hands between them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.kernel.commands import End
from lobby import rooms, starting
from lobby.games.heat import calendar, filling, legends
from lobby.models import Member, Room
from lobby.refused import Refused
from races import live, scenes
from races.heat.championships import running
from races.models import Championship, Race
from tests.lobby.factories import RoomFactory, browser, offered_track

pytestmark = pytest.mark.django_db

YEAR_1962 = {"kind": "1962", "races": "3", "events": "on"}


@pytest.fixture(autouse=True)
def circuits() -> None:
    """All circuits of the seasons are on offer."""
    for slug in ("usa", "italia", "gb", "france"):
        offered_track(slug)
    running.forget()


@pytest.fixture
def room() -> Room:
    """Ada's room, with Bo and a bot in it."""
    made: Room = RoomFactory(guests=("bo",), laps=1)
    return made


def choose(room: Room, visitor: str = "ada", **fields: Any) -> Any:
    return browser(visitor).post(f"/lobby/{room.code}/championship/", {**YEAR_1962, **fields})


def start(room: Room) -> Race:
    return starting.start(room.code, room.host)


def end(race: Race) -> None:
    assert isinstance(live.submit(race.pk, End()), live.Accepted)


def page(room: Room, visitor: str = "ada") -> str:
    return browser(visitor).get(room.get_absolute_url()).content.decode()


def test_the_host_chooses_a_season_and_the_room_shows_it(room: Room) -> None:
    assert choose(room).status_code == 302
    shown = page(room, "bo")
    assert "Race 1 of 3" in shown
    assert shown.index("1. Italia") < shown.index("2. Great Britain") < shown.index("3. France")
    assert "Engines Unbound" in shown, "the event of the first race"
    assert "Every driver starts with 2 sponsor cards." in shown
    assert "Every engine starts with one Heat more." in shown
    assert "The first grid is drawn when the race starts." in shown
    assert "Points from first to last: 4 · 2." in shown


def test_a_whole_season_in_a_room(room: Room) -> None:
    choose(room)
    first = start(room)
    room.refresh_from_db()
    row = Championship.objects.get()
    assert room.championship == row
    assert [stop.track.track.slug for stop in row.stops.all()] == ["italia", "gb", "france"]
    assert row.stops.get(number=0).race == first
    end(first)
    between = page(room)
    assert "Race 2 of 3" in between
    assert "Table after one race" in between
    second = start(room)
    assert start(room) == second, "pressed twice"
    end(second)
    third = start(room)
    end(third)
    assert not running.goes_on(row)
    with pytest.raises(Refused) as refused:
        start(room)
    assert refused.value.code == "championship_over"
    assert "is champion." in page(room)
    assert choose(room, single="yes").status_code == 302
    single = Room.objects.get(pk=room.pk)
    assert single.championship is None
    assert single.calendar == {}
    assert start(single).code not in {first.code, second.code, third.code}


# Choosing one


def test_a_guest_chooses_none(room: Room) -> None:
    assert choose(room, "bo").status_code == 403
    assert Room.objects.get(pk=room.pk).calendar == {}
    assert browser("bo").get(f"/lobby/{room.code}/championship/").status_code == 403
    assert browser("zed").get(f"/lobby/{room.code}/championship/").status_code == 403


def test_an_own_list_with_its_laps_and_events(room: Room) -> None:
    own = {"kind": "own", "track_1": "usa", "laps_1": "2", "event_1": "strike", "track_3": "italia", "laps_3": "0"}
    assert choose(room, **own).status_code == 302
    stops = calendar.of_room(Room.objects.get(pk=room.pk))
    assert stops is not None
    assert [(one.track, one.laps, one.event) for one in stops.stops] == [("usa", 2, "strike"), ("italia", None, "")]
    shown = page(room)
    assert "Race 1 of 2" in shown
    assert "Drivers Down Tools" in shown


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "own"}, "A championship has at least 2 races."),
        ({"kind": "own", "track_1": "usa"}, "A championship has at least 2 races."),
        ({"kind": "own", "track_1": "usa", "track_2": "moon"}, "Select a valid choice."),
        ({"kind": "own", "track_1": "usa", "event_1": "strike", "track_2": "gb", "event_2": "strike"}, "come up once"),
        (
            {"kind": "own", "track_1": "usa", "laps_1": "1", "event_1": "strike", "track_2": "gb"},
            "without a lap",
        ),
        ({"kind": "1964"}, "not on offer here"),
        ({"kind": "random", "races": "9"}, "not enough circuits"),
        ({"kind": "2064"}, "Select a valid choice."),
        ({"kind": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_raced_is_refused_with_a_sentence(room: Room, fields: dict[str, str], sentence: str) -> None:
    answer = choose(room, **fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Room.objects.get(pk=room.pk).calendar == {}


def test_a_random_season_stays_as_it_was_drawn(room: Room) -> None:
    choose(room, kind="random", races="3")
    first = re.findall(r"<b>\d\. (.*?)</b>", page(room))
    assert len(set(first)) == 3
    assert re.findall(r"<b>\d\. (.*?)</b>", page(room, "bo")) == first
    assert "Its event is still secret." in page(room)
    row_seed = Room.objects.get(pk=room.pk).calendar["seed"]
    assert row_seed not in page(room)
    start(room)
    names = [stop.track.name for stop in Championship.objects.get().stops.all()]
    assert names == first


def test_settings_that_stop_to_fit_are_told_in_the_room(room: Room) -> None:
    choose(room)
    Room.objects.filter(pk=room.pk).update(calendar={"kind": "1962", "races": "three"})
    assert "The game cannot start with these settings." in page(room)
    with pytest.raises(Refused):
        start(room)


def test_a_new_choice_asks_the_others_again(room: Room) -> None:
    rooms.set_ready(room.code, "bo", True)
    choose(room)
    shown = page(room, "bo")
    assert "has changed what you were ready for" in shown
    assert "<li>championship</li>" in shown.lower()


def test_open_a_room_for_a_championship() -> None:
    client = browser("ada")
    assert "/open/?then=championship" in client.get("/").content.decode()
    fields = {"name": "Ada", "track": "usa", "laps": "1", "rules": "standard", "least": "1", "most": "6"}
    more = {"clock": "60", "grace": "60", "watching": "anybody"}
    answer = client.post("/open/?then=championship", {**fields, **more})
    assert answer["Location"] == f"/lobby/{Room.objects.get().code}/championship/"
    assert client.get(answer["Location"]).status_code == 200


# While it goes on


@pytest.fixture
def on(room: Room) -> Room:
    """Between the first and the second race. A bot and a Legend race beside Ada and Bo."""
    rooms.add_bot(room.code, "ada", "Bruno Aldighieri")
    legends.add(room.code, "ada", "easy")
    choose(room)
    end(start(room))
    return Room.objects.get(pk=room.pk)


def seats(room: Room) -> dict[str, str]:
    """By colour who is in the room."""
    return dict(room.members.values_list("colour", "name"))


def drivers(race: Race) -> list[tuple[str, str]]:
    return list(race.seats.order_by("number").values_list("kind", "name"))


def test_who_leaves_is_driven_for_and_comes_back_to_the_own_seat(on: Room) -> None:
    bo = Member.objects.get(room=on, visitor="bo")
    rooms.leave(on.code, "bo")
    second = start(on)
    assert drivers(second)[1] == ("bot", "Bo")
    end(second)
    rooms.join(on.code, "bo", "Bo")
    assert Member.objects.get(room=on, visitor="bo").colour == bo.colour
    assert drivers(start(on))[1] == ("driver", "Bo")


def test_who_is_new_takes_a_free_seat_first_and_then_a_bots(on: Room) -> None:
    colour = Member.objects.get(room=on, visitor="bo").colour
    bot = on.members.get(bot="racer") if on.members.filter(bot="racer").exists() else on.members.exclude(bot="").get()
    rooms.leave(on.code, "bo")
    assert rooms.join(on.code, "dee", "Dee").colour == colour
    assert rooms.join(on.code, "eve", "Eve").colour == bot.colour
    assert not on.members.exclude(bot="").exists(), "the bot has made room"
    with pytest.raises(Refused) as refused:
        rooms.join(on.code, "fay", "Fay")
    assert refused.value.code == "full"
    with pytest.raises(Refused) as refused:
        rooms.join(on.code, "bo", "Bo")
    assert refused.value.code == "full", "the seat was given away"
    second = start(on)
    assert drivers(second) == [("driver", "Ada"), ("driver", "Dee"), ("driver", "Eve"), drivers(second)[3]]
    assert drivers(second)[3][0] == "legend"


def test_seats_and_rules_stand(on: Room) -> None:
    for act in (
        lambda: rooms.paint(on.code, "bo", "purple"),
        lambda: rooms.add_bot(on.code, "ada", "Marta Quill"),
        lambda: legends.add(on.code, "ada", "easy"),
        lambda: filling.fill(on.code, "ada", "mixed", 6),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "seats_stand"
    before = Room.objects.get(pk=on.pk)
    posted = {"laps": "5", "rules": "rulebook", "least": "2", "most": "8", "clock": "30", "grace": "60"}
    answer = browser("ada").post(f"/lobby/{on.code}/settings/", {**posted, "watching": "anybody", "garage": "rounds"})
    assert answer.status_code == 302
    after = Room.objects.get(pk=on.pk)
    assert (after.laps, after.rules, after.options) == (before.laps, before.rules, before.options)
    assert (after.clock, after.least, after.most) == (30, 2, 8), "what is no rule may change"
    assert choose(on).status_code == 302
    assert Room.objects.get(pk=on.pk).championship == before.championship


def test_a_code_and_the_home_page_lead_back(on: Room) -> None:
    row = on.championship
    assert row is not None
    answer = browser("zed").post("/join/", {"code": row.code.lower()})
    assert answer["Location"] == row.get_absolute_url()
    assert "for the next race of a championship" in browser("bo").get("/").content.decode()
    Room.objects.all().delete()  # cleaned up over night
    home = browser("bo").get("/").content.decode()
    assert f"Your championship {row.code} goes on: the next race is on the Great Britain circuit." in home
    assert row.code not in browser("zed").get("/").content.decode()


def test_a_room_that_was_removed_is_opened_again_with_every_seat(on: Room) -> None:
    row, colour = on.championship, Member.objects.get(room=on, visitor="bo").colour
    assert row is not None
    last = Race.objects.get(stop__championship=row, stop__number=0)
    Room.objects.all().delete()
    answer = browser("bo").post(f"/again/{last.code}/")
    again = Room.objects.get()
    assert answer["Location"] == again.get_absolute_url()
    assert again.championship == row
    assert Member.objects.get(room=again, visitor="bo").colour == colour
    rooms.join(again.code, "ada", "Ada")
    assert [kind for kind, _name in drivers(starting.start(again.code, "bo"))] == ["driver", "driver", "bot", "legend"]


def test_a_player_without_others_meets_the_table_before_the_next_race() -> None:
    offered_track()
    room = RoomFactory(laps=1)
    rooms.add_bot(room.code, "ada", "Bruno Aldighieri")
    choose(room)
    first = start(room)
    end(first)
    answer = browser("ada").post(f"/again/{first.code}/")
    assert answer["Location"] == room.get_absolute_url()
    assert Race.objects.count() == 1


def test_a_television_goes_to_the_table_when_the_result_has_been_seen(on: Room) -> None:
    row = on.championship
    assert row is not None
    race = Race.objects.get(stop__number=0)
    screen = f"/again/{race.code}/screen/"
    assert "HX-Redirect" not in browser("zed").get(screen)
    Race.objects.filter(pk=race.pk).update(ended=timezone.now() - timedelta(minutes=1))
    scenes.forget()
    assert browser("zed").get(screen)["HX-Redirect"] == f"{row.get_absolute_url()}tv/"


def test_a_race_that_cannot_be_read_stops_the_room_with_a_sentence(on: Room) -> None:
    race = Race.objects.get(stop__number=0)
    Race.objects.filter(pk=race.pk).update(state="{}", engine="0.0.1")
    race.entries.filter(seq=0).update(events="[]")
    scenes.forget()
    running.forget()
    assert "A race of this championship cannot be read any more" in page(on)
    with pytest.raises(Refused) as refused:
        start(on)
    assert refused.value.code == "championship_unreadable"


def test_a_championship_that_cannot_be_read_is_told_everywhere(on: Room) -> None:
    row = on.championship
    assert row is not None
    race = Race.objects.get(stop__number=0)
    Championship.objects.update(content="{}", setup="{")
    running.forget()
    assert "cannot be read any more" in page(on)
    assert browser("ada").get(row.get_absolute_url()).status_code == 404
    assert browser("ada").get(f"/races/{race.code}/results/").status_code == 200
    with pytest.raises(Refused):
        start(on)


def test_after_the_last_race_the_host_can_race_another_one(on: Room) -> None:
    end(start(on))
    end(start(on))
    assert "Race another championship" in page(on)
    assert "Race another championship" not in page(on, "bo")
    assert choose(on, kind="1963").status_code == 302
    again = Room.objects.get(pk=on.pk)
    assert again.championship is None
    assert start(again).stop.championship != on.championship
