"""Positions near the finish with few hidden cards: every way that they can lie is driven, and the estimate compared."""

from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest
from msgspec.structs import replace

from engine.heat import Choice, LeaveRace, State
from engine.heat.bots.racer import Racer
from engine.heat.review.chances import chances
from engine.heat.review.decisions import Made
from engine.heat.review.estimates import TO_THE_FINISH, compare
from engine.heat.review.following import Follower
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.review.kit import SEED

POINT = 0.01
ME = Seat(0)


def deals(state: State) -> Iterator[State]:
    """Every order in which what the driver of seat 0 does not see may lie; all are equally likely."""
    pools = [one.draw if seat == ME else (*one.hand, *one.draw) for seat, one in enumerate(state.cars)]
    for dealt in product(*(tuple(permutations(pool)) for pool in pools)):
        cars = []
        for seat, (one, pool) in enumerate(zip(state.cars, dealt, strict=True)):
            count = 0 if seat == ME else len(one.hand)
            hand = one.hand if seat == ME else tuple(sorted(pool[:count]))
            cars.append(replace(one, hand=hand, draw=pool[count:]))
        yield replace(state, cars=tuple(cars))


def exact(table: Table, choice: Choice) -> float:
    """The chance to win with a choice, over all deals, when all drive on as the bots of a review do."""
    follower = Follower(table.game, Racer(table.game))
    wins = [
        chances(table.game, follower.follow(state, table.question(ME), choice, TO_THE_FINISH).state, ME)[0]
        for state in deals(table.state)
    ]
    return sum(wins) / len(wins)


def boosting() -> Table:
    """A rival has crossed the line, three spaces ahead; only a boost can pass it, and the flip decides."""
    mine = car(at=68, start=60, gear=4, hand="heat heat 1", draw="4 1 3 2 2", play="1 2 2 3", start_lane=1)
    rival = car(at=71, lane=2, start=60, start_lane=2, gear=4, hand="1 1", play="2 3 3 3", draw="1 2")
    return Table(game(), mine, rival, laps=1, round=9, order=(0, 1)).go("react")


def planning() -> Table:
    """The last round, side by side: what the rival holds, and what Stress flips, decides."""
    mine = car(at=66, gear=2, hand="3 4 stress", draw="2 4 1")
    rival = car(at=66, lane=2, gear=2, hand="2 4", draw="1 3", engine=3)
    return Table(game(), mine, rival, laps=1, round=9).go("cards")


def shifting() -> Table:
    """The last round, and the rival is ahead: a gear more costs a Heat, and what Stress flips decides."""
    mine = car(at=67, gear=1, hand="2 stress stress", draw="2 4 1", engine=1)
    rival = car(at=68, gear=2, hand="2 4", draw="1 3", engine=2)
    return Table(game(), mine, rival, laps=1, round=9).go("gears")


@pytest.mark.parametrize("laid_out", [boosting, planning, shifting])
def test_the_chance_to_win_is_met_within_a_point(laid_out: Callable[[], Table]) -> None:
    table = laid_out()
    choices = tuple(choice for choice in table.choices(ME) if not isinstance(choice, LeaveRace))
    view = table.game.view(table.state, ME)
    made = Made(1, table.question(ME), view, table.game.legal(table.state, ME), choices[0])
    found = {one.choice: one for one in compare(Follower(table.game, Racer(table.game)), made, choices, SEED)}
    answers = {choice: exact(table, choice) for choice in found}
    assert any(0 < answer < 1 for answer in answers.values()), "there is nothing to estimate here"
    for choice, answer in answers.items():
        assert found[choice].win == pytest.approx(answer, abs=POINT)
        assert found[choice].whole == found[choice].races
