"""Championships in the terminal: the table, title shares, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.heat.season import read_season, verify_season
from tests.engine.cli.terminal import Terminal

FAST = ("--laps", 1, "--seed", "x", "--drivers", "random,stand_in,legend:medium")


def told(terminal: Terminal, *words: Any) -> Any:
    said = terminal("season", *FAST, *words, "--json")
    assert said.code == 0, said.err
    return json.loads(said.out)


def test_a_season_by_year_has_its_tracks_and_events(terminal: Terminal) -> None:
    figures = told(terminal, "--year", 1962)
    assert figures["calendar"] == [
        {"track": "italia", "event": "restrictions_lifted"},
        {"track": "gb", "event": "record_crowds"},
        {"track": "france", "event": "corruption"},
    ]


def test_the_table_adds_up(terminal: Terminal) -> None:
    figures = told(terminal, "--races", 3)
    assert len(figures["calendar"]) == 3
    assert [row["place"] for row in figures["standings"]] == [1, 2, 3]
    for row in figures["standings"]:
        assert row["points"] == sum(score["points"] + score["bonus"] for score in row["races"])
    assert figures["champion"] == figures["standings"][0]["seat"]
    assert {row["driver"] for row in figures["standings"]} == {"random", "stand_in", "legend:medium"}
    assert "seconds" not in figures


def test_the_plain_table_has_a_row_a_driver_and_a_cell_a_race(terminal: Terminal) -> None:
    said = terminal("season", *FAST, "--races", 2, "--time")
    lines = said.out.splitlines()
    assert lines[0] == "standard rules"
    assert [line.split()[0] for line in lines[1:3]] == ["1", "2"]
    assert len(lines[4].split()) == 8  # place, seat, driver, two cells of two words, points
    assert lines[-2].endswith("is champion.")
    assert lines[-1].endswith("s of one core.")


def test_the_same_seed_gives_the_same_season(terminal: Terminal) -> None:
    one, other = (told(terminal, "--races", 2) for _ in range(2))
    assert one == other


def test_many_seasons_tell_the_title_shares(terminal: Terminal) -> None:
    figures = told(terminal, "--races", 1, "--seasons", 3)
    assert figures["seasons"] == 3
    assert sum(seat["titles"] for seat in figures["drivers"]) == 3
    assert sum(seat["title_share"] for seat in figures["drivers"]) == pytest.approx(1)
    assert all(
        seat["title_share_low"] <= seat["title_share"] <= seat["title_share_high"] for seat in figures["drivers"]
    )


def test_many_seasons_side_by_side_are_the_same(terminal: Terminal) -> None:
    words = ("--races", 1, "--seasons", 2)
    assert told(terminal, *words) == told(terminal, *words, "--jobs", 2)


def test_many_seasons_in_plain_words(terminal: Terminal) -> None:
    said = terminal("season", *FAST, "--races", 1, "--seasons", 2, "--rules", "rulebook", "--drivers", "random,random")
    lines = said.out.splitlines()
    assert lines[0] == "rulebook rules, 2 championships"
    assert len(lines) == 4


def test_without_events_there_are_none(terminal: Terminal) -> None:
    figures = told(terminal, "--year", 1965, "--no-events", "--no-garage", "--no-weather")
    assert {stop["event"] for stop in figures["calendar"]} == {""}


def test_expansions_join_by_their_name(terminal: Terminal) -> None:
    said = terminal("season", *FAST, "--races", 1, "--expansions", "heavy_rain,winter")
    assert said.code == 1
    assert "“winter”" in said.err


def test_a_record_is_written_that_verifies(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "season.json"
    figures = told(terminal, "--races", 2, "--record", path)
    season = verify_season(read_season(path.read_bytes()))
    assert [stop["event"] for stop in figures["calendar"]] == list(season.events)


@pytest.fixture
def kept(terminal: Terminal, tmp_path: Path) -> Path:
    """The record of a championship of two races."""
    path = tmp_path / "season.json"
    told(terminal, "--races", 2, "--record", path)
    return path


def test_the_record_of_a_championship_is_told_and_verified(terminal: Terminal, kept: Path) -> None:
    said = terminal("replay", kept, "--verify")
    assert said.code == 0, said.err
    driven = told(terminal, "--races", 2)
    assert f"(seat {driven['champion']}) is champion." in said.out
    assert said.out.splitlines()[-1] == "It plays again to the byte."
    figures = json.loads(terminal("replay", kept, "--verify", "--json").out)
    assert figures["calendar"] == driven["calendar"]
    assert [row["races"] for row in figures["standings"]] == [row["races"] for row in driven["standings"]]
    assert (figures["verified"], figures["verified_by"]) == (True, "commands")


def test_one_race_of_a_championship_is_told(terminal: Terminal, kept: Path) -> None:
    first, second = (terminal("replay", kept, "--race", number, "--verify") for number in (1, 2))
    assert first.code == second.code == 0, first.err + second.err
    assert first.out != second.out
    assert "— Round 1 —" in first.out
    assert json.loads(terminal("replay", kept, "--race", 2, "--json", "--as", "all").out)["steps"]


def test_a_record_of_another_version_is_checked_by_its_events(terminal: Terminal, kept: Path) -> None:
    record = json.loads(kept.read_text())
    kept.write_text(json.dumps(record | {"engine": "0.0.1", "seats": ["what a site writes beside it"]}))
    assert "recorded by engine 0.0.1" in terminal("replay", kept, "--verify").out
    record["races"][1][3]["events"] = record["races"][0][0]["events"]
    kept.write_text(json.dumps(record | {"engine": "0.0.1"}))
    said = terminal("replay", kept, "--verify")
    assert said.code == 1
    assert "races[1]" in said.err


def test_a_championship_that_was_changed_is_told_by_race_and_step_alone(terminal: Terminal, kept: Path) -> None:
    record = json.loads(kept.read_text())
    record["races"][1][5]["events"] = record["races"][0][5]["events"]
    kept.write_text(json.dumps(record))
    said = terminal("replay", kept, "--verify")
    assert said.code == 1
    assert "races[1].entries[5]" in said.err
    assert "--as all tells how" in said.err, "what differs may be secret"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--race", 0), "--race: "),
        (("--race", 3), "1 to 2, not 3"),
        (("--until", 4), "add --race"),
        (("--text",), "add --race"),
        (("--as", "0"), "add --race"),
    ],
)
def test_options_of_one_race_need_one(terminal: Terminal, kept: Path, words: tuple[Any, ...], fault: str) -> None:
    said = terminal("replay", kept, *words)
    assert said.code == 1
    assert fault in said.err


def test_a_broken_record_of_a_championship_names_its_faults(terminal: Terminal, kept: Path) -> None:
    record = json.loads(kept.read_text())
    kept.write_text(json.dumps(record | {"seed": "none"}))
    said = terminal("replay", kept)
    assert said.code == 1
    assert said.err.startswith("season: seed: ")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (("--year", 1960), "--year"),
        (("--races", 0), "calendar"),
        (("--races", 11), "calendar"),
        (("--seasons", 0), "--seasons"),
        (("--jobs", 0), "--jobs"),
        (("--laps", 0), "setup.calendar[0].laps"),
        (("--laps", 10), "setup.calendar[0].laps"),
        (("--drivers", "somebody"), "--drivers"),
        (("--drivers", "legend:easy"), "setup.competitors"),
        (("--drivers", ",".join(["random"] * 13)), "setup.calendar[0].track"),
        (("--rules", "house"), "--rules"),
        (("--seasons", 2, "--record", "x"), "--record"),
    ],
)
def test_what_cannot_be_raced_is_told(terminal: Terminal, words: tuple[Any, ...], place: str) -> None:
    said = terminal("season", "--seed", "x", *words)
    assert said.code == 1
    assert f": {place}: " in said.err


def test_year_and_races_exclude_each_other(terminal: Terminal) -> None:
    assert terminal("season", "--year", 1961, "--races", 3).code == 2


def test_bench_measures_with_all_modules(terminal: Terminal) -> None:
    said = terminal("bench", "--laps", 1, "--seconds", 0.01, "--seed", "x", "--modules", "--json")
    figures = json.loads(said.out)
    assert figures["decisions_per_second"] > 0
    plain = json.loads(terminal("bench", "--laps", 1, "--seconds", 0.01, "--seed", "x", "--json").out)
    assert figures["state_bytes_mean"] > plain["state_bytes_mean"]
