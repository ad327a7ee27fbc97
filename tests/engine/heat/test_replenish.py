"""Phase 9, Online rules: cards in play are cleared, hands are filled."""

from engine.heat.events import Cleared, Drew, Reshuffled
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, seats


def test_std_9_played_and_flipped_cards_go_to_the_discard_pile() -> None:
    table = Table(game(), car(at=20, play="stress 1 4", discard="2")).go("replenish")
    assert table.cars[0].discard == ("2", "stress", "1", "4")
    assert table.cars[0].play == ()


def test_std_9_everybody_draws_to_seven_in_order() -> None:
    table = Table(game(), car(at=10, hand="1 2 3"), car(at=20, hand="1 2 3 4 5"), car(at=15)).go("replenish")
    assert [(event.seat, len(event.cards)) for event in table.of(Drew)] == [(1, 2), (0, 4)]
    assert [len(one.hand) for one in table.cars] == [7, 7, 7]


def test_std_9_cards_come_off_the_top() -> None:
    table = Table(game(), car(at=10, hand="1 1 1 1 1", draw="0 5 stress 2")).go("replenish")
    assert table.of(Drew) == [Drew(Seat(0), cards=("0", "5"))]
    assert table.cars[0].draw == ("stress", "2")


def test_std_9_all_clear_before_anybody_draws() -> None:
    table = Table(game(), car(at=20, hand="1", play="4"), car(at=10, hand="1", play="3")).go("replenish")
    assert isinstance(table.events[0], Cleared)
    assert table.events[0] == Cleared(seats=seats(0, 1))


def test_std_9_an_empty_draw_pile_is_the_shuffled_discard_pile() -> None:
    """This round's cards are in it."""
    table = Table(game(), car(at=10, hand="1 1 1 1", draw="0", discard="2 3", play="5")).go("replenish")
    assert sorted(table.of(Reshuffled)[0].pile) == ["2", "3", "5"]
    assert len(table.cars[0].hand) == 7
    assert len(table.cars[0].draw) == 1
    assert table.cars[0].discard == ()


def test_std_9_a_full_hand_draws_nothing() -> None:
    """A spin-out's Stress may bring more than seven."""
    table = Table(game(), car(at=10, hand="1 1 1 1 1 1 1 stress stress")).go("replenish")
    assert not table.of(Drew)
    assert len(table.cars[0].hand) == 9


def test_std_9_where_there_is_nothing_left_to_draw_the_hand_stays_short() -> None:
    table = Table(game(), car(at=10, hand="1 1", draw="2")).go("replenish")
    assert table.cars[0].hand == ("1", "1", "2")


def test_std_9_the_round_counter_rises() -> None:
    table = Table(game(), car(at=10), round=4).go("replenish")
    assert table.state.round == 5
    assert table.asked == {0: "gears"}
