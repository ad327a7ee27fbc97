"""The model of chances: its arithmetic, and what any position must have."""

from collections.abc import Sequence
from itertools import permutations
from math import exp

import pytest

from engine.heat import RULEBOOK, STANDARD, Content, Entrant, Heat, Ruleset, Setup, all_tracks
from engine.heat.bots.bot import Bot
from engine.heat.race import Race
from engine.heat.review.chances import chances, expected, places_among
from engine.heat.review.features import FEATURES, standing
from engine.heat.simulation import answer, bots
from engine.heat.state import Car
from engine.kernel import derive
from engine.kernel.seats import Seat, all_seats
from tests.engine.heat.kit import Table, car, game, legend
from tests.engine.heat.review.kit import SEED

DRIVERS = ["cautious"] * 6
SETUP = Setup((Entrant(),) * len(DRIVERS), 1)
RACES = 54
FIVE_POINTS = 0.05


def plackett_luce(mine: float, rivals: list[float]) -> tuple[float, ...]:
    """The chance of each place, by drawing who comes home first, then who of the rest, and so on."""
    scores = [mine, *rivals]
    found = [0.0] * len(scores)
    for order in permutations(range(len(scores))):
        chance, left = 1.0, set(order)
        for one in order:
            chance *= exp(-scores[one]) / sum(exp(-scores[other]) for other in left)
            left.remove(one)
        found[order.index(0)] += chance
    return tuple(found)


@pytest.mark.parametrize(
    ("mine", "rivals"), [(0.0, [0.0]), (0.4, [0.0, 1.0, -0.5]), (3.0, [0.0, 0.2, 4.0, 1.0, 2.5]), (-2.0, [1.0, 3.0])]
)
def test_places_are_those_of_plackett_and_luce(mine: float, rivals: list[float]) -> None:
    assert places_among(mine, rivals) == pytest.approx(plackett_luce(mine, rivals), abs=0.005)


def test_the_chances_of_all_cars_for_a_place_add_up() -> None:
    table = Table(game(), car(at=40, gear=3), car(at=37, engine=2), car(at=20), legend(at=44))
    by_seat = [chances(table.game, table.state, Seat(seat)) for seat in range(4)]
    for place in range(4):
        assert sum(one[place] for one in by_seat) == pytest.approx(1, abs=0.01)
    assert all(sum(one) == pytest.approx(1) for one in by_seat)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (car(at=60), car(at=50)),
        (car(at=60, engine=6), car(at=60, lane=2, engine=0, discard="heat heat heat heat heat heat")),
    ],
)
def test_what_is_better_for_a_driver_has_the_better_chances(better: Car, worse: Car) -> None:
    table = Table(game(), better, worse)
    first, second = (chances(table.game, table.state, Seat(seat)) for seat in range(2))
    assert expected(first) < expected(second)


def test_who_is_home_or_out_has_a_certain_place() -> None:
    home = car(at=140, status="home", place=1, left=9, laps=(4, 9))
    out = car(at=30, status="retired", left=3)
    table = Table(game(RULEBOOK), car(at=100), home, out, car(at=90))
    assert chances(table.game, table.state, Seat(1)) == (1, 0, 0, 0)
    assert chances(table.game, table.state, Seat(2)) == (0, 0, 0, 1)
    among = chances(table.game, table.state, Seat(0))
    assert among[0] == among[3] == 0
    assert among[1] > 0.5


def test_every_feature_has_a_number_for_every_car() -> None:
    table = Table(game(), car(at=40), legend(at=44))
    position = standing(table.game, table.state)
    assert position.seats == (0, 1)
    assert all(len(row) == len(FEATURES) for row in position.features)


@pytest.mark.parametrize("rules", [STANDARD, pytest.param(RULEBOOK, marks=pytest.mark.soak)], ids=lambda one: one.name)
def test_what_the_model_says_comes_true(rules: Ruleset) -> None:
    """At the start of each round of races between bots that the model was not made from."""
    found: list[tuple[float, bool]] = []
    for number in range(RACES):
        race = Race(Heat(Content(track=all_tracks()["italia"], rules=rules)), SETUP, derive(SEED, str(number)))
        hopes = at_each_round(race, bots(race.game, DRIVERS))
        places = race.game.places(race.game.view(race.state, None))
        found += [(hope, places[seat] == 1) for hopes_of_round in hopes for seat, hope in enumerate(hopes_of_round)]
    found.sort()
    half = len(found) // 2
    assert half >= 1000
    for some in (found[:half], found[half:]):
        hope, share = sum(one for one, _ in some) / len(some), sum(won for _, won in some) / len(some)
        assert share == pytest.approx(hope, abs=FIVE_POINTS)


def at_each_round(race: Race, seats: Sequence[Bot | None]) -> list[list[float]]:
    """Drive a race; each seat's chance to win whenever a round has begun."""
    hopes: list[list[float]] = []
    while waiting := race.game.awaiting(race.state):
        if race.state.round > len(hopes):
            hopes.append([chances(race.game, race.state, seat)[0] for seat in all_seats(len(seats))])
        answer(race, seats[waiting[0].seat], waiting[0])
    return hopes
