"""Phase 2, Online rules: play cards, face down, as many as the gear says."""

from engine.heat import Play
from engine.heat.cards import Card
from engine.heat.events import Chosen
from engine.heat.masking import ChosenSeen
from engine.heat.moves.play import Revealed
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, box, car, game, ready

HAND = "1 2 3 4 heat stress 5"


def playing(gear: int = 2, hand: str = HAND) -> Table:
    return Table(game(), car(at=20, gear=gear, hand=hand), car(at=10, gear=1)).go("cards")


def test_std_2_everybody_is_asked_at_once() -> None:
    assert playing().asked == {0: "cards", 1: "cards"}


def test_std_2_the_choice_is_hidden() -> None:
    table, other = playing().answer(0, Play(("1", "2"))), playing().answer(0, Play(("3", "5")))
    for viewer in (1, None):
        assert table.game.view(table.state, viewer) == other.game.view(other.state, viewer)
    (chosen,) = table.of(Chosen, 0)
    assert table.game.see(chosen, 1) == ChosenSeen(Seat(0))


def test_std_2_cards_stay_face_down_until_the_drivers_own_turn() -> None:
    """Seat 0 has still to choose a value; the cards of seat 1 lie face down all the while."""
    brakes = Card("brakes", "upgrade", (1, 3))
    table = Table(game(cards=box(brakes)), ready("brakes", at=20), ready("4", at=10)).go("reveal")
    assert table.asked == {0: "reveal"}
    assert [event.seat for event in table.of(Revealed)] == [0]
    seen = table.game.view(table.state, 0).cars[1]
    assert (seen.play, seen.hand, seen.chosen) == ((), 4, True)


def test_std_2_exactly_as_many_cards_as_the_gear() -> None:
    table = playing(gear=2)
    assert table.refused(0, Play(("1",))) == "wrong_count"
    assert table.refused(0, Play(("1", "2", "3"))) == "wrong_count"
    assert all(len(choice.cards) == 2 for choice in table.choices(0))


def test_std_2_heat_cannot_be_chosen() -> None:
    table = playing()
    assert table.refused(0, Play(("1", "heat"))) == "heat_unplayable"
    assert not any("heat" in choice.cards for choice in table.choices(0))


def test_std_2_stress_can_be_chosen() -> None:
    table = playing().answer(0, Play(("stress", "1")))
    assert table.cars[0].choice == Play(("1", "stress"))


def test_std_2_only_cards_in_hand() -> None:
    assert playing().refused(0, Play(("1", "1"))) == "not_in_hand"
    assert playing().refused(0, Play(("0", "1"))) == "not_in_hand"


def test_std_2_a_cluttered_driver_has_one_play_and_confirms_it() -> None:
    table = playing(gear=4, hand="1 stress heat heat heat heat heat")
    assert table.asked[0] == "cards"
    assert table.choices(0) == [Play(("1", "heat", "heat", "stress"))]


def test_std_2_a_cluttered_driver_may_play_nothing_else() -> None:
    table = playing(gear=4, hand="1 stress heat heat heat heat heat")
    assert table.refused(0, Play(("1", "heat", "heat", "heat"))) == "cluttered_forced"
    assert table.refused(0, Play(("1", "stress"))) == "cluttered_forced"


def test_std_2_nothing_is_revealed_until_all_are_in() -> None:
    table = playing().answer(0, Play(("1", "2")))
    assert not table.of(Revealed)
    table.answer(1, table.choices(1)[0])
    assert [event.seat for event in table.of(Revealed)] == [0, 1]
