"""The ten circuits that come with the game, and the conventions of their data."""

import ast
import json
from pathlib import Path

import msgspec
import pytest

import engine
from engine.heat import tracks
from engine.heat.tracks import Spot, Track, all_tracks, find_faults, read_track, write_track
from tests.engine.heat.ring import changed, faults_of, plain, read

FACTS = {
    "usa": ("USA", 69, 2, 6, 3, (7, 3, 3, 2)),
    "italia": ("Italia", 54, 3, 6, 3, (5, 2, 3)),
    "france": ("France", 60, 2, 6, 3, (5, 2, 4, 3, 4)),
    "gb": ("Great Britain", 63, 2, 6, 3, (10, 6, 5, 4, 3)),
    "japan": ("Japan", 60, 2, 7, 3, (4, 4, 2, 5, 3)),
    "mexico": ("Mexico", 60, 3, 6, 2, (7, 7, 6, 4, 2, 2)),
    "nederland": ("Nederland", 55, 3, 6, 3, (5, 5, 3, 8, 4)),
    "espana": ("España", 109, 1, 6, 3, (5, 4, 4, 4, 2, 5, 2, 3, 4, 4, 3)),
    "southafrica": ("South Africa", 71, 2, 7, 3, (4, 3, 2, 6, 5, 2, 4)),
    "deutschland": ("Deutschland", 62, 2, 5, 3, (5, 2, 2, 6, 4, 4)),
}
EVERY_TRACK = pytest.mark.parametrize("track", all_tracks().values(), ids=lambda track: track.id)


# The ten circuits


def test_ten_circuits_come_with_the_game() -> None:
    assert list(all_tracks()) == list(FACTS)


@EVERY_TRACK
def test_facts_of_each_circuit(track: Track) -> None:
    limits = tuple(corner.limit for corner in track.corners)
    assert (track.name, track.length, track.laps, track.heat, track.stress, limits) == FACTS[track.id]
    assert track.lanes == 2
    assert len(track.grid) == 12


@EVERY_TRACK
def test_each_circuit_is_sound(track: Track) -> None:
    assert find_faults(track) == ()


@EVERY_TRACK
def test_each_circuit_survives_writing_and_reading(track: Track) -> None:
    assert read_track(write_track(track)) == track
    assert write_track(read_track(write_track(track))) == write_track(track)


def test_the_data_hold_every_field_and_nothing_else() -> None:
    path = Path(tracks.__file__).parent / "data" / "tracks.json"
    for raw in json.loads(path.read_bytes()):
        assert raw.keys() == set(Track.__struct_fields__)
        assert json.loads(write_track(all_tracks()[raw["id"]])) == raw


def test_special_spots() -> None:
    def spaces(field: str) -> dict[str, list[int]]:
        found = {track.id: sorted({spot.space for spot in getattr(track, field)}) for track in all_tracks().values()}
        return {name: spaces for name, spaces in found.items() if spaces}

    assert spaces("flooded") == {"japan": [*range(5, 11), *range(38, 45), *range(49, 55)]}
    assert spaces("tunnel") == {
        "espana": [*range(16, 24), *range(37, 42), *range(45, 49), *range(61, 71), *range(79, 88)]
    }
    assert spaces("gravel") == {"southafrica": [*range(7, 21), *range(24, 28), *range(47, 59)]}
    assert Spot(8, 1) not in all_tracks()["southafrica"].gravel
    assert all_tracks()["japan"].bridge_under == (29, 30)


def test_no_code_knows_a_circuit() -> None:
    names = FACTS.keys() | {facts[0] for facts in FACTS.values()}
    found = [
        f"{path}:{node.lineno}"
        for path in Path(engine.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
    ]
    assert found == []


# RULEBOOK.md section 1


def test_rb_1_space_0_is_the_first_past_the_line_and_every_space_has_two_lanes() -> None:
    for track in all_tracks().values():
        assert track.grid[0].space == track.length - 1
        assert {track.lanes_at(space) for space in range(track.length)} == {2}


def test_rb_1_no_corner_sits_on_the_finish_line() -> None:
    for track in all_tracks().values():
        assert all(0 < corner.line < track.length for corner in track.corners)
    first = faults_of(json.dumps(changed("corners", 2, "line", 20)))[0]
    assert (first.place, first.code) == ("corners[2].line", "out_of_range")


def test_rb_1_the_race_lane_begins_at_the_line_of_a_corner() -> None:
    track = read(plain())
    assert [track.race_lane(space) for space in range(20)] == [1] * 4 + [2] * 8 + [1] * 8
    for track in all_tracks().values():
        for corner in track.corners:
            assert track.race_lane(corner.line) == corner.race_lane


def test_rb_1_before_the_first_corner_the_last_corners_race_lane_goes_on() -> None:
    for track in all_tracks().values():
        assert track.race_lane(0) == track.race_lane_at_start == track.corners[-1].race_lane == 1


def test_rb_1_a_sector_is_named_after_the_corner_behind() -> None:
    track = read(plain())
    assert [track.sector(space) for space in range(20)] == [12] * 4 + [4] * 2 + [6] * 6 + [12] * 8
    assert track.corner_behind(5) == track.corners[0]


def test_rb_1_legend_lines_of_the_official_boards() -> None:
    for track in all_tracks().values():
        previous = 0
        for corner in track.corners:
            printed = max(previous, corner.line - corner.limit - 3)
            stored = 22 if (track.id, corner.line) == ("espana", 32) else printed
            assert corner.legend_line == stored, (track.id, corner.line)
            previous = corner.line
    # The one exception plays the same: until a car is past line 29, its next corner is another.
    assert next(corner.line for corner in all_tracks()["espana"].corners if corner.line > 22) == 29


def test_rb_1_chevrons_lie_between_the_corner_before_and_the_line() -> None:
    double = 0
    for track in all_tracks().values():
        previous = 0
        for corner in track.corners:
            assert 0 <= (corner.double_aggressive or 0) <= (corner.aggressive or 0) <= corner.line - previous
            previous = corner.line
            double += corner.double_aggressive is not None
    assert double == 1


def test_rb_1_the_second_corner_of_a_chicane_names_the_first() -> None:
    chicanes = {t.id: [(c.chicane_of, c.line) for c in t.corners if c.chicane_of] for t in all_tracks().values()}
    assert {name: pairs for name, pairs in chicanes.items() if pairs} == {
        "japan": [(10, 12)],
        "mexico": [(14, 19), (50, 51)],
        "nederland": [(9, 13)],
        "espana": [(29, 32), (95, 98)],
        "deutschland": [(23, 24)],
    }


def test_rb_1_the_press_counts_a_chicane_once_at_its_second_line() -> None:
    derived = read({**plain(), "press_order": [], "press_corners": None})
    assert derived.press_lines() == (6, 12)
    for track in all_tracks().values():
        assert track.press_lines() == track.press_order
        if track.press_corners is None:
            assert msgspec.structs.replace(track, press_order=()).press_lines() == track.press_order


def test_rb_1_press_letters_may_skip_corners() -> None:
    assert [track.id for track in all_tracks().values() if track.press_corners is not None] == ["espana"]
    track = all_tracks()["espana"]
    assert msgspec.structs.replace(track, press_order=()).press_lines() == (15, 32, 65, 85, 98)


def test_rb_1_pole_is_the_race_lane_of_the_last_space() -> None:
    for track in all_tracks().values():
        assert track.grid == tuple(Spot(track.length - 1 - n // 2, n % 2 + 1) for n in range(12))


def test_rb_1_outlines_fill_a_sheet_of_100() -> None:
    for track in all_tracks().values():
        numbers = [x for point in track.outline for x in point]
        assert (min(numbers), max(numbers)) == (0, 100)
        assert len(track.outline) >= 32
