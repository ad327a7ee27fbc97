"""The page of all lessons, and the lessons of modules: begun, finished, over again, and what is asked for wrongly."""

import re

import pytest
from django.test import Client

from lobby import mine
from lobby.models import Room
from races.heat.lessons import begin, finished
from races.heat.lessons.lesson import Lesson, seed_of
from races.heat.lessons.taught import FIRST, LESSONS, lesson_of
from races.models import Race
from tests.gallery import lessons
from tests.lobby.factories import browser, offered_lesson
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db
MODULES = [lesson for lesson in LESSONS.values() if lesson is not FIRST]


@pytest.fixture
def ada() -> Client:
    for lesson in LESSONS.values():
        offered_lesson(lesson)
    return browser("ada")


def buttons(client: Client) -> dict[str, str]:
    """By lesson what its button says."""
    page = client.get("/lessons/").content.decode()
    rows = re.findall(r'<li class="panel[^"]*" id="(\w+)">.*?<button[^>]*>([^<]+)<', page, re.DOTALL)
    return dict(rows)


def test_all_lessons_are_there_with_what_they_take(ada: Client) -> None:
    page = ada.get("/lessons/").content.decode()
    assert list(buttons(ada)) == list(LESSONS)
    assert set(buttons(ada).values()) == {"Begin"}
    assert "You have finished 0 of 7 lessons." in page
    assert "6 minutes" in page
    assert '<a href="/rules/heat/weather/"' in page
    assert 'href="/lessons/"' in ada.get("/").content.decode()


@pytest.mark.parametrize("lesson", MODULES, ids=[lesson.name for lesson in MODULES])
def test_a_lesson_is_begun_gone_on_with_and_finished(lesson: Lesson, ada: Client) -> None:
    race = Race.objects.get(code=ada.post("/lesson/", {"lesson": lesson.name})["Location"].split("/")[2])
    assert lesson_of(race) is lesson
    assert race.seed == lesson.seed
    assert buttons(ada)[lesson.name] == "Go on"
    assert ada.post("/lesson/", {"lesson": lesson.name})["Location"] == race.get_absolute_url()
    page = ada.get(race.get_absolute_url()).content.decode()
    assert str(lesson.topics[0].title) in page
    assert not Room.objects.exists()
    lessons.stand(visitor="ada", lesson=lesson)
    assert buttons(ada)[lesson.name] == "Once more"
    assert "You have finished 1 of 7 lessons." in ada.get("/lessons/").content.decode()
    assert set(buttons(browser("bo")).values()) == {"Begin"}


def test_after_a_module_the_podium_leads_to_the_next_lesson(ada: Client) -> None:
    race = lessons.stand(visitor="ada", lesson=LESSONS["garage"])
    page = ada.get(f"{race.get_absolute_url()}results/").content.decode()
    assert "Next lesson: React with many symbols" in page
    assert "All lessons" in page
    assert "Race fast bots" not in page


def test_after_the_last_lesson_the_podium_leads_to_a_race(ada: Client) -> None:
    *_others, race = [lessons.stand(visitor="ada", lesson=lesson) for lesson in LESSONS.values()]
    page = ada.get(f"{race.get_absolute_url()}results/").content.decode()
    assert "Next lesson" not in page
    assert re.search("Race (careful|fast) bots", page)


def test_a_lesson_that_was_given_up_is_not_finished(ada: Client) -> None:
    lessons.stand("cooling", visitor="ada", lesson=LESSONS["weather"])
    assert ada.post("/lesson/", {"lesson": "weather", "again": "yes"}).status_code == 302
    assert Race.objects.filter(ended__isnull=False).count() == 1
    assert finished.names("ada") == set()
    assert buttons(ada)["weather"] == "Go on"


def test_lessons_stand_among_the_races_of_a_visitor_and_count_for_no_figures(ada: Client) -> None:
    lessons.stand(visitor="ada", lesson=LESSONS["weather"])
    assert "Lesson: Weather" in ada.get("/mine/").content.decode()
    assert mine.figures("ada").races == 0


def test_two_lessons_can_be_open_at_once(ada: Client) -> None:
    ada.post("/lesson/", {"lesson": "weather"})
    ada.post("/lesson/", {"lesson": "roads"})
    assert set(begin.going_on("ada")) == {"weather", "roads"}


def test_a_record_with_the_seed_of_a_lesson_is_none(ada: Client) -> None:
    race = lessons.stand(visitor="ada", lesson=LESSONS["weather"])
    Race.objects.filter(pk=race.pk).update(opened=True)
    assert finished.names("ada") == set()
    race.refresh_from_db()
    assert lesson_of(race) is None


def test_a_lesson_from_before_lessons_had_names_is_the_first() -> None:
    race = make_race("ada", seed=seed_of("", 275))
    assert lesson_of(race) is FIRST


@pytest.mark.parametrize("name", ["chess", "../first", "\x00", "first" * 900])
def test_a_lesson_that_is_not_there_is_refused_in_words(name: str, ada: Client) -> None:
    response = ada.post("/lesson/", {"lesson": name})
    assert response.status_code == 404
    assert "We do not have that lesson." in response.content.decode()
    assert not Race.objects.exists()


def test_other_games_have_no_lessons_yet_and_say_so(ada: Client) -> None:
    page = ada.get("/lessons/?game=lastcard").content.decode()
    assert "This game has no lessons here." in page
    assert ada.get("/lessons/?game=chess").status_code == 404
    assert ada.post("/lesson/?game=lastcard", {"lesson": "first"}).status_code in (302, 409)
    assert not Race.objects.exists()


def test_a_site_without_the_circuits_offers_none() -> None:
    assert "This game has no lessons here." in browser("ada").get("/lessons/").content.decode()


def test_settings_and_rules_lead_to_the_lesson_of_a_module(ada: Client) -> None:
    page = ada.get("/open/").content.decode()
    for name in ("garage", "weather", "roads", "press", "react"):
        assert f'href="/lessons/#{name}"' in page
    for lesson in LESSONS.values():
        chapter = ada.get(f"/rules/heat/{lesson.chapter}/").content.decode()
        assert f'href="/lessons/?game=heat#{lesson.name}"' in chapter


def test_the_book_says_that_its_clauses_are_in_english(ada: Client) -> None:
    words = "The exact clauses are in English"
    assert words not in ada.get("/rules/heat/weather/").content.decode()
    german = ada.get("/rules/heat/weather/", headers={"Accept-Language": "de"}).content.decode()
    assert '<p class="muted">' in german[german.index('class="exactly"') :]
