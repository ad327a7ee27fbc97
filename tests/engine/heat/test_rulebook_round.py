"""The Board rules' set-up and round: all plan together, then each car drives its whole turn."""

from collections import Counter

import pytest

from engine.heat import (
    Adrenaline,
    Boost,
    Choice,
    Cool,
    Discard,
    Entrant,
    Gear,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Setup,
    State,
    Value,
    all_tracks,
)
from engine.heat.cards import Card, CardSet, base_cards
from engine.heat.events import AdrenalineGiven, Cleared, CornerTaken, Drew, Flipped, Reshuffled
from engine.heat.masking import ChosenSeen
from engine.heat.moves.boost import Boosted
from engine.heat.moves.discard import Discarded
from engine.heat.moves.gear import Shifted
from engine.heat.moves.leave_race import Retired
from engine.heat.moves.mulligan import Mulliganed
from engine.heat.moves.play import Cluttered, Revealed
from engine.heat.units import Distance
from engine.kernel import Answer, Refusal, Seed, Withdraw, Withdrawal, derive, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, SEED, Table, car, cards, game, legend, ready, seats

HEAT = game(RULEBOOK)
JAPAN = game(RULEBOOK, all_tracks()["japan"])
ESPANA = game(RULEBOOK, all_tracks()["espana"])
FLOODED = 40
TUNNEL = 17


def begin(drivers: int = 3, seed: Seed = SEED) -> State:
    """A race on USA as it starts."""
    return fold(HEAT, HEAT.start(Setup((Entrant(),) * drivers, 2), seed))


def with_cards(*faces: Card) -> CardSet:
    """The base cards and some of our own."""
    box = base_cards()
    return CardSet((*box.cards, *faces), box.trio, box.speed_copies, box.hand)


BRAKES = game(RULEBOOK, cards=with_cards(Card("brakes", "upgrade", (1, 3)), Card("jet", "upgrade", (2,), {"plus": 2})))


# Set-up


def test_rb_2_cars_start_in_first_gear_before_the_first_lap() -> None:
    state = begin()
    assert {(car.gear, HEAT.course.lap(car.at)) for car in state.cars} == {(1, -1)}


def test_rb_2_the_grid_is_the_order_of_the_first_round() -> None:
    state = begin(12)
    spots = [(state.cars[seat].at + 69, state.cars[seat].lane) for seat in state.order]
    assert spots == [(spot.space, spot.lane) for spot in HEAT.content.track.grid]


def test_rb_2_the_first_grid_is_drawn() -> None:
    assert len({begin(6, derive(SEED, str(n))).order for n in range(20)}) > 10


def test_rb_2_a_deck_has_speed_cards_the_trio_and_the_tracks_stress() -> None:
    driver = begin().cars[0]
    deck = Counter(driver.hand + driver.draw)
    assert deck == Counter({"1": 3, "2": 3, "3": 3, "4": 3, "0": 1, "5": 1, "heat": 1, "stress": 3})


def test_rb_2_the_tracks_heat_is_in_the_engine() -> None:
    state = fold(JAPAN, JAPAN.start(Setup((Entrant(),), 2), SEED))
    assert (begin().cars[0].engine, state.cars[0].engine) == (6, 7)


def test_rb_2_upgrades_stand_in_for_the_trio() -> None:
    setup = Setup((Entrant(upgrades=("brakes", "jet", "jet")),), 2)
    stock = Counter(fold(BRAKES, BRAKES.start(setup, SEED)).cars[0].stock)
    assert (stock["brakes"], stock["jet"], stock["0"], stock["5"], stock["heat"]) == (1, 2, 0, 0, 6)


def test_rb_2_hands_are_drawn_to_seven() -> None:
    assert [len(car.hand) for car in begin().cars] == [7, 7, 7]


# A round


def test_rb_3_all_plan_at_once() -> None:
    table = Table(HEAT, car(at=20), car(at=10), car(at=5)).go("gears")
    assert table.asked == {0: "gears", 1: "gears", 2: "gears"}
    for seat in (2, 0, 1):
        table.answer(seat, Gear(1))
    assert table.asked == {0: "cards", 1: "cards", 2: "cards"}


def test_rb_3_a_car_plays_its_whole_turn_before_the_next() -> None:
    """The leader has drawn again before the next driver's cards turn over."""
    table = Table(HEAT, ready("3", at=20), ready("2", at=10)).go("reveal")
    assert table.asked == {0: "react"}
    table.answer(0, Pass())
    assert table.asked == {0: "discard"}
    table.answer(0, Discard(("1",)))
    assert [type(event) for event in table.events[1:5]] == [Discarded, Cleared, Drew, Revealed]
    assert table.asked == {1: "react"}
    assert len(table.cars[0].hand) == 7


def test_rb_3_cards_stay_hidden_until_the_drivers_own_turn() -> None:
    table = Table(HEAT, ready("3", at=20), ready("2", at=10)).go("reveal")
    seen = HEAT.view(table.state, 0).cars[1]
    assert (seen.chosen, seen.play, seen.hand) == (True, (), 4)
    table.pass_on()
    assert table.state.cars[1].discard == ("2",)


def test_rb_3_a_plan_is_seen_by_its_driver_alone() -> None:
    table = Table(HEAT, car(at=20), car(at=10)).go("gears")
    table.answer(0, Gear(3))
    views = [HEAT.see(table.events[0], seat) for seat in (0, 1, None)]
    assert views == [ChosenSeen(Seat(0), choice=Gear(3)), ChosenSeen(Seat(0)), ChosenSeen(Seat(0))]
    assert HEAT.view(table.state, 1).cars[0].gear == 1


def test_rb_3_legends_move_at_their_own_place_in_the_order() -> None:
    table = Table(HEAT, ready("1", at=20), legend(at=15), ready("1", at=10)).go("reveal")
    assert table.cars[1].at == 15
    table.pass_on("react")
    table.answer(0, Pass()).pass_on("react")
    assert table.cars[1].at > 15
    assert table.asked == {2: "react"}


def test_rb_3_the_order_of_the_next_round_is_by_distance_then_race_lane() -> None:
    """On space 15 lane 2 is the race lane."""
    cars = (ready("0", at=15, lane=1), ready("0", at=15, lane=2), ready("4", at=14))
    table = Table(HEAT, *cars).go("reveal").pass_on()
    assert table.state.order == (2, 1, 0)


# Gear and planning


@pytest.mark.parametrize(("gear", "heat"), [(4, 1), (3, 0), (2, 0), (1, 0)])
def test_rb_4_a_change_of_two_gears_costs_a_heat(gear: int, heat: int) -> None:
    table = Table(HEAT, car(at=20, gear=2)).go("gears").answer(0, Gear(gear))
    assert table.of(Shifted) == [Shifted(Seat(0), gear=gear, heat=heat)]
    assert (table.cars[0].engine, table.cars[0].discard) == (6 - heat, ("heat",) * heat)


def test_rb_4_no_change_of_three_gears() -> None:
    assert Table(HEAT, car(at=20, gear=1)).go("gears").refused(0, Gear(4)) == "shift_too_far"


def test_rb_4_a_plan_that_cannot_be_paid_is_refused() -> None:
    assert Table(HEAT, car(at=20, gear=1, engine=0)).go("gears").refused(0, Gear(3)) == "shift_unpaid"


@pytest.mark.parametrize(("gear", "heat"), [(1, 2), (2, 1), (3, 0), (4, 0)])
def test_rb_4_a_downshift_out_of_water_costs_a_heat_more(gear: int, heat: int) -> None:
    table = Table(JAPAN, car(at=FLOODED, gear=3)).go("gears").answer(0, Gear(gear))
    assert table.of(Shifted) == [Shifted(Seat(0), gear=gear, heat=heat)]


def test_rb_4_an_upshift_out_of_water_costs_nothing_extra() -> None:
    table = Table(JAPAN, car(at=FLOODED, gear=2)).go("gears").answer(0, Gear(4))
    assert table.of(Shifted) == [Shifted(Seat(0), gear=4, heat=1)]


def test_rb_4_heat_cannot_be_planned_and_stress_can() -> None:
    table = Table(HEAT, car(at=20, gear=2, hand="0 5 1 2 heat stress stress")).go("cards")
    assert table.refused(0, Play(("1", "heat"))) == "heat_unplayable"
    assert Play(("5", "stress")) in table.choices(0)
    assert Play(("0", "1")) in table.choices(0)


def test_rb_4_plans_may_be_taken_back_until_all_have_planned() -> None:
    table = Table(HEAT, car(at=20), car(at=10)).go("gears")
    table.answer(0, Gear(3))
    assert table.choices(0) == [Withdrawal()]
    table.withdraw(0).answer(0, Gear(1)).answer(1, Gear(1))
    table.answer(0, Play(("4",))).withdraw(0).answer(0, Play(("2",))).answer(1, Play(("1",)))
    assert table.of(Revealed) == [Revealed(Seat(0), cards=("2",), worth=(2,))]


def test_rb_4_a_plan_stands_once_all_have_planned() -> None:
    """The second driver waits for the leader's turn to end, and may take nothing back."""
    table = Table(HEAT, ready("2", at=20), ready("1", at=10)).go("reveal")
    answer = HEAT.decide(table.state, Withdraw(1, table.question(1)))
    assert isinstance(answer, Refusal)
    assert answer.code == "nothing_to_withdraw"
    assert table.choices(1) == []


def test_rb_4_a_cluttered_hand_plays_everything_and_pads_with_heat() -> None:
    table = Table(HEAT, car(at=20, gear=4, hand="1 heat heat heat heat heat heat")).go("gears")
    assert table.choices(0) == [Gear(3), Gear(4)]
    table.answer(0, Gear(3))
    assert table.choices(0) == [Play(("1", "heat", "heat"))]


def test_rb_4_a_cluttered_car_stays_in_first_gear_and_draws() -> None:
    down = Play(("1", "heat", "heat"))
    table = Table(HEAT, car(at=20, gear=3, hand="1 heat heat heat heat heat heat", choice=down))
    table.go("reveal")
    assert table.of(Cluttered) == [Cluttered(Seat(0), cards=down.cards)]
    driver = table.cars[0]
    assert (driver.at, driver.gear, len(driver.hand), driver.discard) == (20, 1, 7, down.cards)


def test_rb_4_a_cluttered_driver_is_asked_nothing_more() -> None:
    down = Play(("1", "heat", "heat"))
    cars = car(at=20, gear=3, hand="1 heat heat heat heat heat heat", choice=down), ready("1", at=19)
    table = Table(HEAT, *cars).go("reveal")
    assert table.asked == {1: "react"}


@pytest.mark.parametrize(
    ("gear", "engine", "playable", "cluttered"), [(4, 1, 1, True), (4, 0, 2, True), (4, 1, 2, False)]
)
def test_rb_4_cluttered_is_by_the_lowest_gear_in_reach(gear: int, engine: int, playable: int, cluttered: bool) -> None:
    hand = " ".join(["1"] * playable + ["heat"] * (7 - playable))
    table = Table(HEAT, car(at=20, gear=gear, engine=engine, hand=hand)).go("gears")
    table.answer(0, table.choices(0)[0])
    assert ("heat" in table.choices(0)[0].cards) is cluttered


# Reveal


def test_rb_5_the_gear_is_paid_before_the_cards_turn_over() -> None:
    table = Table(HEAT, car(at=20)).go("gears").answer(0, Gear(3))
    table.answer(0, Play(("1", "2", "3")))
    assert (table.cars[0].gear, table.cars[0].engine, table.cars[0].play) == (3, 5, ("1", "2", "3"))


def test_rb_5_the_turn_starts_where_the_car_stood() -> None:
    table = Table(HEAT, ready("4 4", at=70)).go("reveal")
    assert (table.cars[0].start, table.cars[0].at) == (70, 78)


def test_rb_5_a_plus_flips_to_a_basic_speed_card() -> None:
    """What is no Speed card is discarded on the way, the starting 0 and 5 too."""
    table = Table(HEAT, ready("stress", at=60, draw="0 5 heat stress 3 1")).go("reveal")
    assert table.of(Flipped) == [Flipped(Seat(0), cards=cards("0 5 heat stress 3"), worth=3)]
    driver = table.cars[0]
    assert (driver.play, driver.discard, driver.at) == (("stress", "3"), cards("0 5 heat stress"), 63)


def test_rb_5_every_plus_flips_once() -> None:
    hand = ready("jet stress", at=60, draw="4 1 2 3")
    table = Table(BRAKES, hand).go("reveal")
    assert [event.worth for event in table.of(Flipped)] == [4, 1, 2]
    assert (table.cars[0].speed, table.cars[0].flips) == (9, 3)


def test_rb_5_an_empty_pile_is_made_of_the_discards_just_flipped_too() -> None:
    table = Table(HEAT, ready("stress", at=60, draw="heat 0", discard="2 5")).go("reveal")
    assert sorted(table.of(Reshuffled)[0].pile) == ["0", "2", "5", "heat"]
    assert table.cars[0].play == ("stress", "2")


def test_rb_5_values_are_chosen_after_the_flips() -> None:
    table = Table(BRAKES, ready("brakes stress", at=60, draw="4 1 2 3")).go("reveal")
    assert table.asked == {0: "reveal"}
    assert (table.cars[0].worth, table.cars[0].at) == ((0, 0, 4), 60)
    table.answer(0, Value("brakes", 3))
    assert table.cars[0].at == 67


def test_rb_5_speed_is_the_sum_flips_included_and_may_be_0() -> None:
    assert Table(HEAT, ready("4 5 stress", at=60, draw="2 1")).go("reveal").cars[0].speed == 11
    table = Table(HEAT, ready("0", at=60)).go("reveal")
    assert (table.cars[0].speed, table.cars[0].at, table.asked) == (0, 60, {0: "react"})


# Adrenaline and the gear's cooldown


def adrenaline(*cars_at: int) -> list[Seat]:
    """Who is given adrenaline, of so many cars in this order."""
    cars = [ready("1", at=at) for at in cars_at]
    table = Table(HEAT, *cars).go("reveal")
    given = [event.seat for event in table.of(AdrenalineGiven)]
    table.pass_on()
    return given + [event.seat for event in table.of(AdrenalineGiven)]


def test_rb_7_the_last_car_has_adrenaline() -> None:
    assert adrenaline(20, 18, 16, 14) == [3]


def test_rb_7_of_five_cars_the_last_two_have_adrenaline() -> None:
    assert adrenaline(22, 20, 18, 16, 14) == [3, 4]


def test_rb_7_adrenaline_is_by_the_order_at_the_start_of_the_round() -> None:
    """The last car passes the other one, and has adrenaline still."""
    table = Table(HEAT, ready("0", at=16), ready("4", at=14)).go("reveal").pass_on()
    assert [event.seat for event in table.of(AdrenalineGiven)] == [1]
    assert table.cars[1].at == 18


def test_rb_7_adrenaline_is_speed_and_cooldown_each_for_itself() -> None:
    table = Table(HEAT, ready("1", at=20), ready("1 1 1", at=14, hand="heat heat 1 1")).go("reveal")
    table.answer(0, Pass()).answer(0, Discard(()))
    assert table.choices(1) == [Cool(1), Boost(), Adrenaline(), Pass()]
    table.answer(1, Adrenaline())
    assert (table.cars[1].speed, table.cars[1].at) == (4, 18)
    table.answer(1, Cool(1))
    assert (table.cars[1].hand.count("heat"), table.cars[1].engine) == (1, 7)
    assert table.choices(1) == [Boost(), Pass()]


def test_rb_7_unused_adrenaline_is_lost() -> None:
    table = Table(HEAT, ready("1", at=20), ready("1 1 1", at=14)).go("reveal")
    table.answer(0, Pass()).answer(0, Discard(())).answer(1, Pass())
    assert table.cars[1].items == ()


@pytest.mark.parametrize(("gear", "most"), [(1, 3), (2, 1), (3, 0), (4, 0)])
def test_rb_7_low_gears_cool(gear: int, most: int) -> None:
    down = " ".join(["0"] * gear)
    table = Table(HEAT, ready(down, at=60, hand="heat heat heat heat")).go("reveal")
    assert table.choices(0) == [*(Cool(heat) for heat in range(1, most + 1)), Boost(), Pass()]


# React


@pytest.mark.parametrize("gear", [1, 2, 3, 4])
def test_rb_8_boost_in_any_gear(gear: int) -> None:
    table = Table(HEAT, ready(" ".join(["0"] * gear), at=60, draw="heat 3 1")).go("reveal").answer(0, Boost())
    assert (table.of(Boosted)[0].heat, table.of(Flipped)[0].worth) == (1, 3)
    driver = table.cars[0]
    assert (driver.speed, driver.at, driver.engine, driver.discard) == (3, 63, 5, ("heat", "heat"))


def test_rb_8_boost_once_a_turn() -> None:
    table = Table(HEAT, ready("0", at=60)).go("reveal").answer(0, Boost())
    assert table.refused(0, Boost()) == "no_boost"


def test_rb_8_boost_costs_a_heat_that_must_be_there() -> None:
    """Cooling down first may pay for it."""
    table = Table(HEAT, ready("0", at=60, hand="heat 1", engine=0)).go("reveal")
    assert table.refused(0, Boost()) == "engine_empty"
    assert Boost() in table.answer(0, Cool(1)).choices(0)


def test_rb_8_cooldown_moves_up_to_so_much_heat_from_hand_to_engine() -> None:
    table = Table(HEAT, ready("0", at=60, hand="heat heat 1", engine=2)).go("reveal")
    assert table.choices(0) == [Cool(1), Cool(2), Boost(), Pass()]
    table.answer(0, Cool(2))
    assert (table.cars[0].hand, table.cars[0].engine) == (("1",), 4)


def test_rb_8_a_source_that_is_only_partly_used_is_spent() -> None:
    table = Table(HEAT, ready("0", at=60, hand="heat heat 1")).go("reveal").answer(0, Cool(1))
    assert table.choices(0) == [Boost(), Pass()]


def test_rb_8_the_gear_cools_before_a_card() -> None:
    box = with_cards(Card("fan", "upgrade", (2,), {"cooldown": 1}))
    table = Table(game(RULEBOOK, cards=box), ready("fan 1", at=60, hand="heat heat heat")).go("reveal")
    assert table.choices(0)[:2] == [Cool(1), Cool(2)]
    table.answer(0, Cool(1))
    assert [item.source for item in table.cars[0].items if item.kind == "cooldown"] == ["fan"]


def test_rb_8_items_in_any_order_and_none_is_a_must() -> None:
    last = ready("1", at=14, hand="heat 1 1")
    orders: list[list[Choice]] = [[Boost(), Adrenaline(), Cool(1)], [Cool(1), Adrenaline(), Boost()], []]
    for order in orders:
        table = Table(HEAT, ready("1", at=40), last).go("reveal")
        table.answer(0, Pass()).answer(0, Discard(()))
        for choice in (*order, Pass()):
            table.answer(1, choice)
        assert table.asked == {1: "discard"}


# Discard and replenish


def test_rb_11_any_cards_but_heat_and_stress_may_be_thrown_away() -> None:
    table = Table(HEAT, ready("1", at=60, hand="0 5 4 heat stress")).go("reveal").answer(0, Pass())
    assert (Discard(()) in table.choices(0), Discard(("0", "4", "5")) in table.choices(0)) == (True, True)
    assert table.refused(0, Discard(("heat",))) == "card_kept"
    assert table.refused(0, Discard(("stress",))) == "card_kept"


def test_rb_11_nothing_is_thrown_away_in_a_tunnel() -> None:
    """The place where the car ends its turn counts."""
    table = Table(ESPANA, ready("1", at=TUNNEL - 1)).go("reveal").answer(0, Pass())
    assert table.of(Cleared) == [Cleared(seats=seats(0))]
    table = Table(ESPANA, ready("1", at=23)).go("reveal").answer(0, Pass())
    assert table.asked == {0: "discard"}


def test_rb_12_cards_in_play_are_discarded_and_the_hand_filled() -> None:
    table = Table(HEAT, ready("stress 1", at=60, hand="1 2 3 4 1", draw="2 3 4 1")).go("reveal").pass_on()
    assert table.cars[0].discard == ("1", "stress", "2")
    assert table.cars[0].hand == cards("1 1 2 3 3 4 4")


def test_rb_12_a_hand_above_the_limit_draws_nothing() -> None:
    table = Table(HEAT, ready("1", at=60, hand="1 2 3 4 1 2 3 4")).go("reveal").pass_on()
    assert table.of(Drew) == []
    assert len(table.cars[0].hand) == 8


def test_rb_12_a_pile_that_runs_out_is_made_anew_on_the_way() -> None:
    """With the cards of this turn in it."""
    table = Table(HEAT, ready("5", at=60, hand="1 2 3", draw="4 4", discard="2 2")).go("reveal").pass_on()
    drawn = [event.cards for event in table.of(Drew)]
    assert (drawn[0], len(drawn[1])) == (("4", "4"), 2)
    assert sorted(table.of(Reshuffled)[0].pile) == ["2", "2", "5"]


# Retire and mulligan


def test_rb_retire_only_once_a_car_is_home() -> None:
    table = Table(HEAT, car(at=20), car(at=10)).go("gears")
    assert table.refused(0, LeaveRace()) == "retire_early"
    home = car(at=70, status="home", left=1, place=1)
    assert LeaveRace() in Table(HEAT, home, car(at=10), laps=1).go("gears").choices(1)


def test_rb_13_a_mulligan_costs_a_heat_and_deals_anew() -> None:
    race = fold(HEAT, HEAT.start(Setup((Entrant(),) * 2, 2, mulligan=True), SEED))
    question = HEAT.question(race, 0)
    step = HEAT.decide(race, Answer(0, question, Mulligan()))
    assert not isinstance(step, Refusal)
    (event,) = (event for event in step.events if isinstance(event, Mulliganed))
    driver = step.state.cars[0]
    assert (driver.engine, driver.discard, len(driver.hand)) == (5, ("heat",), 7)
    assert driver.draw == event.pile[7:]
    assert HEAT.legal(step.state, 0)[-1] == Gear(3)


def test_rb_13_a_mulligan_once_in_the_first_round_if_there_is_heat() -> None:
    for engine, round, offered in ((6, 1, True), (0, 1, False), (6, 2, False)):
        table = Table(HEAT, car(at=-1, engine=engine), round=round, mulligan=True).go("gears")
        assert (Mulligan() in table.choices(0)) is offered


def test_rb_13_a_mulligan_cancels_the_plan() -> None:
    """A driver who has planned takes the plan back first."""
    table = Table(HEAT, car(at=-1), car(at=-2), round=1, mulligan=True).go("gears").answer(0, Gear(2))
    assert table.choices(0) == [Withdrawal()]
    table.withdraw(0)
    assert table.answer(0, Mulligan()).asked == {0: "gears", 1: "gears"}


def test_rb_13_who_gives_up_leaves_before_the_round_is_driven() -> None:
    home = car(at=70, status="home", left=1, place=1)
    table = Table(HEAT, home, car(at=20), car(at=10), laps=1).go("gears")
    table.answer(1, LeaveRace()).answer(2, Gear(1))
    assert table.of(Retired) == [Retired(Seat(1))]
    assert table.asked == {2: "cards"}


def test_rb_10_every_corner_is_checked_in_the_drivers_own_turn() -> None:
    table = Table(HEAT, ready("4 4", at=10), ready("1", at=5)).go("reveal").answer(0, Pass())
    assert table.of(CornerTaken) == [CornerTaken(Seat(0), line=Distance(12), limit=7, speed=8, heat=1)]
    assert table.asked == {0: "discard"}
