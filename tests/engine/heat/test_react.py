"""Phase 5, Online rules: React, the driver's symbols in any order."""

from typing import Any

import pytest

from engine.heat import Adrenaline, Boost, Cool, Pass
from engine.heat.cards import Card
from engine.heat.events import Flipped, Moved
from engine.heat.moves.boost import Boosted
from engine.heat.state import Item
from engine.heat.units import Distance, Lane
from engine.heat.why_not import why_not
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, box, car, game

HOT = "heat heat heat heat 1 2 3"
LAST = (Item("adrenaline", 1, "adrenaline"), Item("cooldown", 1, "adrenaline"))


def reacting(gear: int, hand: str = HOT, **rest: Any) -> Table:
    """Seat 0 alone on the track, so that nothing but the gear gives symbols."""
    return Table(game(), car(at=14, gear=gear, hand=hand, **rest)).go("react")


def test_std_5_drivers_act_in_order_leader_first() -> None:
    table = Table(game(), car(at=10), car(at=30), car(at=20)).go("react")
    for seat in (1, 2, 0):
        assert table.asked == {seat: "react"}
        table.answer(seat, Pass())


@pytest.mark.parametrize(("gear", "most"), [(1, 3), (2, 1)])
def test_std_5_cooldown_of_the_low_gears(gear: int, most: int) -> None:
    table = reacting(gear)
    assert [choice for choice in table.choices(0) if isinstance(choice, Cool)] == [
        Cool(heat) for heat in range(1, most + 1)
    ]
    assert table.refused(0, Cool(most + 1)) == "too_little_cooldown"
    assert table.refused(0, Cool(0)) == "too_little_cooldown"


def test_std_5_no_cooldown_in_the_high_gears() -> None:
    assert reacting(3).asked == {0: "discard"}
    assert reacting(4).refused(0, Cool(1)) == "no_cooldown"


def test_std_5_cooldown_moves_heat_from_hand_to_engine() -> None:
    table = reacting(1).answer(0, Cool(2))
    assert table.cars[0].engine == 8
    assert table.cars[0].hand == ("1", "2", "3", "heat", "heat")


def test_std_5_cooldown_moves_only_heat_that_is_in_hand() -> None:
    table = reacting(1, hand="heat 1 2 3")
    assert table.choices(0) == [Cool(1), Pass()]
    assert table.refused(0, Cool(2)) == "too_little_heat"


def test_std_5_cooldown_used_in_part_is_spent() -> None:
    assert reacting(1).answer(0, Cool(1)).asked == {0: "discard"}


def test_std_5_cooldown_of_gear_cards_and_adrenaline_adds_up() -> None:
    fan = Card("fan", "upgrade", (1,), {"cooldown": 2})
    driver = car(at=14, gear=2, play="fan 1", hand=HOT, worth=(1, 1), items=LAST)
    table = Table(game(cards=box(fan)), driver).go("react")
    assert [choice for choice in table.choices(0) if isinstance(choice, Cool)] == [Cool(1), Cool(2), Cool(3), Cool(4)]
    assert table.answer(0, Cool(4)).cars[0].engine == 10


def test_std_5_boost_pays_flips_moves_and_adds_to_speed() -> None:
    table = reacting(4, play="1 1 1 1", start=12, draw="0 3 4 4").answer(0, Boost())
    assert table.of(Boosted) == [Boosted(Seat(0), heat=1, spent=Item("boost", 1, "gear"))]
    assert table.of(Flipped) == [Flipped(Seat(0), cards=("0", "3"), worth=3)]
    assert table.of(Moved) == [Moved(Seat(0), why="boost", distance=3, at=Distance(17), lane=Lane(2))]
    driver = table.cars[0]
    assert (driver.engine, driver.speed, driver.flips) == (5, 7, 1)
    assert sorted(driver.discard) == ["0", "heat"]


def test_std_5_boost_once_a_round() -> None:
    table = Table(game(), car(at=14, gear=4, items=LAST)).go("react").answer(0, Boost())
    assert table.asked == {0: "react"}
    assert table.refused(0, Boost()) == "no_boost"


@pytest.mark.parametrize("gear", [1, 2])
def test_std_5_boost_in_fourth_gear_only(gear: int) -> None:
    assert reacting(gear).refused(0, Boost()) == "no_boost"


def test_std_5_no_boost_in_third_gear() -> None:
    table = Table(game(), car(at=14, gear=3, items=LAST)).go("react")
    assert table.refused(0, Boost()) == "no_boost"


def test_std_5_boost_needs_heat_in_the_engine() -> None:
    table = Table(game(), car(at=14, gear=4, engine=0, items=LAST)).go("react")
    assert Boost() not in table.choices(0)
    assert table.refused(0, Boost()) == "engine_empty"


def test_std_5_symbols_in_any_order() -> None:
    """An empty engine cannot boost until adrenaline has cooled it."""
    table = Table(game(), car(at=14, gear=4, engine=0, hand=HOT, items=LAST, draw="2 1 1 1")).go("react")
    table.answer(0, Adrenaline()).answer(0, Cool(1)).answer(0, Boost())
    assert (table.cars[0].at, table.cars[0].speed) == (17, 3)
    other = Table(game(), car(at=14, gear=4, hand=HOT, items=LAST, draw="2 1 1 1")).go("react")
    other.answer(0, Boost()).answer(0, Cool(1)).answer(0, Adrenaline())
    assert (other.cars[0].at, other.cars[0].speed) == (17, 3)


def test_std_5_everything_is_optional() -> None:
    table = Table(game(), car(at=14, gear=4, hand=HOT, items=LAST)).go("react").answer(0, Pass())
    assert (table.cars[0].at, table.cars[0].speed, table.cars[0].engine) == (14, 0, 6)
    assert table.asked == {0: "discard"}


def test_std_5_passing_waits_for_what_must_be_used() -> None:
    """Where a pass is not among the choices, this is why."""
    table = reacting(1)
    assert why_not(table.game, table.game.tables, table.game.view(table.state, 0), Pass()).code == "mandatory_first"


def test_std_5_no_adrenaline_without_being_last() -> None:
    assert reacting(1).refused(0, Adrenaline()) == "no_adrenaline"


def test_std_5_nobody_is_asked_without_a_symbol() -> None:
    assert reacting(3).asked == {0: "discard"}
    assert reacting(4, engine=0).asked == {0: "discard"}
