"""The podium and the chart as pictures: names are text and escaped, nothing is styled inline, few cars fit as well."""

import re
from xml.etree import ElementTree

import pytest

from engine.kernel.commands import Retire
from races import live
from races.heat.parts import poster
from races.heat.results.figures import story_of
from races.heat.results.podium import chart, podium
from races.heat.results.ranking import results
from races.models import Race, Seat
from races.parts.chips import LIVERIES
from tests.races.heat.board.kit import drawn_race, scene_of
from tests.races.heat.results.kit import finished_race

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')


def shown(race: Race) -> str:
    scene = scene_of(race)
    return podium(scene, results(scene, story_of(race)))


@pytest.mark.django_db
def test_the_first_three_stand_on_it_by_name() -> None:
    race = finished_race()
    ranking = results(scene_of(race), story_of(race))
    svg = parsed(shown(race))
    names = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text") if text.get("class") == "podium-name"]
    assert set(names) == {one.seat.name for one in ranking[:3]}
    label = svg[0].get("aria-label")
    assert label
    assert all(one.seat.name in label for one in ranking[:3])
    assert "style=" not in shown(race)


@pytest.mark.django_db
def test_names_are_escaped_and_long_ones_are_set_closer() -> None:
    race = finished_race()
    Seat.objects.filter(race=race).update(name='<script>"&')
    assert "<script" not in shown(race)
    assert 'textLength="' not in shown(race)
    Seat.objects.filter(race=race).update(name="W" * 24)
    assert shown(race).count('textLength="') == 3


@pytest.mark.django_db
def test_no_confetti_lies_on_a_name() -> None:
    svg = parsed(shown(finished_race()))
    places = [
        (float(x), float(y))
        for paper in svg.iter(f"{SVG}rect")
        for x, y in re.findall(r"translate\((\S+) (\S+)\) rotate", paper.get("transform", ""))
    ]
    names = [text for text in svg.iter(f"{SVG}text") if text.get("class") == "podium-name"]
    assert len(places) > 40
    for name in names:
        middle, line = float(name.get("x", 0)), float(name.get("y", 0))
        assert not [(x, y) for x, y in places if abs(x - middle) < 110 and line - 40 < y < line + 20]


@pytest.mark.django_db
def test_nobody_is_put_on_it_who_has_retired() -> None:
    race = drawn_race("ada", "bo")
    live.submit(race.pk, Retire(0, "one"))
    live.submit(race.pk, Retire(1, "two"))
    race.refresh_from_db()
    assert 'class="podium-name"' not in shown(race)
    assert 'aria-label="An empty podium"' in shown(race)


@pytest.mark.django_db
def test_the_chart_has_a_line_a_car_and_a_point_a_round() -> None:
    race = finished_race()
    scene, story = scene_of(race), story_of(race)
    svg = parsed(chart(scene, story))
    lines = [path for path in svg.iter(f"{SVG}path") if (path.get("class") or "").startswith("ln ")]
    assert len(lines) == len(scene.seats)
    for line in lines:
        assert len(re.findall(r"[ML]", line.get("d") or "")) == scene.state.round + 1


@pytest.mark.django_db
def test_the_chart_marks_the_decisive_round() -> None:
    race = finished_race()
    scene, story = scene_of(race), story_of(race)
    decided = len(story.places) - 1
    svg = parsed(chart(scene, story, decisive=decided))
    assert [one.text for one in svg.iter(f"{SVG}text") if one.get("class") == "at decided"] == [str(decided)]
    assert 'class="decisive"' not in chart(scene, story)


@pytest.mark.parametrize("colour", LIVERIES)
def test_there_is_a_side_view_in_every_colour(colour: str) -> None:
    svg = poster.racer(colour, 12)
    assert LIVERIES[colour].body in svg
    parsed(svg)


def test_the_poster_is_sound_and_can_be_named() -> None:
    parsed(poster.poster())
    assert 'aria-hidden="true"' in poster.poster()
    assert 'aria-label="A car"' in poster.poster("A car")
