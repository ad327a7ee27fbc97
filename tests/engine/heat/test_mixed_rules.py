"""Rule sets that mix any fields run to the flag, with random drivers and Legends."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Entrant, Heat, LeaveRace, Mulligan, Ruleset, Setup, Stage, State, all_tracks
from engine.heat.content import rules_faults
from engine.heat.decks import all_decks
from engine.heat.rules import BY_DRIVER, BY_PHASE
from engine.kernel import StandIn, Step, command_for, derive, draw, fold, pick
from tests.engine.heat.kit import SEED, game

IN_GROUPS = (
    Stage(("gears",), together=True),
    Stage(("cards",), together=True),
    Stage(("reveal", "adrenaline")),
    Stage(("react", "slipstream")),
    Stage(("corners",)),
    Stage(("discard",), together=True),
    Stage(("replenish",), together=True),
)
ONE_AFTER_THE_OTHER = (
    Stage(("gears",)),
    Stage(("cards",)),
    *(Stage(stage.phases, together=stage.together) for stage in BY_PHASE[2:7]),
    Stage(("discard", "replenish")),
)

MIXES: dict[str, Ruleset] = {
    "standard": STANDARD,
    "rulebook": RULEBOOK,
    "standard_by_driver": replace(STANDARD, schedule=BY_DRIVER),
    "rulebook_by_phase": replace(RULEBOOK, schedule=BY_PHASE),
    "standard_all_home": replace(STANDARD, race_end="all_home", retire="once_a_car_is_home"),
    "rulebook_final_round": replace(RULEBOOK, race_end="final_round", retire="any_round"),
    "standard_sent_back": replace(STANDARD, blocked_space="back", boost_gears=(1, 2)),
    "rulebook_pushed_ahead": replace(RULEBOOK, blocked_space="ahead", slipstream_reach=5),
    "no_boost_in_groups": replace(RULEBOOK, schedule=IN_GROUPS, boost_gears=()),
    "groups_pushed_ahead": replace(STANDARD, schedule=IN_GROUPS, slipstream_reach=1, race_end="all_home"),
    "one_after_the_other": replace(STANDARD, schedule=ONE_AFTER_THE_OTHER, boost_gears=(1, 2, 3, 4)),
    "one_after_the_other_all_home": replace(RULEBOOK, schedule=ONE_AFTER_THE_OTHER, race_end="all_home"),
}

SIX = Setup((*[Entrant()] * 4, Entrant("easy"), Entrant("hard")), 1, mulligan=True, aggressive=True, legend_bonus=2)


def race(heat: Heat, setup: Setup, seed: str, watch: Callable[[State], Any]) -> State:
    """A race of random drivers; now and then one of them has a stand-in, and hardly ever one gives up."""
    chance = derive(SEED, seed)
    state = fold(heat, heat.start(setup, chance))
    for n in range(10_000):
        if state.ended:
            return state
        watch(state)
        questions = heat.awaiting(state)
        assert questions, "somebody must act until the flag"
        question = questions[pick(draw(chance, 90, n), len(questions))]
        choices = heat.legal(state, question.seat)
        choice = choices[pick(draw(chance, 91, n), len(choices))]
        if isinstance(choice, LeaveRace) and draw(chance, 93, n) % 30:
            choice = choices[0]
        away = draw(chance, 92, n) % 20 == 0
        step = heat.decide(state, StandIn(question) if away else command_for(question, choice))
        assert isinstance(step, Step), step
        assert fold(heat, step.events, state) == step.state
        state = step.state
    raise AssertionError("no race is so long")


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("rules", MIXES.values(), ids=MIXES)
def test_rules_that_mix_any_fields_run_to_the_flag(rules: Ruleset, seed: str) -> None:
    """Without a broken invariant after any command."""
    heat = game(rules)
    assert rules_faults(rules) == ()
    last = race(heat, SIX, seed, lambda state: _sound(heat, state))
    _sound(heat, last)
    assert heat.awaiting(last) == ()
    assert sorted(heat.view(last, None).ranking) == list(range(6))


def _sound(heat: Heat, state: State) -> None:
    assert heat.problems(state) == ()
    assert heat.decode(heat.encode(state)) == state


@pytest.mark.parametrize("name", ["nederland", "espana", "japan"])
@pytest.mark.parametrize("rules", [MIXES["standard_by_driver"], MIXES["groups_pushed_ahead"]], ids=["driver", "groups"])
def test_rules_that_mix_run_on_tracks_with_chicanes_water_and_tunnels(rules: Ruleset, name: str) -> None:
    heat = game(rules, all_tracks()[name])
    assert race(heat, SIX, name, lambda state: _sound(heat, state)).ended


@pytest.mark.parametrize("cars", [1, 2, 12])
def test_rules_that_mix_run_with_any_number_of_cars(cars: int) -> None:
    heat = game(MIXES["rulebook_by_phase"])
    assert race(heat, Setup((Entrant(),) * cars, 1), str(cars), lambda state: _sound(heat, state)).ended


def test_rules_that_mix_run_with_helmets() -> None:
    heat = game(MIXES["standard_all_home"], legends=all_decks()["helmets"])
    setup = Setup((Entrant(), Entrant("black"), Entrant("yellow")), 1)
    assert race(heat, setup, "helmets", lambda state: _sound(heat, state)).ended


def test_rules_by_driver_with_a_final_round_end_it_for_all_behind() -> None:
    """Once a car is over the line, a driver who comes after it is asked for no discard and draws nothing."""
    heat = game(MIXES["standard_by_driver"])

    def watch(state: State) -> None:
        if state.phase == "discard":
            assert not any(car.at >= 69 and car.status == "racing" for car in state.cars)

    last = race(heat, SIX, "final", watch)
    assert any(car.at >= 69 for car in last.cars)


def test_rules_by_phase_with_all_home_end_it_for_the_car_that_is_home_alone() -> None:
    heat = game(MIXES["rulebook_by_phase"])
    asked_with_others_over: list[int] = []

    def watch(state: State) -> None:
        if state.phase == "discard":
            over = [seat for seat, car in enumerate(state.cars) if car.at >= 69 and car.status == "racing"]
            assert not any(state.cars[seat].asked for seat in over)
            asked_with_others_over.extend(over)

    race(heat, SIX, "home", watch)
    assert asked_with_others_over


def test_rules_may_plan_one_after_the_other() -> None:
    """A schedule may make even the planning a matter of turns; then nothing can be taken back."""
    heat = game(MIXES["one_after_the_other"])
    state = fold(heat, heat.start(Setup((Entrant(),) * 3, 1, mulligan=True), SEED))
    (question,) = heat.awaiting(state)
    assert question.seat == state.order[0]
    choice = next(choice for choice in heat.legal(state, question.seat) if choice != Mulligan())
    step = heat.decide(state, command_for(question, choice))
    assert isinstance(step, Step)
    assert len(heat.legal(step.state, question.seat)) == 0
