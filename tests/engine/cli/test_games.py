"""Games beside Heat on the command line, with High Card in the list."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.cli.games import GAMES, matches, played, simulate
from engine.kernel import Record, verify
from tests.engine.cli.terminal import Terminal
from tests.engine.kernel.high_card import Command, Content, Event, HighCard, Setup, State

THIS = ("--game", "high card")
NAMES = tuple(GAMES)
"""The games that ship."""
SHORT = ("simulate", *THIS, "--players", "random,random", "--games", 6, "--seed", "x")


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "high card", "tests.engine.cli.high_card_played")


def figures(terminal: Terminal, *words: Any) -> dict[str, Any]:
    said = terminal(*SHORT, *words, "--json")
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


@pytest.mark.parametrize("command", ["simulate", "drive", "bench"])
def test_help_has_the_options_of_the_game(terminal: Terminal, command: str) -> None:
    said = terminal(command, *THIS, "--help")
    assert said.code == 0
    assert "--rounds" in said.out
    assert "--track" not in said.out
    assert "--track" in terminal(command, "--help").out


@pytest.mark.parametrize("game", ["moon", "", "heat high"])
def test_a_game_that_is_not_there_is_told(terminal: Terminal, game: str) -> None:
    said = terminal("simulate", "--game", game)
    assert said.code == 2
    assert "invalid choice" in said.err
    assert "high card" in said.err


def test_options_of_heat_are_not_taken(terminal: Terminal) -> None:
    assert terminal("bench", *THIS, "--laps", 1).code == 2
    assert terminal("perft", *THIS, "x", 1).code == 2


def test_shares_add_up_also_where_first_places_are_shared(terminal: Terminal) -> None:
    found = figures(terminal)
    assert (found["game"], found["games"], found["ended"]) == ("high card", 6, {"played": 6})
    assert sum(player["wins"] for player in found["players"]) == pytest.approx(6)
    for player in found["players"]:
        assert player["win_share_low"] <= player["win_share"] <= player["win_share_high"]


def test_a_first_place_that_is_shared_counts_by_its_part() -> None:
    found = simulate.summary("g", ["a", "b"], [matches.Match((1, 1), 1, 1, "x"), matches.Match((2, 1), 1, 1, "x")])
    assert [player["wins"] for player in found["players"]] == [0.5, 1.5]
    assert [player["mean_place"] for player in found["players"]] == [1.5, 1.0]


def test_two_processes_give_the_same_figures_as_one(terminal: Terminal) -> None:
    assert figures(terminal, "--jobs", 2) == figures(terminal)


def test_the_seed_is_heard(terminal: Terminal) -> None:
    """Who wins one game between two of a kind differs by the seed."""
    winners = {str(figures(terminal, "--games", 1, "--seed", seed)["players"]) for seed in "abcdefgh"}
    assert len(winners) > 1


def test_players_move_on_by_a_seat_from_game_to_game() -> None:
    assert [matches.rotated("abc", number) for number in range(3)] == [list("abc"), list("bca"), list("cab")]


def test_a_place_is_told_of_the_player_and_not_of_the_seat(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first seat wins every game of three; each player has it once."""
    monkeypatch.setattr(simulate, "play", lambda *_: matches.Match((1, 2, 3), 1, 1, "played"))
    found = figures(terminal, "--players", "random,random,random", "--games", 3)
    assert [player["wins"] for player in found["players"]] == [1, 1, 1]


def test_plain_figures_have_a_line_a_player(terminal: Terminal) -> None:
    head, names, *players = terminal(*SHORT).out.splitlines()
    assert head.startswith("high card, 6 games")
    assert names.split()[0] == "player"
    assert [line.split()[0] for line in players] == ["random", "random"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "random,moon"), "options: --players: there is no bot “moon”, but random"),
        (("--players", "random"), "options: --players: a game has at least two players"),
        (("--games", "0"), "options: --games: there must be at least one, not 0"),
        (("--rounds", "9"), "setup: rounds: there are 1 to 4 rounds"),
    ],
)
def test_what_cannot_be_played_is_named(terminal: Terminal, words: tuple[str, ...], said: str) -> None:
    told = terminal(*SHORT, *words)
    assert (told.code, told.err) == (1, said + "\n")


def test_bench_measures(terminal: Terminal) -> None:
    said = terminal("bench", *THIS, "--seconds", 0.01, "--json")
    found = json.loads(said.out)
    assert said.code == 0
    assert found["decisions_per_game"] == 9
    assert all(figure > 0 for figure in found.values())
    assert "decisions per second" in terminal("bench", *THIS, "--seconds", 0.01).out
    assert terminal("bench", *THIS, "--seconds", 0).err.startswith("options: --seconds: ")


def test_a_game_is_played_in_the_terminal_and_recorded(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    said = terminal(
        "drive", *THIS, "--opponents", "random", "--seed", "x", "--record", file, typed=["", "9", "help", "1", "2"]
    )
    assert said.code == 0, said.err
    assert "Ada puts a card down." in said.out
    assert said.out.count("Type the number of a choice") == 3
    assert "The result" in said.out
    record = msgspec.json.decode(file.read_bytes(), type=Record[Content, Setup, Command, Event, State])
    assert verify(HighCard(), record).ended == "played"


def test_a_player_leaves_the_table(terminal: Terminal) -> None:
    assert "You leave the table" in terminal("drive", *THIS, "--opponents", "random", typed=["quit"]).out
    assert "You leave the table" in terminal("drive", *THIS, "--opponents", "random", typed=[]).out


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_simulated_and_measured(terminal: Terminal, name: str) -> None:
    bots = list(played(name).bots)
    told = terminal("drive", "--game", name, "--opponents", bots[0], "--seed", "x", typed=["1"] * 9)
    assert told.code == 0, told.err
    assert "You leave the table" in told.out
    two = ",".join(bots[:1] * 2)
    assert json.loads(terminal("simulate", "--game", name, "--players", two, "--games", 2, "--json").out)["games"] == 2
    assert json.loads(terminal("bench", "--game", name, "--seconds", 0.01, "--json").out)["decisions_per_second"] > 0
    assert terminal("simulate", "--game", name, "--players", "moon,moon").code == 1
