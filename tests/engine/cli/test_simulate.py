"""Races without people, from the command line: options, figures, faults."""

import json
from typing import Any

import pytest

from engine.cli.figures import wilson
from engine.cli.simulate import summary, table
from engine.heat import all_tracks
from engine.heat.simulation import Driven
from tests.engine.cli.terminal import Terminal
from tests.engine.heat.kit import game

SHORT = ("simulate", "--laps", 1, "--races", 4, "--seed", "x", "--drivers", "random,legend:easy")


def figures(terminal: Terminal, *words: Any) -> dict[str, Any]:
    said = terminal(*SHORT, *words, "--json")
    assert said.code == 0
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_json_has_every_figure(terminal: Terminal) -> None:
    found = figures(terminal)
    assert set(found) == {"track", "rules", "races", "rounds_per_race", "ended", "drivers"}
    assert (found["track"], found["rules"], found["races"], found["ended"]) == ("usa", "standard", 4, {"flag": 4})
    assert [seat["driver"] for seat in found["drivers"]] == ["random", "legend:easy"]
    assert sum(seat["wins"] for seat in found["drivers"]) == 4
    for seat in found["drivers"]:
        assert set(seat) == {
            *("driver", "wins", "win_share", "win_share_low", "win_share_high", "mean_place", "spin_outs_per_race")
        }
        assert seat["win_share_low"] <= seat["win_share"] == seat["wins"] / 4 <= seat["win_share_high"]


def test_plain_output_has_a_line_a_driver(terminal: Terminal) -> None:
    said = terminal(*SHORT)
    assert said.code == 0
    head, names, *seats = said.out.splitlines()
    assert head.startswith("usa, standard rules, 4 races")
    assert names.split()[0] == "driver"
    assert [line.split()[0] for line in seats] == ["random", "legend:easy"]


def test_the_same_seed_gives_the_same_figures_and_another_seed_others(terminal: Terminal) -> None:
    assert figures(terminal) == figures(terminal)
    assert figures(terminal) != figures(terminal, "--seed", "y")


def test_two_processes_give_the_same_figures_as_one(terminal: Terminal) -> None:
    assert figures(terminal, "--jobs", 2) == figures(terminal)


@pytest.mark.parametrize("rules", ["standard", "rulebook"])
def test_every_option_is_heard(terminal: Terminal, rules: str) -> None:
    drivers = "legend,stand_in,cautious"
    found = figures(terminal, "--track", "italia", "--rules", rules, "--races", 1, "--drivers", drivers)
    assert (found["track"], found["rules"], found["races"]) == ("italia", rules, 1)
    assert [seat["driver"] for seat in found["drivers"]] == drivers.split(",")


def test_laps_are_those_of_the_track_unless_they_are_given(terminal: Terminal) -> None:
    laps = all_tracks()["usa"].laps
    one = terminal("simulate", "--races", 1, "--seed", "x", "--drivers", "cautious", "--json")
    assert one.out == terminal(*SHORT, "--races", 1, "--drivers", "cautious", "--laps", laps, "--json").out
    assert one.out != terminal(*SHORT, "--races", 1, "--drivers", "cautious", "--json").out


def test_grids_go_round(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cars: every three races share a seed, and each car has started from every place."""
    import engine.cli.simulate as module

    started: list[tuple[str, tuple[int, ...]]] = []

    def noted(game: Any, drivers: Any, laps: int, seed: str, grid: tuple[int, ...], **modules: Any) -> Driven:
        started.append((seed, grid))
        return Driven((0, 1, 2), 1, (0, 0, 0), "flag", 1)

    monkeypatch.setattr(module, "simulate", noted)
    assert terminal(*SHORT, "--races", 6, "--drivers", "random,random,random").code == 0
    assert [grid for _, grid in started] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2
    assert [len({seed for seed, _ in started[first : first + 3]}) for first in (0, 3)] == [1, 1]
    assert started[0][0] != started[3][0]


def test_summary_counts_wins_places_spin_outs_and_ends() -> None:
    races = [Driven((1, 0), 10, (2, 0), "flag", 50), Driven((0, 1), 20, (1, 0), "round_limit", 50)]
    found = summary(game(), ["random", "racer"], races)
    assert (found["rounds_per_race"], found["ended"]) == (15, {"flag": 1, "round_limit": 1})
    first = found["drivers"][0]
    assert (first["wins"], first["mean_place"], first["spin_outs_per_race"]) == (1, 1.5, 1.5)
    assert "ended by flag 1, round_limit 1" in table(found)


@pytest.mark.parametrize(
    ("wins", "races", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),  # an example from the literature
        (500, 1000, 0.4691, 0.5309),
    ],
)
def test_wilson_interval_against_known_values(wins: int, races: int, low: float, high: float) -> None:
    assert wilson(wins, races) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--drivers", "bob"], "options: --drivers: there is no driver “bob”"),
        (["--drivers", ""], "options: --drivers: there is no driver “”"),
        (["--drivers", "random,"], "options: --drivers: there is no driver “”"),
        (["--drivers", "legend:medium"], "setup: entrants: a race needs at least one driver with a deck"),
        (["--drivers", "random,legend:extreme"], "setup: entrants[1].legend: the Legend cards have no row “extreme”"),
        (["--drivers", ",".join(["random"] * 13)], "setup: entrants: 1 to 12 cars can start here, not 13"),
        (["--races", "0"], "options: --races: there must be at least one, not 0"),
        (["--jobs", "-1"], "options: --jobs: there must be at least one, not -1"),
        (["--laps", "0"], "setup: laps: a race has 1 to 9 laps"),
        (["--laps", "10", "--jobs", "2"], "setup: laps: a race has 1 to 9 laps"),
        (["--track", "nowhere"], "options: --track: there is no circuit “nowhere”"),
        (["--rules", "none"], "options: --rules: there is no rule set “none”"),
    ],
)
def test_what_cannot_be_raced_is_said_in_a_line(terminal: Terminal, words: list[str], said: str) -> None:
    told = terminal(*SHORT, *words)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(said)
    assert "Traceback" not in told.err


def test_all_faults_are_named_at_once(terminal: Terminal) -> None:
    said = terminal(*SHORT, "--races", 0, "--jobs", 0)
    assert said.err.splitlines() == [
        "options: --races: there must be at least one, not 0",
        "options: --jobs: there must be at least one, not 0",
    ]


@pytest.mark.parametrize("words", [["--races", "many"], ["--jobs", ""], ["--wings", "2"]])
def test_what_is_no_option_is_refused_by_the_parser(terminal: Terminal, words: list[str]) -> None:
    said = terminal(*SHORT, *words)
    assert (said.code, said.out) == (2, "")
    assert "usage:" in said.err
