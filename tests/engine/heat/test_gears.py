"""Phase 1, Online rules: shift gears, all at once and in secret."""

import pytest

from engine.heat import Gear, LeaveRace, Track
from engine.heat.events import AdrenalineGiven
from engine.heat.moves.gear import Shifted
from engine.heat.moves.leave_race import Retired
from engine.heat.moves.play import Cluttered
from engine.heat.views import View
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, track


def water() -> Track:
    """USA with space 20 under water in lane 1."""
    return track(flooded=[{"space": 20, "lane": 1}])


def shifting(
    gear: int, *, hand: str = "1 2 3 4 1 2 3", engine: int = 6, lane: int = 1, on: Track | None = None
) -> Table:
    driver = car(at=20, gear=gear, hand=hand, engine=engine, lane=lane)
    return Table(game(on=on), driver, car(at=10, gear=2), car(at=5, gear=3)).go("gears")


def gears(table: Table, seat: int = 0) -> list[int]:
    return [choice.gear for choice in table.choices(seat) if isinstance(choice, Gear)]


def shown(table: Table, seat: int | None) -> View:
    return table.game.view(table.state, seat)


def test_std_1_everybody_is_asked_at_once() -> None:
    assert shifting(1).asked == {0: "gears", 1: "gears", 2: "gears"}


def test_std_1_the_choice_is_hidden_until_all_are_in() -> None:
    table = shifting(1).answer(0, Gear(3))
    assert shown(table, 1) == shown(shifting(1).answer(0, Gear(2)), 1)
    assert shown(table, 1).cars[0].chosen
    assert shown(table, 1).cars[0].gear == 1


def test_std_1_nothing_is_applied_until_all_are_in() -> None:
    table = shifting(1).answer(0, Gear(3)).answer(1, Gear(2))
    assert (table.cars[0].gear, table.cars[0].engine) == (1, 6)
    table.answer(2, Gear(3))
    assert (table.cars[0].gear, table.cars[0].engine) == (3, 5)


@pytest.mark.parametrize(("gear", "offered"), [(1, [1, 2, 3]), (2, [1, 2, 3, 4]), (3, [1, 2, 3, 4]), (4, [2, 3, 4])])
def test_std_1_gears_one_to_four_two_away_at_most(gear: int, offered: list[int]) -> None:
    assert gears(shifting(gear)) == offered


def test_std_1_other_gears_are_refused() -> None:
    assert shifting(4).refused(0, Gear(5)) == "no_such_gear"
    assert shifting(1).refused(0, Gear(0)) == "no_such_gear"
    assert shifting(4).refused(0, Gear(1)) == "shift_too_far"


@pytest.mark.parametrize(("to", "heat"), [(1, 1), (2, 0), (3, 0), (4, 0)])
def test_std_1_one_gear_is_free_and_two_cost_one_heat(to: int, heat: int) -> None:
    table = shifting(3).answer(1, Gear(2)).answer(2, Gear(3)).answer(0, Gear(to))
    assert table.of(Shifted, 0) == [Shifted(Seat(0), gear=to, heat=heat)]
    assert table.cars[0].engine == 6 - heat
    assert table.cars[0].discard == ("heat",) * heat


def test_std_1_two_gears_up_cost_one_heat_too() -> None:
    table = shifting(2).answer(1, Gear(2)).answer(2, Gear(3)).answer(0, Gear(4))
    assert table.of(Shifted, 0) == [Shifted(Seat(0), gear=4, heat=1)]


def test_std_1_an_empty_engine_shifts_one_gear_only() -> None:
    table = shifting(3, engine=0)
    assert gears(table) == [2, 3, 4]
    assert table.refused(0, Gear(1)) == "shift_unpaid"


@pytest.mark.parametrize(("gear", "to", "heat"), [(3, 2, 1), (4, 2, 2), (3, 3, 0), (3, 4, 0), (1, 3, 1)])
def test_std_1_out_of_water_a_downshift_costs_one_more(gear: int, to: int, heat: int) -> None:
    table = shifting(gear, on=water()).answer(1, Gear(2)).answer(2, Gear(3)).answer(0, Gear(to))
    assert table.of(Shifted, 0) == [Shifted(Seat(0), gear=to, heat=heat)]


def test_std_1_water_is_on_single_spots() -> None:
    table = shifting(3, on=water(), lane=2).answer(1, Gear(2)).answer(2, Gear(3)).answer(0, Gear(2))
    assert table.of(Shifted, 0) == [Shifted(Seat(0), gear=2, heat=0)]


def test_std_1_out_of_water_a_downshift_that_cannot_be_paid_is_refused() -> None:
    assert shifting(3, engine=0, on=water()).refused(0, Gear(2)) == "shift_unpaid"
    assert shifting(4, engine=1, on=water()).refused(0, Gear(2)) == "shift_unpaid"


def test_std_1_a_gear_that_the_hand_cannot_serve_is_not_offered() -> None:
    table = shifting(2, hand="1 2 heat heat heat heat heat")
    assert gears(table) == [1, 2]
    assert table.refused(0, Gear(3)) == "gear_unserved"


def test_std_1_stress_serves_a_gear() -> None:
    assert gears(shifting(2, hand="1 stress stress heat heat heat heat")) == [1, 2, 3]


@pytest.mark.parametrize(
    ("gear", "engine", "hand", "offered"),
    [
        (4, 6, "1 heat heat heat heat heat heat", [3, 4]),
        (3, 0, "1 heat heat heat heat heat heat", [2, 3, 4]),
        (1, 6, "heat heat heat heat heat heat heat", [1, 2]),
    ],
)
def test_std_1_a_cluttered_hand_is_offered_every_free_gear(
    gear: int, engine: int, hand: str, offered: list[int]
) -> None:
    assert gears(shifting(gear, engine=engine, hand=hand)) == offered


def test_std_1_a_cluttered_hand_is_never_offered_a_paid_gear() -> None:
    assert shifting(4, hand="1 heat heat heat heat heat heat").refused(0, Gear(2)) == "gear_cluttered"


def test_std_1_a_hand_is_not_cluttered_while_a_paid_gear_serves() -> None:
    """1st gear can be reached and paid, so 2nd to 4th are not on offer though they cost nothing."""
    assert gears(shifting(3, engine=1, hand="1 heat heat heat heat heat heat")) == [1]


def test_std_1_in_water_the_lowest_gear_depends_on_the_engine() -> None:
    hand = "1 2 heat heat heat heat heat"
    assert gears(shifting(3, engine=0, hand=hand, on=water())) == [3, 4]
    assert gears(shifting(3, engine=1, hand=hand, on=water())) == [2]


def test_std_1_a_cluttered_driver_confirms_like_anybody_else() -> None:
    """Whether the hand is cluttered or not, the others see the same."""
    table = shifting(4, hand="heat heat heat heat heat heat heat")
    other = shifting(4)
    assert table.asked == other.asked
    table.answer(0, Gear(4)).answer(1, Gear(2)).answer(2, Gear(3))
    other.answer(0, Gear(4)).answer(1, Gear(2)).answer(2, Gear(3))
    assert not table.of(Cluttered)
    assert shown(table, None).cars[0].asked
    assert shown(table, None).cars[0].hand == shown(other, None).cars[0].hand


@pytest.mark.parametrize("round", [1, 2, 30])
def test_std_1_a_driver_may_retire_in_any_round(round: int) -> None:
    table = Table(game(), car(at=20), car(at=10), round=round).go("gears")
    assert LeaveRace() in table.choices(0)


def test_std_1_retiring_is_hidden_until_the_phase_closes() -> None:
    table = shifting(2).answer(0, LeaveRace())
    assert shown(table, 1) == shown(shifting(2).answer(0, Gear(1)), 1)
    assert table.cars[0].status == "racing"


def test_std_1_retiring_may_be_withdrawn() -> None:
    table = shifting(2).answer(0, LeaveRace()).withdraw(0)
    table.answer(0, Gear(2)).answer(1, Gear(2)).answer(2, Gear(3))
    assert table.cars[0].status == "racing"
    assert not table.of(Retired)


def test_std_1_who_retires_leaves_before_anything_else_is_applied() -> None:
    table = shifting(2).answer(0, Gear(1)).answer(1, Gear(2)).answer(2, LeaveRace())
    assert [type(event) for event in table.events if isinstance(event, Retired | Shifted)] == [
        Retired,
        Shifted,
        Shifted,
    ]
    assert table.asked == {0: "cards", 1: "cards"}


def test_std_1_a_retired_car_is_off_the_track() -> None:
    table = shifting(2).answer(0, LeaveRace()).answer(1, Gear(2)).answer(2, Gear(3))
    assert table.game.course.free_lane(table.cars, 20, table.cars[1]) == table.game.course.race_lane[20]
    assert table.game.view(table.state, None).cars[0].status == "retired"


def test_std_1_adrenaline_is_judged_without_the_retired_car() -> None:
    table = shifting(2).answer(0, Gear(1)).answer(1, Gear(2)).answer(2, LeaveRace())
    table.go("adrenaline")
    assert [event.seat for event in table.of(AdrenalineGiven)] == [1]
