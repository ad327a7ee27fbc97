"""The order of a round, Online rules: fixed at its start, and chance that has a stream per seat."""

from engine.heat import Discard, Entrant, Gear, Mulligan, Pass, Play, Setup, Slipstream
from engine.heat.events import AdrenalineGiven, Asked, CornerTaken, Drew, Flipped, Moved
from engine.heat.moves.gear import Shifted
from engine.heat.state import State
from engine.kernel import Answer, StandIn, Step, fold
from tests.engine.heat.kit import SEED, Table, car, game, legend, ready


def test_std_order_is_laps_then_space_then_the_race_lane() -> None:
    cars = (car(at=14, lane=1), car(at=14, lane=2), car(at=69 + 3), car(at=40))
    assert Table(game(), *cars).go("replenish").state.order == (2, 3, 1, 0)


def test_std_order_of_the_first_round_is_the_grid() -> None:
    race = game()
    state = fold(race, race.start(Setup((Entrant(),) * 6, 2), SEED))
    assert state.order == tuple(sorted(range(6), key=lambda seat: race.course.rank(state.cars[seat])))


def test_std_order_is_fixed_for_the_round() -> None:
    """Seat 1 overtakes in phase 3 and still comes second in React; the next round turns it round."""
    table = Table(game(), ready("1", at=20), ready("5", at=18)).go("reveal")
    assert table.cars[1].at > table.cars[0].at
    assert table.state.order == (0, 1)
    assert table.asked == {0: "react"}
    while table.state.round == 2:
        table.stand_in(next(iter(table.asked)))
    assert table.state.order == (1, 0)


def test_std_order_adrenaline_goes_by_it() -> None:
    table = Table(game(), ready("1", at=20), ready("5", at=18)).go("reveal")
    assert [event.seat for event in table.of(AdrenalineGiven)] == [1]


def test_std_order_corners_go_by_it() -> None:
    cars = (car(at=34, start=32, play="1"), car(at=36, start=31, play="5"))
    table = Table(game(), *cars, order=(0, 1)).go("corners")
    assert [event.seat for event in table.of(CornerTaken)] == [0, 1]


def test_std_order_inputs_are_applied_in_it_not_as_they_arrive() -> None:
    table = Table(game(), car(at=20, gear=2), car(at=30, gear=2), car(at=10, gear=2)).go("gears")
    table.answer(2, Gear(1)).answer(0, Gear(1)).answer(1, Gear(1))
    assert [event.seat for event in table.of(Shifted)] == [1, 0, 2]
    one = table.cars[2].hand[0]
    table.answer(2, Play((one,))).answer(0, Play(("1",))).answer(1, Play(("1",)))
    assert [event.seat for event in table.of(Moved)] == [1, 0, 2]


def test_std_order_of_arrival_changes_nothing() -> None:
    def drive(*arrival: int) -> State:
        table = Table(game(), *[car(at=at, hand="stress 1 2 3 4 1 2") for at in (20, 30, 10)]).go("gears")
        for seat in arrival:
            table.answer(seat, Gear(1))
        for seat in arrival:
            table.answer(seat, Play(("stress",)))
        return table.state

    assert drive(0, 1, 2) == drive(2, 1, 0) == drive(1, 2, 0)


def test_std_order_draws_are_made_in_it() -> None:
    cars = (car(at=10, hand="1 2"), car(at=30, hand="1 2"), car(at=20, hand="1 2"))
    table = Table(game(), *cars).go("replenish")
    assert [event.seat for event in table.of(Drew)] == [1, 2, 0]


def test_std_order_everybody_finishes_a_phase_before_the_next_begins() -> None:
    table = Table(game(), ready("1", at=20), ready("1", at=18), ready("1", at=17)).go("reveal")
    told = list(table.events)
    while table.state.round == 2:
        ((seat, phase), *_) = table.asked.items()
        table.answer(seat, Discard(()) if phase == "discard" else Pass())
        told += table.events
    phases = [event.phase for event in told if isinstance(event, Asked)]
    assert phases == sorted(phases, key=["react", "slipstream", "discard", "gears"].index)
    assert phases.count("react") == 3


def test_std_order_holds_legends_too() -> None:
    table = Table(game(), car(at=20), legend(at=30)).go("gears")
    assert table.state.order == (1, 0)


# Chance


def shifted(table: Table) -> Table:
    """Phase 1, in which all but seat 0 have answered."""
    table.go("gears")
    for other in (1, 2):
        table.answer(other, Gear(1))
    return table


def drive_on(table: Table) -> State:
    for seat in (0, 1, 2):
        table.answer(seat, Play(("stress",)))
    while table.state.round == 1:
        seat, phase = next(iter(table.asked.items()))
        table.answer(seat, Discard(()) if phase == "discard" else Pass())
    return table.state


def three(round: int = 1) -> Table:
    """Each draw pile is one card long, so that each driver shuffles this round."""
    cars = [car(at=at, hand="stress stress 1 2", draw="stress", discard="4 3 2 1 5 0 1 2") for at in (40, 20, 3)]
    return Table(game(), *cars, round=round, mulligan=True)


def test_std_order_a_mulligan_changes_nobody_elses_cards() -> None:
    plain = drive_on(shifted(three()).answer(0, Gear(1)))
    with_mulligan = shifted(three()).answer(0, Mulligan())
    other = drive_on(with_mulligan.answer(0, Gear(1)))
    for seat in (1, 2):
        assert plain.cars[seat].hand == other.cars[seat].hand
        assert plain.cars[seat].draw == other.cars[seat].draw
    assert plain.cars[0].drawn + 1 == other.cars[0].drawn


def test_std_order_a_stand_in_changes_nobody_elses_cards() -> None:
    plain = drive_on(shifted(three()).answer(0, Gear(1)))
    other = drive_on(shifted(three()).stand_in(0))
    for seat in (1, 2):
        assert plain.cars[seat].hand == other.cars[seat].hand
        assert plain.cars[seat].draw == other.cars[seat].draw
    assert plain.cars[0].drawn + 1 == other.cars[0].drawn


def test_std_order_a_mulligan_at_the_start_leaves_the_other_decks() -> None:
    race = game()
    state = fold(race, race.start(Setup((Entrant(),) * 3, 2, mulligan=True), SEED))
    step = race.decide(state, Answer(1, race.question(state, 1), Mulligan()))
    assert isinstance(step, Step)
    for seat in (0, 2):
        assert step.state.cars[seat] == state.cars[seat]
    assert step.state.drawn == state.drawn


def test_std_order_a_stand_in_draws_from_its_own_seat() -> None:
    race = game()
    state = fold(race, race.start(Setup((Entrant(),) * 3, 2), SEED))
    step = race.decide(state, StandIn(race.question(state, 1)))
    assert isinstance(step, Step)
    assert [one.drawn for one in step.state.cars] == [1, 2, 1]
    assert step.state.drawn == state.drawn


def test_std_order_slipstream_is_offered_in_it() -> None:
    table = Table(game(), car(at=14), car(at=15), order=(0, 1)).go("slipstream")
    assert table.asked == {0: "slipstream"}
    table.answer(0, Slipstream(2))
    assert table.asked == {1: "slipstream"}


def test_std_order_flips_come_off_the_own_pile() -> None:
    table = Table(game(), ready("stress", at=20, draw="4 1"), ready("stress", at=10, draw="2 1")).go("reveal")
    assert [(event.seat, event.worth) for event in table.of(Flipped)] == [(0, 4), (1, 2)]
