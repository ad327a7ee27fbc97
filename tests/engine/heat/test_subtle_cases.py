"""Subtle cases: where tables argue, and where programs have gone wrong. Under both rule sets where both apply."""

import pytest

from engine.heat import (
    RULEBOOK,
    STANDARD,
    Adrenaline,
    Boost,
    Discard,
    Entrant,
    Gear,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Ruleset,
    Setup,
    Slipstream,
    Value,
    all_tracks,
)
from engine.heat.cards import Card, CardSet, base_cards
from engine.heat.decks import LegendCard, LegendDeck, LegendRow
from engine.heat.events import (
    AdrenalineGiven,
    Asked,
    CornerTaken,
    Drew,
    Event,
    Finished,
    Flipped,
    Moved,
    Reshuffled,
    SpunOut,
)
from engine.heat.moves.adrenaline import AdrenalineUsed
from engine.heat.moves.boost import Boosted
from engine.heat.state import Car
from engine.heat.units import Distance
from engine.kernel import Answer, Step, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, car, game, legend, ready, track

BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=lambda rules: rules.name)
ESPANA = all_tracks()["espana"]
JAPAN = all_tracks()["japan"]


def full(*spaces: int) -> tuple[Car, ...]:
    """Two cars side by side on each of these spaces; they stay."""
    return tuple(ready("0", at=at, lane=lane) for at in spaces for lane in (1, 2))


def still(at: int, lane: int = 1) -> Car:
    return ready("0", at=at, lane=lane)


def first(rules: Ruleset, *cars: Car, laps: int = 2) -> Table:
    """The cars in this order, driven as far as the first question."""
    return Table(game(rules), *cars, order=tuple(range(len(cars))), laps=laps).go("reveal")


def whole_round(rules: Ruleset, *cars: Car, laps: int = 2) -> tuple[Table, tuple[Event, ...]]:
    """A round in which no driver does more than drive, and all that happened in it."""
    table = Table(game(rules), *cars, order=tuple(range(len(cars))), laps=laps).go("reveal")
    events = table.events
    return table, events + table.pass_on().events


def upto(table: Table, seat: int, phase: str) -> Table:
    """All pass until this seat is asked in this phase."""
    while table.asked.get(seat) != phase:
        other, asked = next(iter(table.asked.items()))
        table.answer(other, Discard(()) if asked == "discard" else Pass())
    return table


def ways(table: Table, seat: int) -> list[int]:
    return [choice.distance for choice in table.choices(seat) if isinstance(choice, Slipstream)]


def gears(table: Table, seat: int) -> list[int]:
    return [choice.gear for choice in table.choices(seat) if isinstance(choice, Gear)]


# Moves


def test_rb_17_with_everything_ahead_full_a_car_keeps_its_exact_spot() -> None:
    table = first(RULEBOOK, ready("2", at=60, lane=2), *full(61, 62))
    assert (table.cars[0].at, table.cars[0].lane) == (60, 2)


def test_std_17_on_a_track_that_is_full_a_car_keeps_its_exact_spot() -> None:
    """Ten spaces, one lane, ten cars: no car can move, and none is awarded a lap."""
    ring = track(
        length=10,
        lanes=1,
        corners=[{"line": 5, "limit": 9, "legend_line": 1, "race_lane": 1}],
        grid=[{"space": 9, "lane": 1}],
        press_order=[],
        outline=[],
    )
    table = Table(game(STANDARD, ring), *(ready("3", at=at) for at in range(10))).go("reveal")
    assert [one.at for one in table.cars] == list(range(10))
    assert [(event.distance, event.at, event.lane) for event in table.of(Moved, 9)] == [(3, 9, 1)]


def test_rb_17_backing_up_across_the_start_line_awards_no_lap() -> None:
    table = first(RULEBOOK, ready("2", at=68, lane=2), *full(69, 70))
    assert (table.cars[0].at, table.cars[0].lane, table.cars[0].laps) == (68, 2, ())


def test_std_17_pushed_ahead_across_the_start_line_awards_the_lap() -> None:
    table = first(STANDARD, ready("1", at=67), *full(68))
    assert (table.cars[0].at, table.cars[0].laps) == (69, (2,))


@BOTH
def test_rb_17_speed_0_moves_nothing_but_is_a_turn_like_any_other(rules: Ruleset) -> None:
    """React, slipstream and discard still come."""
    table = Table(game(rules), ready("0", at=60, lane=2), still(61)).go("reveal")
    assert [event.seat for event in table.of(Moved)] == []
    upto(table, 0, "react").answer(0, Pass())
    upto(table, 0, "slipstream").answer(0, Slipstream(2))
    assert (table.cars[0].at, table.cars[0].speed) == (62, 0)
    assert upto(table, 0, "discard").asked[0] == "discard"


# Legends


def alone(at: int, number: int, slot: int, on: str, rules: Ruleset, laps: int = 2) -> int:
    deck = LegendDeck("test", "Test", "level", (LegendCard("c1", {"row": LegendRow(number, slot)}),))
    return Table(game(rules, all_tracks()[on], legends=deck), legend(at=at), laps=laps).go("reveal").cars[0].at


@BOTH
def test_rb_17_a_legend_on_its_legend_line_is_in_the_zone(rules: Ruleset) -> None:
    assert alone(2, 1, 0, "usa", rules) == 9


@BOTH
def test_rb_17_a_legend_on_space_0_is_a_lap_away_from_the_finish(rules: Ruleset) -> None:
    """It brakes for the corner at 12, on the final lap too."""
    assert alone(0, 20, 1, "usa", rules, laps=1) == 10


@BOTH
def test_rb_17_a_legend_stopped_before_the_second_corner_moves_just_there(rules: Ruleset) -> None:
    """Nederland: from 8 to 12, and not on by the number of some line."""
    assert alone(8, 1, 4, "nederland", rules) == 12


@BOTH
def test_rb_17_a_legend_brakes_for_no_corner_beyond_the_last_finish(rules: Ruleset) -> None:
    assert alone(60, 30, 0, "usa", rules, laps=1) == 90
    assert alone(60, 30, 0, "usa", rules, laps=2) == 80


# Adrenaline


@BOTH
def test_rb_17_cars_merely_past_the_line_this_round_shift_nobodys_rank(rules: Ruleset) -> None:
    """Two of four cross the line; still the last one alone has adrenaline."""
    cars = (ready("2", at=68), ready("3", at=67), still(40), still(38))
    _, events = whole_round(rules, *cars, laps=1)
    assert [event.seat for event in events if isinstance(event, AdrenalineGiven)] == [3]


def test_rb_17_cars_already_home_shift_everyones_rank() -> None:
    """Four cars race and one is home, which makes five: the last two have adrenaline."""
    home = car(at=70, status="home", place=1, left=1)
    table = Table(game(RULEBOOK), *(still(40 - 2 * n) for n in range(4)), home, laps=1).go("reveal")
    events = table.events + table.pass_on().events
    assert [event.seat for event in events if isinstance(event, AdrenalineGiven)] == [2, 3]


@BOTH
@pytest.mark.parametrize(("count", "given"), [(2, [1]), (4, [3]), (5, [3, 4]), (6, [4, 5])])
def test_rb_17_four_cars_have_one_with_adrenaline_and_five_two(rules: Ruleset, count: int, given: list[int]) -> None:
    _, events = whole_round(rules, *(still(40 - 2 * n) for n in range(count)))
    assert [event.seat for event in events if isinstance(event, AdrenalineGiven)] == given


# Corners


@BOTH
def test_rb_17_a_spin_out_into_a_tunnel_blocks_the_discard(rules: Ruleset) -> None:
    """Espana: at the line of 65 (limit 5) the car is sent back into the tunnel, which it had left."""
    table = Table(game(rules, ESPANA), ready("5 4 4", at=60, engine=0), laps=1).go("reveal")
    events = table.events + table.pass_on().events
    assert [event.at for event in events if isinstance(event, SpunOut)] == [64]
    assert not any(event.phase == "discard" for event in events if isinstance(event, Asked))


@BOTH
def test_rb_17_a_slipstream_into_a_tunnel_blocks_the_discard(rules: Ruleset) -> None:
    table = Table(game(rules, ESPANA), ready("1", at=13), still(15), laps=1, order=(0, 1)).go("reveal")
    upto(table, 0, "slipstream").answer(0, Slipstream(2))
    events = table.events + table.pass_on().events
    assert not any(0 in event.seats for event in events if isinstance(event, Asked) and event.phase == "discard")


@BOTH
@pytest.mark.parametrize(("down", "stress"), [("5", 1), ("5 4", 1), ("5 4 0", 2), ("5 4 0 0", 2)])
def test_rb_17_the_stress_of_a_spin_out_is_by_the_gear_before(rules: Ruleset, down: str, stress: int) -> None:
    table, events = whole_round(rules, ready(down, at=31, engine=0, draw="4 4 4 4"))
    (spin,) = (event for event in events if isinstance(event, SpunOut))
    assert (spin.stress, table.cars[0].gear, table.cars[0].stock.count("stress")) == (stress, 1, stress)


@BOTH
def test_rb_17_a_spin_out_takes_a_lap_and_a_finish_back(rules: Ruleset) -> None:
    """From 55 over the line of 57 and the last finish, and back to 56: no final round, and a full hand again."""
    table, events = whole_round(rules, ready("5 4 4 4", at=55, engine=5), still(30), laps=1)
    (spin,) = (event for event in events if isinstance(event, SpunOut))
    assert (spin.at, table.cars[0].laps, table.cars[0].status) == (56, (), "racing")
    assert (table.state.ended, table.state.round) == ("", 3)
    assert len(table.cars[0].hand) == 7
    assert any(event.seat == 0 for event in events if isinstance(event, Drew))


@BOTH
def test_rb_17_two_corners_in_one_move_pay_the_first_and_spin_at_the_second(rules: Ruleset) -> None:
    _, events = whole_round(rules, ready("4 4 4", at=46, engine=10))
    checks = [event for event in events if isinstance(event, CornerTaken | SpunOut)]
    assert [(type(event), event.line, event.heat) for event in checks] == [(CornerTaken, 49, 9), (SpunOut, 57, 1)]


@BOTH
def test_rb_17_two_corners_in_one_move_spin_at_the_first_and_ignore_the_second(rules: Ruleset) -> None:
    table, events = whole_round(rules, ready("4 4 4", at=46, engine=8))
    checks = [event for event in events if isinstance(event, CornerTaken | SpunOut)]
    assert [(type(event), event.line) for event in checks] == [(SpunOut, 49)]
    assert table.cars[0].at == 48


@BOTH
def test_rb_17_slipstream_through_a_corner_adds_it_at_the_final_speed(rules: Ruleset) -> None:
    table = first(rules, ready("5 4", at=2), still(11, 2))
    upto(table, 0, "slipstream").answer(0, Slipstream(2))
    events = table.events + table.pass_on().events
    assert table.cars[0].at == 13
    assert [event for event in events if isinstance(event, CornerTaken)] == [
        CornerTaken(Seat(0), line=Distance(12), limit=7, speed=9, heat=2)
    ]


# Slipstream


@BOTH
def test_rb_17_a_car_that_crossed_the_finish_this_round_is_a_partner(rules: Ruleset) -> None:
    """It stands in the next space, a lap ahead."""
    table = first(rules, ready("3", at=136), ready("1", at=69), laps=2)
    upto(table, 1, "slipstream").answer(1, Slipstream(2))
    assert (table.cars[0].at, table.cars[1].at) == (139, 72)


def test_rb_17_slipstream_blocked_to_0_is_not_offered_but_to_1_is() -> None:
    to_0 = first(RULEBOOK, ready("1", at=59), *full(61, 62)).answer(0, Pass())
    to_1 = first(RULEBOOK, ready("1", at=59), *full(62), still(61)).answer(0, Pass())
    assert (to_0.asked, ways(to_1, 0)) == ({0: "discard"}, [2])
    assert to_1.answer(0, Slipstream(2)).cars[0].at == 61


def test_std_17_slipstream_that_is_blocked_is_pushed_ahead() -> None:
    """Two full spaces, and the car comes to rest behind neither."""
    table = first(STANDARD, ready("1", at=59), *full(61, 62))
    assert ways(upto(table, 0, "slipstream"), 0) == [2]
    assert table.answer(0, Slipstream(2)).cars[0].at == 63


def test_std_17_slipstream_pushed_onto_the_last_finish_is_not_offered() -> None:
    """Space 67 is short of the line, 68 as well, but both are full."""
    table = first(STANDARD, ready("1", at=64), still(66), *full(67, 68), laps=1)
    seen = table.events + table.pass_on("slipstream").events
    assert not any(0 in event.seats for event in seen if isinstance(event, Asked) and event.phase == "slipstream")


# Cards

VALUES = (
    Card("brakes", "upgrade", (1, 3)),
    Card("wings", "upgrade", (2, 4)),
)


def shop(rules: Ruleset) -> CardSet:
    box = base_cards()
    return CardSet((*box.cards, *VALUES), box.trio, box.speed_copies, box.hand)


@BOTH
def test_rb_17_brakes_are_chosen_after_the_flips(rules: Ruleset) -> None:
    table = Table(game(rules, cards=shop(rules)), ready("brakes stress", at=60, draw="4 1 1 1")).go("reveal")
    assert ([event.worth for event in table.of(Flipped)], table.asked, table.cars[0].at) == ([4], {0: "reveal"}, 60)
    assert table.choices(0) == [Value("brakes", 1), Value("brakes", 3)]


@BOTH
@pytest.mark.parametrize(("brakes", "wings"), [(1, 4), (3, 2)])
def test_rb_17_two_cards_with_values_reach_the_same_total_in_two_ways(rules: Ruleset, brakes: int, wings: int) -> None:
    table = Table(game(rules, cards=shop(rules)), ready("wings brakes", at=60)).go("reveal")
    table.answer(0, Value("brakes", brakes)).answer(0, Value("wings", wings))
    assert (table.cars[0].speed, table.cars[0].worth, table.cars[0].at) == (5, (brakes, wings), 65)


@BOTH
def test_rb_17_a_mulligan_is_there_in_every_race_and_shuffles(rules: Ruleset) -> None:
    """A new race knows nothing of the one before."""
    heat = game(rules)
    for _ in range(2):
        state = fold(heat, heat.start(Setup((Entrant(), Entrant()), 2, mulligan=True), SEED))
        step = heat.decide(state, Answer(0, heat.question(state, 0), Mulligan()))
        assert isinstance(step, Step)
        before, after = state.cars[0], step.state.cars[0]
        assert (after.mulliganed, after.draw != before.draw, after.hand != before.hand) == (True, True, True)
        assert sorted(after.hand + after.draw) == sorted(before.hand + before.draw)


# Places


@BOTH
def test_rb_17_places_beyond_the_sixth_are_told_apart(rules: Ruleset) -> None:
    cars = [ready("4", at=68 - n // 2, lane=1 + n % 2) for n in range(8)]
    table, events = whole_round(rules, *cars, laps=1)
    (end,) = (event for event in events if isinstance(event, Finished))
    assert sorted(end.ranking) == list(range(8))
    distances = [(table.cars[seat].at, -table.cars[seat].lane) for seat in end.ranking]
    assert distances == sorted(distances, reverse=True)


def test_rb_17_the_last_place_is_filled_from_the_back_by_quitting() -> None:
    home = car(at=70, status="home", place=1, left=1)
    cars = [car(at=at, gear=2) for at in (50, 40, 30)]
    table = Table(game(RULEBOOK), home, *cars, laps=1).go("gears")
    table.answer(1, LeaveRace()).answer(2, Gear(1)).answer(3, Gear(1))
    assert table.game.view(table.state, None).ranking == (0, 2, 3, 1)


def test_std_17_quitting_takes_the_last_place_in_any_round() -> None:
    table = Table(game(STANDARD), *(car(at=at) for at in (50, 40, 30))).go("gears")
    table.answer(0, LeaveRace()).answer(1, Gear(1)).answer(2, Gear(1))
    assert table.game.view(table.state, None).ranking == (1, 2, 0)


# Cluttered hands


@BOTH
def test_rb_17_cluttered_in_water_with_an_empty_engine_no_downshift(rules: Ruleset) -> None:
    """Japan, space 40: the same gear or an upshift; two gears up cost Heat too."""
    hand = "1 heat heat heat heat heat heat"
    table = Table(game(rules, JAPAN), car(at=40, gear=2, engine=0, hand=hand)).go("gears")
    assert gears(table, 0) == [2, 3]
    assert (table.refused(0, Gear(1)), table.refused(0, Gear(4))) == ("shift_unpaid", "shift_unpaid")


@BOTH
def test_reading_14_a_cluttered_driver_has_every_free_gear_and_no_paid_one(rules: Ruleset) -> None:
    hand = "1 heat heat heat heat heat heat"
    table = Table(game(rules), car(at=40, gear=4, engine=3, hand=hand)).go("gears")
    assert gears(table, 0) == [3, 4]
    assert table.refused(0, Gear(2)) == "gear_cluttered"
    table.answer(0, Gear(3)).answer(0, Play(("1", "heat", "heat")))
    assert (table.cars[0].gear, table.cars[0].at, table.cars[0].engine) == (1, 40, 3)


# Readings


@BOTH
def test_reading_2_a_blocked_car_may_take_the_speed_of_adrenaline(rules: Ruleset) -> None:
    """By the Board rules it stays, and counts 1 more at a corner."""
    table = first(rules, *full(41), ready("1", at=40, lane=2))
    upto(table, 2, "react").answer(2, Adrenaline())
    assert [event.worth for event in table.of(AdrenalineUsed)] == [1]
    assert table.cars[2].speed == 2
    assert (table.cars[2].at, table.cars[2].lane) == ((40, 2) if rules is RULEBOOK else (43, 2))


@BOTH
@pytest.mark.parametrize(("gone", "given"), [(1, [2]), (2, [1])])
def test_reading_9_cars_that_retired_do_not_count_for_adrenaline(rules: Ruleset, gone: int, given: list[int]) -> None:
    """If four start and one gives up, the last of the others has it; of five the last one only."""
    cars = [still(40 - 2 * n) for n in range(4 - gone)]
    retired = [car(at=50 + n, status="retired", left=1) for n in range(gone)]
    table = Table(game(rules), *cars, *retired).go("reveal")
    events = table.events + table.pass_on().events
    assert [event.seat for event in events if isinstance(event, AdrenalineGiven)] == given


@BOTH
def test_reading_11_a_flip_with_no_speed_card_anywhere_counts_0(rules: Ruleset) -> None:
    table = Table(game(rules), ready("stress", at=60, draw="0 5", discard="heat")).go("reveal")
    assert (table.cars[0].speed, table.cars[0].at) == (0, 60)
    assert ([event.worth for event in table.of(Flipped)], table.of(Reshuffled)) == ([0], [])


def test_reading_11_a_boost_with_no_speed_card_anywhere_costs_its_heat() -> None:
    table = Table(game(RULEBOOK), ready("stress 1", at=60, draw="0 5", discard="heat")).go("reveal")
    table.answer(0, Boost())
    assert ([event.heat for event in table.of(Boosted)], table.cars[0].speed, table.cars[0].at) == ([1], 1, 61)


@BOTH
def test_reading_12_who_retires_is_behind_everybody_else(rules: Ruleset) -> None:
    """However far, and however late."""
    home = car(at=70, status="home", place=1, left=1)
    far = car(at=68, status="retired", left=9)
    state = Table(game(rules), far, home, car(at=3), laps=1).state
    assert game(rules).view(state, None).ranking == (1, 2, 0)
