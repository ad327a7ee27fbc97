"""The coach on the page: what it says without scripts, what a page asks for, and who may."""

import re

import pytest

from races import scenes
from races.heat.lessons.taught import FIRST
from tests.gallery import lessons
from tests.races.factories import make_race
from tests.races.views.kit import browser

pytestmark = pytest.mark.django_db
HEADING = re.compile(r"<h2>([^<]+) <small>(\d+) of (\d+)</small></h2>")


def test_the_page_of_a_lesson_has_the_coach_in_plain_paragraphs() -> None:
    race = lessons.stand("aim", visitor="ada")
    page = browser("ada").get(race.get_absolute_url()).content.decode()
    assert HEADING.findall(page) == [
        ("Welcome to the grid", "1", f"{len(FIRST.topics)}"),
        ("First a gear", "2", f"{len(FIRST.topics)}"),
        ("Then the cards", "3", f"{len(FIRST.topics)}"),
        ("A corner", "4", f"{len(FIRST.topics)}"),
        ("Heat", "5", f"{len(FIRST.topics)}"),
    ]
    assert "The red sign is corner A, 11 spaces ahead, and its number the speed limit." in page
    assert "What I would do" in page
    assert "js/heat/lesson_page.js" in page
    assert "css/heat/coach.css" in page


def test_other_races_know_nothing_of_it() -> None:
    race = make_race("ada", "bo")
    page = browser("ada").get(race.get_absolute_url()).content.decode()
    assert "coach" not in page
    assert "js/heat/table_page.js" in page
    assert browser("ada").get(f"{race.get_absolute_url()}coach/").status_code == 404


def test_a_page_asks_for_what_is_said_and_another_process_says_the_same() -> None:
    race = lessons.stand("cooldown", visitor="ada")
    address = f"{race.get_absolute_url()}coach/"
    ada = browser("ada")
    said = ada.get(address).content.decode()
    assert "Cooling down" in said
    assert "Heat in your hand blocks it." in said
    assert "to be spent again: now 1" in said
    scenes.forget()
    assert ada.get(address).content.decode() == said
    assert said.strip() in ada.get(race.get_absolute_url()).content.decode()


def test_nobody_else_hears_the_hints() -> None:
    race = lessons.stand("aim", visitor="ada")
    assert browser("bo").get(f"{race.get_absolute_url()}coach/").status_code == 403


def test_after_the_flag_it_points_to_the_podium() -> None:
    race = lessons.stand(visitor="ada")
    page = browser("ada").get(race.get_absolute_url()).content.decode()
    assert "The flag has fallen." in page
    assert re.search(r'id="coach-now"[^>]* data-over>', page)


def test_a_replay_and_a_television_have_no_coach() -> None:
    race = lessons.stand(visitor="ada")
    for part in ("replay/?step=9", "tv/"):
        assert 'id="coach"' not in browser("ada").get(f"{race.get_absolute_url()}{part}").content.decode()
