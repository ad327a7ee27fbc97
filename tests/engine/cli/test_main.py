"""What all commands share: help, the version, and how they say that something is wrong."""

import subprocess
import sys

import pytest

import engine
from engine.cli import COMMANDS
from tests.engine.cli.terminal import Terminal
from tests.environment import bare

NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


def test_it_runs_as_a_module() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "engine", "--version"], capture_output=True, text=True, check=True, env=bare()
    )
    assert told.stdout.strip() == engine.__version__


def test_help_lists_every_command(terminal: Terminal) -> None:
    said = terminal("--help")
    assert said.code == 0
    assert all(f"\n    {name} " in said.out for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help(terminal: Terminal, name: str) -> None:
    said = terminal(name, "--help")
    assert said.code == 0
    assert f"usage: python -m engine {name}" in said.out


@pytest.mark.parametrize("words", [(), ("fly",), ("bench", "--fast"), ("perft", "x", "two"), ("bench", "--laps", "x")])
def test_wrong_words_are_told(terminal: Terminal, words: tuple[str, ...]) -> None:
    said = terminal(*words)
    assert said.code == 2
    assert "usage: " in said.err


@pytest.mark.parametrize("command", [("drive",), ("bench",), ("perft", "round 1", "1")])
@pytest.mark.parametrize("track", ["moon", "x" * 300, "no/such/file.json", ".", "\0.json", ""])
def test_unknown_track_is_named(terminal: Terminal, command: tuple[str, ...], track: str) -> None:
    said = terminal(*command, "--track", track)
    assert said.code == 1
    assert said.err.startswith(("options: --track: there is no circuit", "track: "))
    assert "Traceback" not in said.err


@pytest.mark.parametrize("command", [("drive",), ("bench",), ("perft", "round 1", "1")])
def test_unknown_rules_are_named(terminal: Terminal, command: tuple[str, ...]) -> None:
    said = terminal(*command, "--rules", "house")
    assert said.code == 1
    assert said.err == "options: --rules: there is no rule set “house”, but standard, rulebook\n"


@pytest.mark.parametrize("laps", [-1, 10, 10**30])
def test_laps_out_of_range_are_named(terminal: Terminal, laps: int) -> None:
    said = terminal("drive", "--laps", laps)
    assert said.code == 1
    assert said.err == "setup: laps: a race has 1 to 9 laps\n"


def test_reader_that_goes_away_is_no_traceback() -> None:
    shell = f"{sys.executable} -m engine tracks | true"
    told = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False, env=bare())
    assert "Traceback" not in told.stderr
