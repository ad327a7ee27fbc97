"""Circuits from outside, and every way to get one wrong: each fault is named with its place."""

import copy
import json

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.heat import tracks
from engine.heat.tracks import Corner, Track, all_tracks, find_faults, read_track, write_track
from engine.kernel.faults import Broken, Fault
from tests.engine.heat.ring import Json, changed, faults_of, plain, read


def test_only_the_board_itself_must_be_said() -> None:
    wanted = ("id", "name", "length", "lanes", "laps", "heat", "stress", "corners", "grid")
    track = read({field: plain()[field] for field in wanted})
    assert (track.expansion, track.status, track.lane1_side, track.race_lane_at_start) == (
        "custom",
        "custom",
        "right",
        1,
    )
    assert (*track.flooded, *track.tunnel, *track.gravel, *track.outline, *track.bridge_under) == ()
    assert track.corners[2] == Corner(line=12, limit=2, legend_line=7, race_lane=1)


def test_a_lane_count_for_each_space() -> None:
    raw = plain()
    raw["lanes"] = [2] * 8 + [3] * 3 + [2] * 6 + [1, 3, 2]
    raw["grid"] = [
        {"space": 19, "lane": 1},
        {"space": 18, "lane": 1},
        {"space": 18, "lane": 3},
        {"space": 17, "lane": 1},
    ]
    raw["tunnel"] = [{"space": 9, "lane": 3}]
    track = read(raw)
    assert [track.lanes_at(space) for space in (7, 8, 10, 11, 17, 18)] == [2, 3, 3, 2, 1, 3]
    assert read_track(write_track(track)) == track
    raw["tunnel"].append({"space": 11, "lane": 3})
    raw["corners"][1]["race_lane"] = 3
    assert [(f.place, f.code) for f in faults_of(json.dumps(raw))] == [
        ("corners[1].race_lane", "no_such_lane"),
        ("tunnel[1]", "no_such_lane"),
    ]


BROKEN: list[tuple[Json, str, str]] = [
    (changed("length", "20"), "length", "wrong_type"),
    (changed("length", 20.0), "length", "wrong_type"),
    (changed("laps", True), "laps", "wrong_type"),
    (changed("heat", None), "heat", "wrong_type"),
    (changed("name", 7), "name", "wrong_type"),
    (changed("lanes", "two"), "lanes", "wrong_type"),
    (changed("lanes", [2] * 19 + ["2"]), "lanes[19]", "wrong_type"),
    (changed("corners", {}), "corners", "wrong_type"),
    (changed("corners", 1, 6), "corners[1]", "wrong_type"),
    (changed("corners", 1, "aggressive", "1"), "corners[1].aggressive", "wrong_type"),
    (changed("grid", 3, "lane", None), "grid[3].lane", "wrong_type"),
    (changed("press_corners", [12, "x"]), "press_corners[1]", "wrong_type"),
    (changed("lane1_side", "up"), "lane1_side", "wrong_type"),
    (changed("outline", 4, [1, 2, 3]), "outline[4]", "wrong_type"),
    (changed("outline", 4, [1, False]), "outline[4]", "wrong_type"),
    (changed("outline", 4, [1, 10**400]), "outline[4]", "wrong_type"),
    (changed("colour", "red"), "colour", "unknown"),
    (changed("corners", 2, "limt", 3), "corners[2].limt", "unknown"),
    (changed("length", 9), "length", "out_of_range"),
    (changed("length", 401), "length", "out_of_range"),
    (changed("length", 10**30), "length", "out_of_range"),
    (changed("laps", 0), "laps", "out_of_range"),
    (changed("laps", 10), "laps", "out_of_range"),
    (changed("heat", -1), "heat", "out_of_range"),
    (changed("stress", 21), "stress", "out_of_range"),
    (changed("lanes", 0), "lanes", "out_of_range"),
    (changed("lanes", 7), "lanes", "out_of_range"),
    (changed("lanes", [2] * 19 + [7]), "lanes[19]", "out_of_range"),
    (changed("corners", 0, "line", 0), "corners[0].line", "out_of_range"),
    (changed("corners", 2, "limit", 31), "corners[2].limit", "out_of_range"),
    (changed("corners", 2, "legend_line", 12), "corners[2].legend_line", "out_of_range"),
    (changed("corners", 2, "legend_line", -1), "corners[2].legend_line", "out_of_range"),
    (changed("lanes", [2] * 19), "lanes", "wrong_count"),
    (changed("corners", []), "corners", "wrong_count"),
    (changed("grid", []), "grid", "wrong_count"),
    (changed("grid", [{"space": 19, "lane": 1}] * 41), "grid", "wrong_count"),
    (changed("outline", [[1, 1]] * 7), "outline", "wrong_count"),
    (changed("id", "Test"), "id", "bad_id"),
    (changed("id", "a" * 33), "id", "bad_id"),
    (changed("id", "ring\n"), "id", "bad_id"),
    (changed("name", ""), "name", "bad_text"),
    (changed("name", "x" * 61), "name", "bad_text"),
    (changed("name", "a\tb"), "name", "bad_text"),
    (changed("name", "x" * 65), "name", "too_long"),
    (changed("tunnel", [{"space": 3, "lane": 1}] * 2501), "tunnel", "wrong_count"),
    (changed("corners", 2, "limit", 10**6), "corners[2].limit", "out_of_range"),
    (changed("outline", 4, [1e9, 2]), "outline[4]", "off_the_sheet"),
    (changed("expansion", " "), "expansion", "bad_text"),
    (changed("status", "x" * 61), "status", "bad_text"),
    (changed("corners", 2, "line", 6), "corners[2].line", "not_in_order"),
    (changed("corners", 0, "aggressive", 5), "corners[0].aggressive", "chevrons"),
    (changed("corners", 1, "aggressive", 0), "corners[1].aggressive", "chevrons"),
    (changed("corners", 1, "aggressive", 3), "corners[1].aggressive", "chevrons"),
    (changed("corners", 0, "double_aggressive", 4), "corners[0].double_aggressive", "chevrons"),
    (changed("corners", 2, "double_aggressive", 1), "corners[2].double_aggressive", "chevrons"),
    (changed("corners", 0, "chicane_of", 4), "corners[0].chicane_of", "bad_chicane"),
    (changed("corners", 2, "chicane_of", 4), "corners[2].chicane_of", "bad_chicane"),
    (changed("corners", 2, "chicane_of", 6), "corners[2].chicane_of", "bad_chicane"),
    (changed("race_lane_at_start", 2), "race_lane_at_start", "start_disagrees"),
    (changed("corners", 0, "race_lane", 0), "corners[0].race_lane", "no_such_lane"),
    (changed("corners", 0, "race_lane", 3), "corners[0].race_lane", "no_such_lane"),
    (changed("grid", 0, "space", 20), "grid[0]", "no_such_space"),
    (changed("flooded", 1, "space", -1), "flooded[1]", "no_such_space"),
    (changed("bridge_under", 1, 20), "bridge_under[1]", "no_such_space"),
    (changed("grid", 3, "lane", 3), "grid[3]", "no_such_lane"),
    (changed("tunnel", 0, "lane", 0), "tunnel[0]", "no_such_lane"),
    (changed("grid", 3, "lane", 1), "grid[3]", "twice"),
    (changed("gravel", [{"space": 3, "lane": 1}] * 2), "gravel[1]", "twice"),
    (changed("bridge_under", [2, 2]), "bridge_under[1]", "twice"),
    (changed("press_order", [12, 12]), "press_order[1]", "twice"),
    (changed("press_order", 1, 13), "press_order[1]", "no_press"),
    (changed("press_order", 0, 4), "press_order[0]", "no_press"),
    (changed("press_corners", 0, 4), "press_corners[0]", "no_press"),
    (changed("grid", 11, "space", 11), "grid[11]", "before_corner"),
    (changed("grid", 3, "space", 19), "grid[3]", "not_pole_first"),
    (changed("grid", [{"space": 19, "lane": 2}, {"space": 19, "lane": 1}]), "grid[1]", "not_race_lane_first"),
    (changed("outline", 4, [111, 2]), "outline[4]", "off_the_sheet"),
    (changed("outline", 4, [1, -10.5]), "outline[4]", "off_the_sheet"),
]


@pytest.mark.parametrize(
    ("raw", "place", "code"), BROKEN, ids=[f"{n}-{row[1]}-{row[2]}" for n, row in enumerate(BROKEN)]
)
def test_each_fault_is_named_with_its_place(raw: Json, place: str, code: str) -> None:
    faults = faults_of(json.dumps(raw))
    assert (place, code) in [(fault.place, fault.code) for fault in faults]
    for fault in faults:
        assert fault.text.endswith(".")
        assert "{" not in fault.text
        assert len(fault.text) < 150


def test_every_fault_code_has_a_broken_circuit() -> None:
    assert {code for _, _, code in BROKEN} | {"unreadable", "missing"} == tracks.SENTENCES.keys()


@pytest.mark.parametrize("field", ["id", "name", "length", "lanes", "laps", "heat", "stress", "corners", "grid"])
def test_a_missing_field_is_named(field: str) -> None:
    raw = plain()
    del raw[field]
    assert faults_of(json.dumps(raw)) == (Fault(field, "missing", "This is missing."),)


def test_a_missing_field_inside_is_named() -> None:
    raw = plain()
    del raw["corners"][1]["limit"], raw["grid"][2]["space"]
    assert [fault.place for fault in faults_of(json.dumps(raw))] == ["corners[1].limit", "grid[2].space"]


def test_one_reading_names_all_faults_of_shape_and_meaning() -> None:
    raw = plain() | {"laps": 12, "lanes": None, "id": "?", "speed": 1}
    raw["corners"][0]["limit"] = "4"
    raw["gravel"][0]["space"] = 20
    raw["outline"][7] = [200, 0]
    del raw["heat"]
    assert {(fault.place, fault.code) for fault in faults_of(json.dumps(raw))} == {
        ("heat", "missing"),
        ("speed", "unknown"),
        ("lanes", "wrong_type"),
        ("corners[0].limit", "wrong_type"),
        ("id", "bad_id"),
        ("laps", "out_of_range"),
        ("gravel[0]", "no_such_space"),
        ("outline[7]", "off_the_sheet"),
    }


def test_a_field_of_the_wrong_type_is_not_judged_by_what_stands_in_for_it() -> None:
    for field in Track.__struct_fields__:
        assert [fault.place for fault in faults_of(json.dumps(plain() | {field: {}}))] == [field]


def test_the_places_of_odd_field_names_stay_readable() -> None:
    places = [fault.place for fault in faults_of(json.dumps(plain() | {"x" * 99: 1, "length[0]": 1, "\n": 1}))]
    assert places == ["'\\n'", "'length[0]'", "'" + "x" * 39 + "…"]


def test_the_message_says_every_place() -> None:
    with pytest.raises(Broken, match=r"track: laps: .* to 9, but is 0\.; grid\[3\]: The lanes of space 18 are 1 to 2"):
        read_track(json.dumps(changed("grid", 3, "lane", 3) | {"laps": 0}))


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff", b'"\xff"', '"\ud800"', b'{"id": NaN}', b"[" * 100_000, b"1e999", b"1" * 5000, b" " * 600_000],
    ids=["empty", "byte", "text", "surrogate", "nan", "deep", "infinite", "digits", "long"],
)
def test_what_is_no_json_is_unreadable(data: bytes | str) -> None:
    assert [(fault.place, fault.code) for fault in faults_of(data)] == [("", "unreadable")]


@pytest.mark.parametrize("data", ["[]", "7", '"track"', "null", "true", "-1" + "0" * 4000])
def test_what_is_no_object_is_no_circuit(data: str) -> None:
    assert [(fault.place, fault.code) for fault in faults_of(data)] == [("", "wrong_type")]


def test_a_circuit_built_by_hand_is_judged_too() -> None:
    track = msgspec.structs.replace(read(plain()), laps=0, outline=((float("nan"), 0.0),) * 8, length=10**9)
    assert {(fault.place, fault.code) for fault in find_faults(track)} >= {
        ("laps", "out_of_range"),
        ("length", "out_of_range"),
        ("outline[0]", "off_the_sheet"),
    }


# Any bytes whatever

WILD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 21),
    st.integers(),
    st.sampled_from([10**400, -(10**4299), "", "left", [], {}, [[]], 1e300, -0.0]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.integers(-1, 3), max_size=3),
    st.dictionaries(st.sampled_from(["space", "lane", "line"]), st.integers(-1, 3)),
)


def check(data: bytes | str) -> None:
    try:
        track = read_track(data)
    except Broken as broken:
        codes = [fault.code for fault in broken.faults if str(fault).encode()]
    else:
        check_sound(track)
        return
    assert codes
    assert tracks.SENTENCES.keys() >= set(codes)


def check_sound(track: Track) -> None:
    assert find_faults(track) == ()
    assert read_track(write_track(track)) == track
    for space in range(track.length):
        assert 1 <= track.race_lane(space) <= track.lanes_at(space)
        assert track.sector(space) in {corner.line for corner in track.corners}


@given(st.one_of(st.binary(), st.text(), st.from_regex(r'[\[\]{}",:0-9eE.+\-\\utrfalsn ]{0,60}')))
@example("\ud800")
@example('{"id": "\\ud800x"}')
def test_any_bytes_give_a_circuit_or_named_faults(data: bytes | str) -> None:
    check(data)


@given(st.recursive(WILD, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner)))
def test_any_json_gives_a_circuit_or_named_faults(raw: Json) -> None:
    check(msgspec.json.encode(raw))


@st.composite
def mutated(draw: st.DrawFn) -> Json:
    """A circuit with a few values anywhere in it replaced, dropped, added or doubled."""
    source = draw(st.sampled_from([plain(), *(json.loads(write_track(track)) for track in all_tracks().values())]))
    raw = copy.deepcopy(source)
    for _ in range(draw(st.integers(1, 3))):
        inner: Json = raw
        while True:
            key: Json = draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
            if not (isinstance(inner[key], (dict, list)) and inner[key]) or draw(st.integers(0, 3)) == 0:
                break
            inner = inner[key]
        match draw(st.sampled_from(["replace", "replace", "drop", "add"])):
            case "drop" if len(inner) > 1:
                del inner[key]
            case "add" if isinstance(inner, list):
                inner.insert(key, draw(WILD | st.just(inner[key])))
            case "add":
                inner[draw(st.text(max_size=4))] = draw(WILD)
            case _:
                inner[key] = draw(WILD)
    return raw


@given(mutated())
def test_a_circuit_with_wild_values_gives_a_circuit_or_named_faults(raw: Json) -> None:
    check(msgspec.json.encode(raw))


@given(st.data())
def test_a_circuit_with_damaged_bytes_gives_a_circuit_or_named_faults(data: st.DataObject) -> None:
    text = bytearray(json.dumps(plain()).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    check(bytes(text[: data.draw(st.integers(0, len(text)))] if data.draw(st.booleans()) else text))


@given(st.lists(st.tuples(*[st.floats(-10, 110)] * 2), min_size=8, max_size=20))
def test_outlines_survive_writing_and_reading(points: list[tuple[float, float]]) -> None:
    track = msgspec.structs.replace(read(plain()), outline=tuple(points))
    assert read_track(write_track(track)) == track


def test_of_a_hostile_list_only_the_length_is_judged() -> None:
    for field, value in (("corners", [0]), ("grid", [{}]), ("press_order", [7]), ("lanes", [9])):
        raw = plain() | {field: value * (400_000 // (len(json.dumps(value)) + 2))}
        assert [(fault.place, fault.code) for fault in faults_of(json.dumps(raw))] == [(field, "wrong_count")]
