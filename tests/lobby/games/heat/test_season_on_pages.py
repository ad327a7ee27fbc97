"""A championship as people play it on its pages: every step is a form that is posted, and the table at its end is
compared with one that was written by hand."""

import re

import pytest
from django.test import Client

from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from lobby.models import Room
from races import live, presence
from races.heat.championships import keeping, running
from races.models import Championship, Race
from tests.e2e.wire import form
from tests.lobby.factories import browser, offered_track
from tests.races.factories import deck_version, heat_scene
from tests.races.heat.championships.kit import SEED, restart

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = {"laps": "1", "rules": "standard", "least": "1", "most": "6", "clock": "0", "grace": "60", "watching": "anybody"}
EVERYTHING = {"garage": "rounds", "packs": ["basic", "advanced"], "weather": "drawn", "roads": "on"}
STOPS = {"usa": "inauguration", "italia": "corruption", "gb": "title_sponsor"}
"""The circuit of each race, and its event: the second one gives a point more to each of the first three."""
CALENDAR = {"kind": "own", "events": "on"}
for number, (track, event) in enumerate(STOPS.items(), start=1):
    CALENDAR |= {f"track_{number}": track, f"laps_{number}": "1", f"event_{number}": event}
AHEAD_OF_LEGEND = "As many points as Legend Grey, but place 2 in the last race, not 3."


@pytest.fixture(autouse=True)
def circuits() -> None:
    for slug in STOPS:
        offered_track(slug)
    deck_version()
    running.forget()


@pytest.fixture
def ada() -> Client:
    return browser("ada")


def joined(room: Room, visitor: str) -> Client:
    client = browser(visitor)
    assert client.post("/join/", {"code": room.code, "name": visitor.title()}).status_code == 302
    return client


def opened(ada: Client) -> Room:
    """Ada, Bo, Cy and a Legend, and a calendar of which all that is drawn is known."""
    ada.post("/open/", {"name": "Ada", "track": "usa", **OPEN, **EVERYTHING})
    room = Room.objects.get()
    ada.post(f"/lobby/{room.code}/legend/", {"level": "medium"})
    for visitor in ("bo", "cy"):
        joined(room, visitor)
    assert ada.post(f"/lobby/{room.code}/championship/", CALENDAR).status_code == 302
    room.refresh_from_db()
    room.calendar["seed"] = SEED
    room.save()
    return room


def started(ada: Client, room: Room) -> Race:
    answer = ada.post(f"/lobby/{room.code}/start/")
    return Race.objects.get(code=answer["Location"].split("/")[2])


def drive(race: Race, answers: int = 10**6, **seats: Client) -> None:
    """People answer by the forms of their pages, as the cautious bot would; bots answer as they do."""
    for number in range(answers):
        scene = heat_scene(race)
        question = next(iter(scene.questions.values()), None)
        if question is None:
            return
        seat = scene.seats[question.seat]
        bot, dice = BOTS["cautious"](scene.game), derive(SEED, f"{race.stop.number} {number}")
        choice = bot.choose(scene.view(question.seat), scene.game.legal(scene.state, question.seat), dice)
        if seat.visitor and question.seat not in scene.race.bots:
            posted = {"question": str(question), **form(choice)}
            assert seats[seat.visitor].post(f"{race.get_absolute_url()}answer/", posted).status_code == 302
        else:
            live.submit(race.pk, live.stand_in(question, "bot"))
        race.refresh_from_db()


def table(row: Championship) -> list[str]:
    """The rows of the championship's page, from the leader down."""
    html = " ".join(browser("zed").get(row.get_absolute_url()).content.decode().split())
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in body.split("</tr>") if "<td" in line]


def leave_it_to_a_bot(race: Race, host: Client, visitor: str) -> None:
    """A driver closes the page, and the host lets a bot drive."""
    seat = race.seats.get(visitor=visitor)
    presence.depart(seat.pk)
    host.post(f"{race.get_absolute_url()}host/bot/", {"seat": str(seat.number)})


def abandon(race: Race) -> None:
    """No driver comes back, and stand-ins choose until the race is over."""
    while asked := heat_scene(race).questions:
        live.submit(race.pk, live.stand_in(next(iter(asked.values())), "admin"))
    race.refresh_from_db()


def test_a_season_on_its_pages(ada: Client, admin_client: Client) -> None:
    """8, 6, 4 and 2 points; in the second race the event adds one to each of the first three."""
    room = opened(ada)
    bo, cy = browser("bo"), browser("cy")

    # To the flag. A bot takes Bo's seat inside the race, the server is started anew, and Bo takes the wheel again.
    first = started(ada, room)
    drive(first, 20, ada=ada, bo=bo, cy=cy)
    leave_it_to_a_bot(first, ada, "bo")
    restart()
    drive(first, 10, ada=ada, cy=cy)
    bo.post(f"{first.get_absolute_url()}wheel/")
    drive(first, ada=ada, bo=bo, cy=cy)
    row = Championship.objects.get()
    assert table(row) == [
        "1 Ada 8 8 place 1 4 4 sponsor cards earned",
        "2 Bo 6 6 place 2",
        "3 Cy 4 4 place 3",
        "4 Legend Grey Legend 2 2 place 4",
    ]

    # Bo goes home and a bot drives for Bo. Nobody drives this race to its end.
    assert ada.post(f"/again/{first.code}/")["Location"] == room.get_absolute_url()
    bo.post(f"/lobby/{room.code}/leave/")
    second = started(ada, room)
    assert second.seats.get(name="Bo").kind == "bot"
    drive(second, 15, ada=ada, cy=cy)
    abandon(second)
    restart()
    assert table(row) == [
        "1 Ada 15 8 place 1 4 4 sponsor cards earned 6 +1 of the event place 2",
        "2 ▲2 2 places gained Legend Grey Legend 11 2 place 4 8 +1 of the event place 1",
        "3 Cy 9 4 place 3 4 +1 of the event place 3",
        "4 ▼2 2 places lost Bo 8 6 place 2 2 place 4",
    ]

    # Dee takes the seat that was Bo's. An admin ends the race on its way.
    dee = joined(room, "dee")
    third = started(ada, room)
    assert [seat.name for seat in third.seats.filter(kind="driver")] == ["Ada", "Dee", "Cy"]
    drive(third, 30, ada=ada, dee=dee, cy=cy)
    admin_client.post("/admin/races/race/", {"action": "end", "_selected_action": [third.pk]})
    assert table(row) == [
        "1 Ada 17 8 place 1 4 4 sponsor cards earned 6 +1 of the event place 2 2 place 4",
        "2 ▲2 2 places gained Dee 16 6 place 2 2 place 4 8 place 1",
        f"3 Cy {AHEAD_OF_LEGEND} 15 4 place 3 4 +1 of the event place 3 6 place 2",
        "4 ▼2 2 places lost Legend Grey Legend 15 2 place 4 8 +1 of the event place 1 4 place 3",
    ]
    assert "is champion." in browser("zed").get(row.get_absolute_url()).content.decode()
    assert keeping.check(row)
