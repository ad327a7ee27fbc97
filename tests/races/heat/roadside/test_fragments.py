"""Weather and road tokens on the pages of a race: on the board, in the bar, on their sheet, in the log and playback."""

import json
import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from races.heat import board
from races.heat.board import ground
from races.heat.commentary.line import LogLine
from races.heat.commentary.playback import steps_html
from races.heat.commentary.reader import Reader
from races.heat.commentary.say import sentence
from races.heat.scene import HeatScene
from races.models import Race
from races.race_log import whole_log
from tests.races.factories import heat_scene
from tests.races.heat.garage.kit import stored
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(db: None) -> Race:
    return stored(draft="", weather=True, roads=True)


def scene_of(race: Race) -> HeatScene:
    scene = heat_scene(race)
    ground.prepare(scene)
    return scene


def text(html: object) -> str:
    return unescape(re.sub(r"\s+", " ", strip_tags(str(html)))).strip()


def lines_of(race: Race) -> list[LogLine]:
    return [line for entry in whole_log(race) for line in entry.lines if isinstance(line, LogLine)]


def test_the_road_is_painted_in_two_moments(race: Race) -> None:
    scene = scene_of(race)
    html = str(board.FRAGMENTS["weather"](scene))
    weather = scene.view(None).weather
    assert f'class="weather {weather}"' in html
    assert html.count("<svg") == 2
    assert set(re.findall(r'<pattern id="wx-(\w+)-\d"', html)) >= {weather}
    assert "style=" not in html


def test_tokens_lie_at_their_signs_with_the_old_limit_beside_the_new(race: Race) -> None:
    scene = scene_of(race)
    html = str(board.FRAGMENTS["road"](scene))
    view = scene.view(None)
    roads = scene.game.roads(view.weather, view.tokens)
    changed = [corner for corner in scene.game.content.track.corners if roads.limit(corner.line) != corner.limit]
    assert html.count("token-disc") == len(view.tokens)
    assert html.count('class="limit-was"') == len(changed)
    for corner in changed:
        part = html.split(f'data-line="{corner.line}"')[1].split("data-line")[0]
        assert f"#limit-{roads.limit(corner.line)}" in part
        assert f">{corner.limit}</text>" in part


def test_the_sheet_says_all_of_it(race: Race) -> None:
    scene = scene_of(race)
    said = text(board.FRAGMENTS["conditions"](scene))
    assert "on the whole track" in said
    letters = re.findall(r"Corner (\w):", said)
    assert letters == ["A", "B", "C", "D"]
    assert "data-fresh" in str(board.FRAGMENTS["conditions"](scene))
    chip = str(board.FRAGMENTS["sky"](scene))
    assert 'popovertarget="conditions"' in chip


def test_weather_is_revealed_only_after_a_draft(db: None) -> None:
    race = stored(weather=True, roads=True)
    scene = scene_of(race)
    assert scene.view(None).weather == ""
    assert text(board.FRAGMENTS["sky"](scene)) == ""
    assert "scene" not in str(board.FRAGMENTS["conditions"](scene))
    assert "<pattern" not in str(board.FRAGMENTS["weather"](scene))


def test_playback_reveals_weather_then_tokens(race: Race) -> None:
    scene = scene_of(race)
    said = [(line, sentence(line, scene.seats, scene.game)) for line in lines_of(race)]
    html = str(steps_html(1, Reader(scene.seats, scene.game), said))
    found = re.search(r"data-steps='([^']*)'", html)
    assert found
    steps = json.loads(unescape(found[1]))
    looks = [step["look"] for step in steps if step["look"] in {"weather", "roads"}]
    assert looks == ["weather", "roads"]
    assert all(step["ms"] > 1000 for step in steps if step["look"] in looks)


def test_the_log_has_the_new_limit_with_its_parts(race: Race) -> None:
    scene = scene_of(race)
    told = " ".join(text(sentence(line, scene.seats, scene.game)) for line in lines_of(race))
    view = scene.view(None)
    roads = scene.game.roads(view.weather, view.tokens)
    changed = [corner for corner in scene.game.content.track.corners if roads.limit(corner.line) != corner.limit]
    assert changed, "this seed lays a token that changes a limit"
    for corner in changed:
        by = roads.limit(corner.line) - corner.limit
        assert f"limit {corner.limit}, road {'+' if by > 0 else '−'}{abs(by)} = {roads.limit(corner.line)}." in told


def test_every_page_of_the_race_shows_it(race: Race) -> None:
    for visitor in ("ada", "gus"):
        html = browser(visitor).get(address(race)).content.decode()
        assert 'id="weather"' in html
        assert 'id="sky"' in html
        assert html.count('id="conditions"') == 1
    assert 'id="conditions"' in browser("gus").get(address(race, "tv/")).content.decode()
