"""Simulated races with modules: the same options as for a race that is driven, and figures as ever."""

import json
from typing import Any

import pytest

from engine.heat import STANDARD
from engine.heat.modules import base_modules
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


def test_events_are_drawn_by_seed_and_change_the_laps(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    import engine.cli.simulate as module

    started: list[tuple[str, int]] = []

    def noted(game: Any, drivers: Any, laps: int, seed: str, grid: tuple[int, ...], **modules: Any) -> Driven:
        assert modules["season"]
        started.append((modules["event"], laps))
        return Driven((0, 1, 2), 1, (0, 0, 0), "flag", 1)

    monkeypatch.setattr(module, "simulate", noted)
    expansions = ("--expansions", "heavy_rain,tunnel_vision")
    assert terminal(*SHORT, "--races", 300, "--laps", 2, "--events", *expansions).code == 0
    assert started[::3] == started[1::3] == started[2::3], "races of one seed have the same event"
    changes = {event.id: event.effects.laps for event in base_modules().events}
    assert set(started) == {(event, 2 + more) for event, more in changes.items()}


def test_events_leave_a_lap(terminal: Terminal) -> None:
    assert terminal(*SHORT, "--races", 30, "--events", "--drivers", "stand_in").code == 0


def test_sponsors_are_paid_by_the_press(terminal: Terminal) -> None:
    bold = ("--drivers", "random,random", "--sponsors")
    assert terminal(*SHORT, *bold).out != terminal(*SHORT, *bold[:2]).out
    assert terminal(*SHORT, "--sponsors", "--expansions", "atlantis").code == 1
