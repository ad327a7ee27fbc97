"""The list of circuits, and the check of a file."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.heat import all_tracks
from engine.heat.tracks import write_track
from tests.engine.cli.terminal import Terminal

USA = write_track(all_tracks()["usa"])


def test_list_has_a_line_a_circuit(terminal: Terminal) -> None:
    said = terminal("tracks")
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()[1:]] == list(all_tracks())
    assert "usa          USA            69      2      2     6     3       12    12:7 33:3 49:3 57:2" in said.out


def test_list_as_json_has_the_numbers(terminal: Terminal) -> None:
    found = {one["id"]: one for one in json.loads(terminal("tracks", "--json").out)}
    assert found.keys() == all_tracks().keys()
    assert found["usa"]["spaces"] == 69
    assert found["usa"]["corners"] == {"12": 7, "33": 3, "49": 3, "57": 2}


def test_check_of_a_sound_circuit(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "usa.json"
    path.write_bytes(USA)
    said = terminal("tracks", "--check", path)
    assert said.code == 0
    assert "USA can be raced on." in said.out
    told = json.loads(terminal("tracks", "--check", path, "--json").out)
    assert told["sound"] is True
    assert told["track"]["id"] == "usa"


def test_check_names_every_fault(terminal: Terminal, tmp_path: Path) -> None:
    data = msgspec.json.decode(USA)
    data["laps"] = 0
    data["corners"][2]["line"] = 5
    del data["heat"]
    path = tmp_path / "usa.json"
    path.write_bytes(msgspec.json.encode(data))
    said = terminal("tracks", "--check", path)
    assert said.code == 1
    places = {line.split(": ")[1] for line in said.err.splitlines()}
    assert {"laps", "corners[2].line", "heat"} <= places
    told = json.loads(terminal("tracks", "--check", path, "--json").out)
    assert told["sound"] is False
    assert {fault["place"] for fault in told["faults"]} == places


@pytest.mark.parametrize("as_json", [[], ["--json"]])
@pytest.mark.parametrize("name", ["none.json", ".", "\0"])
def test_check_of_a_file_that_cannot_be_read(terminal: Terminal, tmp_path: Path, name: str, as_json: list[str]) -> None:
    said = terminal("tracks", "--check", f"{tmp_path}/{name}", *as_json)
    assert said.code == 1
    assert "unreadable" in said.out or "track: " in said.err


def test_fuzz_check_never_breaks(terminal: Terminal, tmp_path: Path) -> None:
    dice = Random(7)
    path = tmp_path / "bent.json"
    for _ in range(60):
        data = bytearray(USA)
        for _ in range(dice.randint(1, 6)):
            data[dice.randrange(len(data))] = dice.choice(b'0123456789",:[]{}-\xff ')
        path.write_bytes(data)
        said = terminal("tracks", "--check", path)
        assert said.code in {0, 1}
        assert bool(said.err) == bool(said.code)
