"""Steps of an update: what is played, in which order, and how it travels to the page."""

import json
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.safestring import SafeString

from engine.heat import Content, Heat, all_tracks
from engine.heat.decks import all_decks
from engine.heat.rules import RULESETS
from races.heat.commentary import playback
from races.heat.commentary.line import LogLine
from races.heat.commentary.reader import Reader
from races.heat.commentary.say import sentence
from races.heat.tables import SITE
from tests.races.heat.commentary.kit import Seat, line_of

DRIVE: dict[str, Any] = {"kind": "drive", "seat": 0, "from": [27, 1], "to": [36, 2], "sum": [4, 5], "speed": 9}


def said(scene: Any, lines: list[dict[str, Any]]) -> list[tuple[LogLine, SafeString]]:
    return [(line, sentence(line, scene.seats, scene.game)) for line in map(line_of, lines)]


def reader(scene: Any) -> Reader:
    return Reader(scene.seats, scene.game)


def steps(scene: Any, lines: list[dict[str, Any]]) -> list[playback.Step]:
    return playback.steps(reader(scene), said(scene, lines))


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


def test_every_look_takes_its_time() -> None:
    """Each look has a row in `PLAIN`, but for those whose time is the way of a car."""
    looks = {kind.look.name for part in SITE.log for kind in part.lines if kind.look is not None}
    assert looks - playback.PLAIN.keys() == {"drive", "boost", "slipstream", "again", "finish"}
    assert playback.PLAIN.keys() <= looks


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


def test_a_boost_shows_what_was_flipped_and_how_the_sum_grows(scene: Any) -> None:
    paid = {"heat": 1, "left": 5, "speed": 4, "flipped": 3, "turned": [["heat", 0], ["3", 3]]}
    (step,) = steps(scene, [{**DRIVE, "kind": "boost", **paid}])
    assert step["flips"] == (("heat", 0), ("3", 3))
    assert (step["before"], step["speed"], step["heat"]) == (4, 7, -1)


def test_the_limit_stands_beside_the_speed(scene: Any) -> None:
    corner = {"seat": 1, "line": 33, "limit": 5, "speed": 13, "sum": [13]}
    (paid,) = steps(scene, [{"kind": "corner", **corner, "heat": 8, "left": 4}])
    assert (paid["verdict"], paid["line"], paid["limit"], paid["speed"]) == ("13 at limit 5: 8 Heat", 33, 5, 13)
    spin = {"owed": 8, "heat": 2, "stress": 1, "from": [40, 1], "to": [32, 1]}
    (spun,) = steps(scene, [{"kind": "spin", **corner, **spin}])
    assert (spun["verdict"], spun["heat"], spun["stress"]) == ("13 at limit 5: spin-out", -2, 1)


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


def test_gears_are_one_beat_and_free_corners_none(scene: Any) -> None:
    lines: list[dict[str, Any]] = [
        {"kind": "shift", "seat": 0, "gears": [1, 2]},
        {"kind": "shift", "seat": 1, "gears": [2, 3], "turn": 1},
        {"kind": "corner", "seat": 1, "line": 33, "limit": 5, "speed": 4},
        {"kind": "round", "round": 2},
    ]
    first, second = steps(scene, lines)
    assert first["beat"] == second["beat"]
    assert [step["gears"] for step in (first, second)] == [(1, 2), (2, 3)]


def test_a_full_space_ahead_lies_on_the_way(scene: Any) -> None:
    """The car is pushed on from it."""
    (step,) = steps(scene, [{**DRIVE, "meant": 34}])
    assert step["path"] == ((27, 1), (34, 2), (36, 2))


def read(html: str) -> tuple[list[str], dict[str, str | None]]:
    """The elements of a fragment, and the attributes of the first."""
    found: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

    Reader().feed(html)
    return [tag for tag, _ in found], found[0][1]


def test_the_element_survives_any_name(scene: Any) -> None:
    html = playback.steps_html(scene.version, reader(scene), said(scene, [DRIVE]))
    tags, attributes = read(html)
    assert tags == ["heat-steps"]
    assert (attributes["id"], attributes["data-at"]) == ("steps", "412")
    assert json.loads(attributes["data-steps"] or "") == json.loads(json.dumps(steps(scene, [DRIVE])))


def test_without_lines_there_is_nothing_to_play(scene: Any) -> None:
    _, attributes = read(playback.steps_html(scene.version, reader(scene), []))
    assert attributes["data-steps"] == "[]"
