"""A lesson from the first page: for whom it stands first, one at a time, started over, and what follows it."""

import re
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client

from engine.heat import Setup
from engine.heat.views import CarView
from lobby.models import Attempt, Room, Visitor
from races import automatic, records
from races.heat.lessons.after import CAREFUL, EVEN, FAST, Opponents, opponents
from races.heat.lessons.lesson import GRID
from races.heat.lessons.taught import FIRST, lesson_of
from races.heat.results.counts import Figures
from races.heat.results.ranking import Result
from races.heat.table_game import heat_of
from races.models import Race, Seat
from tests.gallery import lessons
from tests.lobby.factories import browser, offered_lesson, offered_track
from tests.races.factories import deck_version, heat_scene

pytestmark = pytest.mark.django_db
WORDS = "Learn it in a lap"
SIX = ("Corner", "Heat", "Cooldown", "Boost", "Slipstream", "Stress")
"""What a newcomer is to know after the first lesson."""


@pytest.fixture
def ada() -> Client:
    offered_track("italia")
    offered_lesson(FIRST)
    deck_version()
    return browser("ada")


def begun(client: Client, **fields: str) -> Race:
    response = client.post("/lesson/", fields)
    assert response.status_code == 302
    return Race.objects.get(code=response["Location"].split("/")[2])


def test_it_is_the_first_thing_for_who_was_never_here(ada: Client) -> None:
    page = ada.get("/").content.decode()
    assert page.index(WORDS) < page.index("Race the bots")
    begun(ada)
    page = ada.get("/").content.decode()
    assert "Your lesson is still on: The first race." in page
    assert page.index("Race the bots") < page.index(WORDS)
    Visitor.objects.create(id="bo", name="Bo")
    page = browser("bo").get("/").content.decode()
    assert page.index("Race the bots") < page.index(WORDS)


def test_without_its_circuit_there_is_none() -> None:
    client = browser("ada")
    assert WORDS not in client.get("/").content.decode()
    response = client.post("/lesson/", follow=True)
    assert "There are no circuits here yet." in response.content.decode()
    assert not Race.objects.exists()


def test_it_is_a_race_like_any_other_but_closed(ada: Client) -> None:
    race = begun(ada)
    assert lesson_of(race) is FIRST
    assert (race.room, race.clock, race.listed, race.watching, race.seed) == ("", 0, False, "nobody", FIRST.seed)
    table_game = heat_of(race.content_id)
    setup = table_game.read_setup(race.setup)
    assert isinstance(setup, Setup)
    assert setup.grid == GRID
    assert records.check(race)
    kinds = list(race.seats.values_list("kind", "visitor"))
    assert kinds == [(Seat.Kind.DRIVER, "ada"), (Seat.Kind.LEGEND, "")]
    assert not Room.objects.exists()
    assert browser("bo").get(race.get_absolute_url()).status_code == 403


def test_cooling_down_is_asked_and_what_leaves_no_choice_is_not(ada: Client) -> None:
    """Other races cool what they can by themselves; here that is something to learn."""
    race = begun(ada)
    assert race.presets == {0: ["idle", "stuck"]}
    row = lessons.stand("cooldown", visitor="bo")
    scene = heat_scene(row)
    (question,) = scene.questions.values()
    assert automatic.answer_of(row, scene.table_game, scene.state, question) is None


def test_the_button_leads_back_into_one_that_goes_on(ada: Client) -> None:
    race = begun(ada)
    assert begun(ada) == race
    assert begun(ada, again="yes") == race, "nothing has been done in it yet"
    assert Attempt.objects.count() == 1


def test_started_over_it_is_another_race_with_the_same_cards(ada: Client) -> None:
    row = lessons.stand("price", visitor="ada")
    race = begun(ada, again="yes")
    assert race != row
    row.refresh_from_db()
    assert row.ended is not None
    first = lessons.begun("bo")
    assert (race.state, race.setup) == (first.state, first.setup)


def test_another_game_has_none(ada: Client) -> None:
    assert WORDS not in ada.get("/games/lastcard/").content.decode()
    ada.post("/lesson/?game=lastcard")
    assert not Race.objects.exists()


def test_a_reload_after_a_refusal_leads_home(ada: Client) -> None:
    assert ada.get("/lesson/")["Location"] == "/"


def result(place: int, spin_outs: int = 0, status: str = "home") -> Result:
    seat = Seat(number=0, name="Ada", kind=Seat.Kind.DRIVER)
    car = SimpleNamespace(status=status)
    return Result(place, seat, cast("CarView", car), Figures(spin_outs=spin_outs), "", 0, False)


@pytest.mark.parametrize(
    ("mine", "following"),
    [
        (result(1), FAST),
        (result(1, spin_outs=1), EVEN),
        (result(2), CAREFUL),
        (result(2, spin_outs=3), CAREFUL),
        (result(1, status="retired"), CAREFUL),
        (None, CAREFUL),
    ],
)
def test_opponents_go_by_how_the_lesson_went(mine: Result | None, following: Opponents) -> None:
    assert opponents(mine) == following


def test_the_podium_offers_what_comes_next(ada: Client) -> None:
    race = lessons.stand(visitor="ada")
    page = ada.get(f"{race.get_absolute_url()}results/").content.decode()
    assert "Race careful bots" in page
    assert "The lesson once more" in page
    assert "Race again" not in page
    assert page.index("What you know now") < page.index("What comes next")
    recap = page[page.index("What you know now") : page.index("What comes next")]
    assert re.findall(r"</svg>([^<]+)</dt>", recap) == list(SIX)
    response = ada.post("/alone/", {"strength": "cautious", "level": "easy"})
    following = Race.objects.get(code=response["Location"].split("/")[2])
    assert set(following.bots.values()) == {"cautious"}
    assert lesson_of(following) is None
    assert "Lesson: The first race" in ada.get("/mine/").content.decode()
