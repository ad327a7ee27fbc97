"""The measurement: what its JSON promises."""

import json

import pytest

from tests.engine.cli.terminal import Terminal

KEYS = {
    *("decisions_per_second", "races_per_second", "decisions_per_race", "state_bytes_mean", "state_bytes_max"),
    *("encode_us", "decode_us", "view_us"),
}


def test_json_has_every_figure(terminal: Terminal) -> None:
    said = terminal("bench", "--laps", 1, "--seconds", 0.01, "--seed", "x", "--json")
    figures = json.loads(said.out)
    assert said.code == 0
    assert figures.keys() >= KEYS
    assert all(figures[key] > 0 for key in KEYS)


def test_plain_output_has_a_line_a_figure(terminal: Terminal) -> None:
    said = terminal("bench", "--laps", 1, "--seconds", 0.01)
    assert said.code == 0
    assert all(key.replace("_", " ") in said.out for key in KEYS)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_senseless_time_is_refused(terminal: Terminal, seconds: str) -> None:
    said = terminal("bench", "--seconds", seconds)
    assert said.code == 1
    assert said.err.startswith("options: --seconds: ")
