"""Steps of an update: what is played, in which order, and how it travels to the page."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.safestring import SafeString

from engine.heat import Content, Heat, all_tracks
from engine.heat.decks import all_decks
from engine.heat.rules import RULESETS
from races.heat.commentary import playback
from races.heat.commentary.line import LogLine
from races.heat.commentary.say import sentence
from races.heat.tables import SITE
from tests.races.heat.commentary.kit import Seat, line_of

DRIVE: dict[str, Any] = {"kind": "drive", "seat": 0, "from": [27, 1], "to": [36, 2], "sum": [4, 5], "speed": 9}

PLAY_JS = Path(__file__).parents[4] / "static" / "js" / "heat" / "play.js"


def said(scene: Any, lines: list[dict[str, Any]]) -> list[tuple[LogLine, SafeString]]:
    return [(line, sentence(line, scene.seats, scene.game)) for line in map(line_of, lines)]


def steps(scene: Any, lines: list[dict[str, Any]]) -> list[playback.Step]:
    return playback.steps(said(scene, lines))


@pytest.fixture
def scene() -> Any:
    return scene_under("standard")


def scene_under(rules: str) -> Any:
    rows = RULESETS[rules].legend_rows
    deck = next(deck for deck in all_decks().values() if deck.rows_are == rows)
    game = Heat(Content(track=all_tracks()["usa"], rules=RULESETS[rules], legends=deck))
    return SimpleNamespace(version=412, seats=(Seat("</heat-steps>'\"&"), Seat("Bo")), game=game)


def test_a_move_has_its_path_and_its_words(scene: Any) -> None:
    (step,) = steps(scene, [DRIVE])
    assert (step["look"], step["seat"], step["path"]) == ("drive", 0, ((27, 1), (36, 2)))
    assert "4 + 5 = <b>9</b>" in step["say"]
    assert step["phase"] == 3


def test_the_page_knows_how_long_each_look_takes() -> None:
    """A step with a look that `TIMES` in play.js lacks would stop the playback of the page."""
    times = re.search(r"const TIMES = {\n(.*?)\n};", PLAY_JS.read_text(encoding="utf-8"), re.DOTALL)
    assert times
    known = set(re.findall(r"^  (\w+):", times[1], re.MULTILINE))
    looks = {kind.look.name for part in SITE.log for kind in part.lines if kind.look is not None}
    assert "drive" in looks
    assert looks <= known


def test_what_may_happen_in_any_phase_turns_no_ribbon(scene: Any) -> None:
    (step,) = steps(scene, [{"kind": "retired", "seat": 1}])
    assert "phase" not in step


def test_a_car_that_goes_back_and_drives_anew_has_both_ways(scene: Any) -> None:
    line = {
        "kind": "again",
        "seat": 1,
        "unpaid": ["up11"],
        "from": [27, 1],
        "back": [20, 2],
        "to": [24, 1],
        "sum": [4],
        "speed": 4,
    }
    (step,) = steps(scene, [line])
    assert step["path"] == ((27, 1), (20, 2), (24, 1))


@pytest.mark.parametrize(
    ("rules", "meant"),
    [("standard", 35), ("rulebook", 37)],  # pushed ahead of the full space, and sent back from it
)
def test_a_full_space_is_told_apart(rules: str, meant: int) -> None:
    assert RULESETS[rules].blocked_space == ("ahead" if meant < DRIVE["to"][0] else "back")
    (step,) = steps(scene_under(rules), [{**DRIVE, "meant": meant}])
    assert step["full"]


def test_a_free_space_is_nothing_special(scene: Any) -> None:
    (step,) = steps(scene, [DRIVE])
    assert "full" not in step


def test_a_boost_shows_the_card_that_counted(scene: Any) -> None:
    paid = {"heat": 1, "left": 5, "speed": 4, "flipped": 3}
    (step,) = steps(scene, [{**DRIVE, "kind": "boost", **paid, "face": "3"}])
    assert step["face"] == "3"


@pytest.mark.parametrize(
    ("line", "heat"),
    [
        ({"kind": "cool", "seat": 1, "heat": 2, "by": [["gear", 3]], "left": 5, "gear": 1}, 2),
        ({"kind": "corner", "seat": 1, "line": 33, "limit": 2, "speed": 4, "sum": [4], "heat": 2, "left": 4}, -2),
    ],
)
def test_heat_comes_back_or_goes(scene: Any, line: dict[str, Any], heat: int) -> None:
    (step,) = steps(scene, [line])
    assert step["heat"] == heat


def test_gears_are_one_step_and_free_corners_none(scene: Any) -> None:
    lines: list[dict[str, Any]] = [
        {"kind": "shift", "seat": 0, "gears": [1, 2]},
        {"kind": "shift", "seat": 1, "gears": [2, 3]},
        {"kind": "corner", "seat": 1, "line": 33, "limit": 5, "speed": 4},
        {"kind": "round", "round": 2},
    ]
    (step,) = steps(scene, lines)
    assert step["look"] == "shift"
    assert "seat" not in step
    assert "Bo" in step["say"]


def read(html: str) -> tuple[list[str], dict[str, str | None]]:
    """The elements of a fragment, and the attributes of the first."""
    found: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

    Reader().feed(html)
    return [tag for tag, _ in found], found[0][1]


def test_the_element_survives_any_name(scene: Any) -> None:
    html = playback.steps_html(scene.version, said(scene, [DRIVE]))
    tags, attributes = read(html)
    assert tags == ["heat-steps"]
    assert (attributes["id"], attributes["data-at"]) == ("steps", "412")
    assert json.loads(attributes["data-steps"] or "") == json.loads(json.dumps(steps(scene, [DRIVE])))


def test_without_lines_there_is_nothing_to_play(scene: Any) -> None:
    _, attributes = read(playback.steps_html(scene.version, []))
    assert attributes["data-steps"] == "[]"
