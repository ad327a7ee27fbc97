"""A race looked back at in the terminal: what it prints, and what it says where it cannot."""

import json
from pathlib import Path

import pytest

from engine.heat.review import read_review
from engine.kernel import encode
from tests.engine.cli.terminal import Terminal
from tests.engine.heat.review.kit import raced, unfinished
from tests.engine.heat.season.test_season_record import driven

FINISHED = encode(raced("cautious,legend:easy"))
LITTLE = ("--work", "1")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_bytes(FINISHED)
    return path


def test_every_decision_is_told_and_what_mattered(terminal: Terminal, record: Path) -> None:
    said = terminal("review", record, "--seat", "0", *LITTLE)
    assert said.code == 0, said.err
    assert "Seat 0: place" in said.out
    assert "Round 1, Shift gears" in said.out
    assert "» gear" in said.out
    assert "What mattered most:" in said.out or "No decision gave more away" in said.out
    assert terminal("review", record, "--seat", "0", *LITTLE).out == said.out


def test_as_json_it_is_the_review_that_programs_get(terminal: Terminal, record: Path) -> None:
    said = terminal("review", record, "--seat", "0", "--json", *LITTLE)
    review = read_review(said.out)
    assert review.is_whole
    assert review.seat == 0
    assert json.loads(said.out)["total"] == review.total


def test_what_the_site_adds_to_a_download_does_not_matter(terminal: Terminal, record: Path) -> None:
    downloaded = {**json.loads(FINISHED), "code": "ABCD", "seats": [{"seat": 0, "name": "Ada"}]}
    record.write_text(json.dumps(downloaded))
    assert terminal("review", record, "--seat", "0", *LITTLE).code == 0


@pytest.mark.parametrize(
    ("seat", "hint"), [("1", "is a Legend"), ("2", "the seats of this race are 0 to 1"), ("-1", "0 to 1, not -1")]
)
def test_a_seat_without_a_driver_is_refused(terminal: Terminal, record: Path, seat: str, hint: str) -> None:
    said = terminal("review", record, f"--seat={seat}", *LITTLE)
    assert (said.code, said.out) == (1, "")
    assert hint in said.err


def test_a_race_that_is_not_over_is_refused(terminal: Terminal, record: Path) -> None:
    record.write_bytes(encode(unfinished()))
    said = terminal("review", record, "--seat", "0")
    assert said.code == 1
    assert "not over" in said.err


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[1]", b'{"game": "heat"}', FINISHED[:-40], FINISHED.replace(b"heat", b"fire")]
)
def test_what_is_no_record_is_refused(terminal: Terminal, record: Path, data: bytes) -> None:
    record.write_bytes(data)
    said = terminal("review", record, "--seat", "0")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("record")


def test_without_work_there_is_nothing_to_say(terminal: Terminal, record: Path) -> None:
    said = terminal("review", record, "--seat", "0", "--work", "0")
    assert said.code == 1
    assert "--work" in said.err


def test_of_a_championship_one_race_is_named(terminal: Terminal, record: Path) -> None:
    record.write_bytes(encode(driven()[0]))
    said = terminal("review", record, "--seat", "0")
    assert said.code == 1
    assert "say which one" in said.err
    assert terminal("review", record, "--seat", "0", "--race", "99").code == 1
