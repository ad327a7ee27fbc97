"""Phase 3, Online rules: cards turn over, + flips, values are chosen, the car moves."""

from msgspec.structs import replace

from engine.heat import Value
from engine.heat.cards import Card
from engine.heat.events import AdrenalineGiven, Flipped, LegendCardTurned, Moved, Reshuffled
from engine.heat.moves.gear import Shifted
from engine.heat.moves.play import Cluttered, Revealed
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, box, car, game, legend, levels, ready

BRAKES = Card("brakes", "upgrade", (1, 3))
GRIP = Card("grip", "upgrade", (2, 4))
CLUTTER = "1 heat heat heat"


def cluttered_race(**rest: int) -> Table:
    """Seat 0 in 4th gear with one card to play; seat 1 two spaces behind; seat 2 last."""
    lost = ready(CLUTTER, at=20, hand="heat heat heat", gear=4)
    return Table(game(), lost, ready("1 1", at=18), ready("1", at=5)).go("reveal")


def test_std_3_drivers_act_in_order_leader_first() -> None:
    table = Table(game(), ready("1", at=10), ready("2", at=30), ready("3", at=20)).go("reveal")
    assert [event.seat for event in table.of(Moved)] == [1, 2, 0]


def test_std_3_everybody_moves_before_anybody_reacts() -> None:
    table = Table(game(), ready("1", at=10), ready("2", at=30)).go("reveal")
    assert table.asked == {1: "react"}
    assert [event.seat for event in table.of(Moved)] == [1, 0]


def test_std_3_speed_is_the_sum_and_the_car_moves_that_far() -> None:
    table = Table(game(), ready("1 2 5", at=13), car(at=5, choice=ready("1", at=5).choice)).go("reveal")
    assert table.of(Moved, 0) == [Moved(Seat(0), why="cards", distance=8, at=Distance(21), lane=Lane(2))]
    assert table.cars[0].speed == 8


def test_std_3_a_plus_flips_until_a_speed_card_shows() -> None:
    table = Table(game(), ready("stress 1", at=13, draw="0 5 heat 3 4 1")).go("reveal")
    (flip,) = table.of(Flipped)
    assert flip == Flipped(Seat(0), cards=("0", "5", "heat", "3"), worth=3)
    driver = table.cars[0]
    assert (driver.speed, driver.at) == (4, 17)
    assert driver.discard == ("0", "5", "heat")
    assert driver.play == ("1", "stress", "3")
    assert driver.draw == ("4", "1")


def test_std_3_each_plus_flips_once() -> None:
    table = Table(game(), ready("stress stress", at=13, draw="2 stress 4 1")).go("reveal")
    assert [event.worth for event in table.of(Flipped)] == [2, 4]
    assert table.cars[0].speed == 6


def test_std_3_a_flipped_stress_is_thrown_away_and_flips_nothing() -> None:
    table = Table(game(), ready("stress 1", at=13, draw="stress 2 4 1")).go("reveal")
    assert table.cars[0].flips == 1
    assert table.cars[0].discard == ("stress",)


def test_std_3_a_flip_goes_on_in_the_shuffled_discard_pile() -> None:
    table = Table(game(), ready("stress 1", at=13, draw="0 heat", discard="2 5")).go("reveal")
    assert table.of(Flipped)[0] == Flipped(Seat(0), cards=("0", "heat"))
    assert sorted(table.of(Reshuffled)[0].pile) == ["0", "2", "5", "heat"]
    assert table.cars[0].speed == 3


def test_reading_a_flip_with_no_speed_card_left_counts_zero() -> None:
    """Whatever was turned is thrown away all the same."""
    table = Table(game(), ready("stress 1", at=13, draw="0 heat", discard="5")).go("reveal")
    assert table.of(Flipped) == [Flipped(Seat(0), cards=("0", "heat"), worth=0)]
    assert (table.cars[0].speed, table.cars[0].at) == (1, 14)
    assert table.cars[0].discard == ("5", "0", "heat")


def test_std_3_values_are_asked_for_after_the_flips() -> None:
    table = Table(game(cards=box(BRAKES)), ready("brakes stress", at=13, draw="4 1 1 1")).go("reveal")
    assert table.asked == {0: "reveal"}
    assert table.of(Flipped, 0) == [Flipped(Seat(0), cards=("4",), worth=4)]
    assert not table.of(Moved)
    assert table.choices(0) == [Value("brakes", 1), Value("brakes", 3)]
    table.answer(0, Value("brakes", 3))
    assert (table.cars[0].speed, table.cars[0].at) == (7, 20)


def test_std_3_only_a_value_of_the_card_can_be_chosen() -> None:
    table = Table(game(cards=box(BRAKES)), ready("brakes", at=13)).go("reveal")
    assert table.refused(0, Value("brakes", 2)) == "no_such_value"
    assert table.refused(0, Value("1", 1)) == "no_such_value"


def test_std_3_several_values_are_chosen_in_card_order() -> None:
    table = Table(game(cards=box(BRAKES, GRIP)), ready("grip brakes", at=13)).go("reveal")
    assert table.refused(0, Value("grip", 4)) == "other_value_first"
    table.answer(0, Value("brakes", 1)).answer(0, Value("grip", 4))
    assert table.cars[0].speed == 5


def test_std_3_speed_zero_stays_where_it_is() -> None:
    table = Table(game(), ready("0", at=13, lane=1)).go("reveal")
    assert not table.of(Moved)
    assert (table.cars[0].at, table.cars[0].lane) == (13, 1)


def test_std_3_a_cluttered_hand_is_shown_and_does_not_move() -> None:
    table = cluttered_race()
    assert table.of(Cluttered) == [Cluttered(Seat(0), cards=("1", "heat", "heat", "heat"))]
    assert not table.of(Revealed, 0)
    assert not table.of(Moved, 0)
    assert (table.cars[0].at, table.cars[0].gear) == (20, 1)


def test_std_3_a_cluttered_driver_takes_no_part_until_phase_9() -> None:
    table = cluttered_race()
    while table.state.round == 2:
        (seat,) = list(table.asked)[:1]
        assert seat != 0, table.asked
        table.stand_in(seat)
    assert len(table.cars[0].hand) == 7
    assert table.cars[0].play == ()


def test_std_3_a_cluttered_driver_keeps_the_place_in_the_order() -> None:
    assert cluttered_race().state.order == (0, 1, 2)


def test_std_3_a_cluttered_car_blocks() -> None:
    lost = ready(CLUTTER, at=20, lane=2, hand="heat heat heat", gear=4)
    table = Table(game(), lost, car(at=20, lane=1, choice=lost.choice, hand=CLUTTER, gear=4), ready("2", at=18))
    assert table.go("reveal").cars[2].at == 21


def test_std_3_a_cluttered_car_gives_slipstream() -> None:
    table = cluttered_race().go("slipstream")
    assert table.asked == {1: "slipstream"}


def test_std_3_a_cluttered_driver_still_occupies_the_adrenaline_place() -> None:
    lost = ready(CLUTTER, at=5, hand="heat heat heat", gear=4)
    table = Table(game(), ready("1", at=20), ready("1", at=15), lost).go("reveal")
    assert table.of(Cluttered)
    assert not table.of(AdrenalineGiven)


def test_std_3_a_cluttered_hand_is_known_only_here() -> None:
    """Gear and cards were confirmed before, and told no other driver."""
    table = Table(game(), car(at=20, gear=4, hand="1 heat heat heat heat heat heat"), car(at=10)).go("gears")
    table.stand_in(0).stand_in(1)
    assert table.of(Shifted, 0)[0].gear == 4
    table.stand_in(0)
    assert not table.of(Cluttered)
    table.stand_in(1)
    assert table.of(Cluttered)


def legends_race() -> Table:
    """A driver in front, one between two Legends, no car near another."""
    cars = (ready("1", at=58), legend(at=35), ready("1", at=20), legend(at=13))
    return Table(game(legends=levels()), *cars, rows={1: "easy", 3: "medium"}, legends="s01 s02")


def test_std_3_legends_move_here_at_their_place_in_the_order() -> None:
    table = legends_race().go("reveal")
    assert table.of(Moved) == [
        Moved(Seat(0), why="cards", distance=1, at=Distance(59), lane=Lane(1)),
        Moved(Seat(1), why="legend", distance=5, at=Distance(40), lane=Lane(2)),
        Moved(Seat(2), why="cards", distance=1, at=Distance(21), lane=Lane(2)),
        Moved(Seat(3), why="legend", distance=13, at=Distance(26), lane=Lane(2)),
    ]


def test_std_3_the_legend_card_is_turned_when_the_first_of_them_moves() -> None:
    table = legends_race().go("reveal")
    kinds = [type(event) for event in table.events if isinstance(event, Moved | LegendCardTurned)]
    assert kinds == [Moved, LegendCardTurned, Moved, Moved, Moved]
    assert table.state.legend_card == "s01"


def test_std_3_each_round_turns_another_legend_card() -> None:
    table = legends_race().go("reveal")
    while table.state.round == 2 or table.asked.get(0) != "react":
        table.stand_in(next(iter(table.asked)))
    assert table.state.legend_card == "s02"
    assert table.state.legend_used == ("s01", "s02")


def test_std_3_when_all_legend_cards_are_used_they_are_shuffled_again() -> None:
    table = legends_race()
    table.state = replace(table.state, legend_pile=(), legend_used=tuple(table.game.legend_cards))
    (turned,) = table.go("reveal").of(LegendCardTurned)
    assert sorted(turned.pile) == sorted(table.game.legend_cards)
    assert table.state.legend_used == (turned.card,)
    assert len(table.state.legend_pile) == len(turned.pile) - 1


def test_std_3_legends_do_nothing_in_the_other_phases() -> None:
    table = legends_race().go("reveal")
    moved = table.of(Moved)
    while table.state.round == 2:
        table.stand_in(next(iter(table.asked)))
        told = [event for event in table.events if getattr(event, "seat", None) in (1, 3)]
        assert not told
    assert (table.cars[1].at, table.cars[3].at) == (moved[1].at, moved[3].at)
