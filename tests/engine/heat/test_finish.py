"""The finish, Online rules: the final round, provisional homes, the ranking, and how else a race ends."""

import pytest

from engine.heat import RULEBOOK, STANDARD, Boost, Command, Entrant, Gear, LeaveRace, Pass, Ruleset, Setup, all_tracks
from engine.heat.events import Cleared, Drew, Finished, Moved, RoundBegan
from engine.heat.moves.discard import Discarded
from engine.heat.simulation import simulate
from engine.heat.units import Distance, Lane
from engine.kernel import SENTENCES, Answer, Refusal, StandIn
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, car, game, legend, ready, seats

FAST = "5 4 4 4"


def ranked(*cars: object, laps: int = 2) -> tuple[int, ...]:
    table = Table(game(), *cars, laps=laps)  # type: ignore[arg-type]
    return table.game.view(table.state, None).ranking


def play_out(table: Table) -> Table:
    """Let stand-ins answer everything until another round begins or the race is over."""
    round = table.state.round
    while table.asked and table.state.round == round:
        table.stand_in(next(iter(table.asked)))
    return table


def test_std_finish_a_car_over_the_line_blocks() -> None:
    cars = (ready("5", at=68, lane=1), ready("4", at=68, lane=2), ready("4 1", at=67))
    table = Table(game(), *cars, laps=1, order=(0, 1, 2)).go("reveal")
    assert [one.at for one in table.cars] == [73, 72, 72]
    home = (ready("0", at=72, lane=1), ready("0", at=72, lane=2))
    assert Table(game(), *home, ready("5", at=-2), laps=1).go("reveal").cars[2].at == 4


def test_std_finish_a_car_over_the_line_still_reacts() -> None:
    table = Table(game(), car(at=70, start=60, gear=4, draw="3 1 1 1"), car(at=10), laps=1).go("react")
    assert table.asked == {0: "react"}
    assert table.answer(0, Boost()).of(Moved) == [
        Moved(Seat(0), why="boost", distance=3, at=Distance(73), lane=Lane(1))
    ]


def test_std_finish_makes_the_round_the_final_one() -> None:
    """No driver discards, cards in play are cleared, no driver draws, the counter does not rise."""
    cars = (car(at=70, start=66, play="4"), car(at=10, play="1", hand="1 2"))
    table = Table(game(), *cars, laps=1, round=9).go("corners")
    assert table.events == (Cleared(seats=seats(0, 1)), Finished(reason="flag", ranking=seats(0, 1)))
    assert table.state.round == 9
    assert table.cars[1].discard == ("1",)
    assert not table.of(Drew)
    assert not table.of(Discarded)


def test_std_finish_the_race_ends_for_all() -> None:
    table = Table(game(), car(at=70, start=66), car(at=10), laps=1).go("corners")
    assert table.state.ended == "flag"
    assert table.asked == {}
    assert not table.choices(1)


def test_std_finish_nobody_answers_after_the_end() -> None:
    table = Table(game(), car(at=10), laps=1).go("discard")
    question = table.question(0)
    table.state = Table(game(), car(at=70, start=66), laps=1).go("corners").state
    commands: tuple[Command, ...] = (Answer(0, question, Pass()), StandIn(question))
    for command in commands:
        refused = table.game.decide(table.state, command)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.sentence) == ("over", SENTENCES["over"])


def test_std_finish_not_before_the_laps_are_full() -> None:
    assert Table(game(), car(at=70, start=66), laps=2).go("corners").asked == {0: "discard"}
    assert Table(game(), car(at=68, start=66), laps=1).go("corners").asked == {0: "discard"}


def test_std_finish_is_provisional_until_phase_7_has_passed() -> None:
    table = Table(game(), car(at=73, start=56, play=FAST, gear=4, engine=0), car(at=10), laps=1).go("corners")
    assert table.cars[0].at == 56
    assert table.asked == {0: "discard", 1: "discard"}
    play_out(table)
    assert table.of(RoundBegan) == [RoundBegan(round=3, order=seats(0, 1))]


def test_std_finish_stands_if_another_car_is_home() -> None:
    spinner = car(at=73, start=56, play=FAST, gear=4, engine=0)
    table = Table(game(), spinner, car(at=70, start=66), laps=1).go("corners")
    assert table.of(Finished) == [Finished(reason="flag", ranking=seats(1, 0))]


def test_std_finish_ranks_by_distance_not_by_who_crossed_first() -> None:
    table = Table(game(), ready("4", at=67), ready("5 5", at=66), ready("1", at=3), laps=1).go("reveal")
    play_out(table)
    assert [event.ranking for event in table.of(Finished)] == [(1, 0, 2)]


def test_std_finish_ranking_goes_by_laps_then_space_then_the_race_lane() -> None:
    assert ranked(car(at=30), car(at=69 + 2), car(at=40)) == (1, 2, 0)
    assert ranked(car(at=14, lane=1), car(at=14, lane=2)) == (1, 0)
    assert ranked(car(at=60, lane=2), car(at=60, lane=1)) == (1, 0)


def test_std_finish_legends_are_ranked_like_anybody() -> None:
    assert ranked(car(at=30), legend(at=35)) == (1, 0)


def test_std_finish_retired_drivers_rank_behind_all_others() -> None:
    out = car(at=60, status="retired", left=4)
    assert ranked(out, car(at=-1), car(at=50, status="retired", left=5)) == (1, 2, 0)


def test_std_finish_lap_times_are_told_by_round() -> None:
    table = Table(game(), ready("4", at=67, laps=()), round=5).go("reveal")
    assert table.game.view(table.state, None).cars[0].laps == (5,)
    table = Table(game(), ready("4", at=67 + 69, laps=(5,)), round=9).go("reveal")
    assert table.game.view(table.state, None).cars[0].laps == (5, 9)


def test_std_finish_a_lap_that_was_taken_back_has_no_time() -> None:
    table = Table(game(), car(at=73, start=56, play=FAST, gear=4, engine=0, laps=(2,))).go("corners")
    assert table.cars[0].laps == ()


def test_reading_the_race_ends_if_no_driver_is_left() -> None:
    """The round is driven to its end first: the Legend has moved."""
    table = Table(game(), car(at=10), legend(at=14), rows={1: "easy"}).go("gears").answer(0, LeaveRace())
    assert table.of(Moved, 1)
    assert table.of(Finished) == [Finished(reason="no_driver", ranking=seats(1, 0))]


def test_reading_a_race_that_everybody_leaves_has_no_flag() -> None:
    table = Table(game(), car(at=10), car(at=14)).go("gears").answer(0, LeaveRace()).answer(1, LeaveRace())
    assert table.of(Finished) == [Finished(reason="no_driver", ranking=seats(1, 0))]


def test_reading_the_race_ends_after_three_rounds_of_stand_ins() -> None:
    table = Table(game(), car(at=5), car(at=10), round=2).go("gears")
    for _ in range(3):
        assert not table.state.ended
        play_out(table)
    assert (table.state.ended, table.state.round) == ("unattended", 4)


def test_reading_one_answer_of_one_driver_keeps_the_race_going() -> None:
    table = Table(game(), car(at=5), car(at=10), round=2).go("gears")
    play_out(play_out(table))
    table.answer(0, Gear(1))
    play_out(table)
    assert not table.state.ended
    play_out(play_out(table))
    assert not table.state.ended
    assert play_out(table).state.ended == "unattended"


def test_reading_the_race_ends_after_round_60() -> None:
    table = Table(game(), car(at=10), car(at=20), laps=1, round=60).go("replenish")
    assert table.of(Finished) == [Finished(reason="round_limit", ranking=seats(1, 0))]
    assert not Table(game(), car(at=10), laps=1, round=59).go("replenish").state.ended


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_reading_the_last_round_grows_with_the_distance(rules: Ruleset) -> None:
    """One for every two spaces: nine laps of España, 109 spaces each, are 490 rounds."""
    heat = game(rules, on=all_tracks()["espana"])
    for laps, last in ((1, 60), (2, 109), (9, 490)):
        assert not Table(heat, car(at=10), laps=laps, round=last - 1).go("replenish").state.ended
        assert Table(heat, car(at=10), laps=laps, round=last).go("replenish").state.ended == "round_limit"


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_reading_nine_laps_of_the_longest_track_are_driven_to_the_flag(rules: Ruleset) -> None:
    """By cautious bots; the round at which the shortest race ends would stop them half-way."""
    longest = max(all_tracks().values(), key=lambda track: track.length)
    done = simulate(game(rules, on=longest), ["cautious"] * 2, 9, SEED, (0, 1))
    assert done.ended == "flag"
    assert 2 * 60 < done.rounds < 200


def test_reading_a_flag_in_round_60_is_a_flag() -> None:
    assert Table(game(), car(at=70), laps=1, round=60).go("replenish").state.ended == "flag"


def test_std_finish_a_whole_race_of_stand_ins_and_a_driver_reaches_the_flag() -> None:
    table = Table(game(), car(at=0))
    events = table.game.start(Setup((Entrant(), Entrant("easy")), 1), SEED)
    table.state = table.game.evolve(None, events[0])
    for event in events[1:]:
        table.state = table.game.evolve(table.state, event)
    while not table.state.ended:
        gear = next((choice for choice in table.choices(0) if isinstance(choice, Gear)), None)
        table = table.answer(0, gear) if gear else table.stand_in(0)
    assert table.state.ended == "flag"
