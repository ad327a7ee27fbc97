"""Simulated races with modules: the same options as for a race that is driven, and figures as ever."""

import json
from typing import Any

import pytest

from engine.heat import STANDARD
from engine.heat.simulation import Driven, simulate
from engine.kernel import Seed, derive
from tests.engine.cli.terminal import Terminal
from tests.engine.heat.kit import game

DRIVERS = "cautious,stand_in,legend"
SHORT = ("simulate", "--races", 2, "--laps", 1, "--drivers", DRIVERS, "--seed", "modules", "--json")


@pytest.mark.parametrize("garage", ["rounds", "snake", "random"])
@pytest.mark.parametrize("rules", ["standard", "rulebook"])
def test_every_garage_with_weather_and_roads(terminal: Terminal, garage: str, rules: str) -> None:
    said = terminal(*SHORT, "--rules", rules, "--garage", garage, "--weather", "--roads")
    figures = json.loads(said.out)
    assert said.code == 0
    assert figures["races"] == 2
    assert sum(driver["wins"] for driver in figures["drivers"]) == 2


@pytest.mark.parametrize("option", [{"draft": "rounds"}, {"weather": True}, {"roads": True}])
def test_each_module_changes_the_races(option: dict[str, Any]) -> None:
    def raced(**modules: Any) -> list[Driven]:
        seeds = [derive(Seed("5" * 32), str(number)) for number in range(4)]
        return [simulate(game(STANDARD), ("random", "random"), 1, seed, (1, 0), **modules) for seed in seeds]

    assert raced(**option) != raced()
    assert raced(**option) == raced(**option)


def test_jobs_make_no_difference(terminal: Terminal) -> None:
    words = (*SHORT, "--garage", "snake", "--weather")
    assert terminal(*words, "--jobs", 2).out == terminal(*words).out


def test_unknown_garage_is_told(terminal: Terminal) -> None:
    assert terminal(*SHORT, "--garage", "one").code == 2


def test_modules_are_fields_of_the_set_up() -> None:
    """A race is driven to its end with any of them."""
    modules: dict[str, Any] = {"draft": "one", "season": True, "event": "title_sponsor", "weather": True}
    driven = simulate(game(STANDARD), ("cautious", "random"), 1, Seed("5" * 32), (1, 0), **modules)
    assert driven.ended == "flag"
