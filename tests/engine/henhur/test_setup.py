"""The track, the seats, the start, and how turns follow each other."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.henhur import Bid, HenHur, Run, Setup, State, content_of
from engine.henhur.events import Finished, PoolLaid, TurnBegan
from engine.kernel import Broken, Refusal, Retire, Seed, Step, command_for, fold
from tests.engine.henhur.kit import CARDS, GAME, SEED, answer, at, begun, dealt, of, play, stand_ins

BASE_DECK = ("highbid", "lowbid", "lowbid", "pitstop", "punch", "rush", "stride")


def test_hen_01_first_over_three_laps_of_thirty_spaces_wins() -> None:
    rules = GAME.content.rules
    assert (rules.lap, rules.laps) == (30, 3)
    state = dealt(dealt(at(begun(), 82, 40), 0, "stride", at=82), 1, "stride", at=40)
    step = play(state, Run("stride"), Run("stride"))
    assert not step.state.ended, "89 is not over the line"
    state = dealt(dealt(begun(), 0, "stride", at=83), 1, "stride", at=40)
    step = play(state, Run("stride"), Run("stride"))
    assert step.state.ended == "won"
    assert of(Finished, step)[0].ranking == (0, 1)


@pytest.mark.parametrize("laps", [2, 5])
def test_h17_a_race_over_more_laps_ends_at_its_own_line(laps: int) -> None:
    longer = HenHur(content_of(laps))
    assert longer.content.rules.goal == 30 * laps
    state = fold(longer, longer.start(Setup(2), SEED))
    while not state.ended:
        question = longer.awaiting(state)[0]
        step = longer.decide(state, command_for(question, longer.legal(state, question.seat)[0]))
        assert isinstance(step, Step)
        state = step.state
    assert max(runner.at for runner in state.runners) >= 30 * laps > max(runner.at for runner in state.runners) - 30


@pytest.mark.parametrize("seats", range(2, 9))
def test_hen_02_two_and_more_seats_can_play(seats: int) -> None:
    state = begun(seats)
    assert len(GAME.awaiting(state)) == seats
    assert stand_ins(state, until=1000).ended


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 10**9])
def test_hen_02_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(Broken) as broken:
        GAME.start(Setup(seats), SEED)
    assert [(fault.place, fault.code) for fault in broken.value.faults] == [("seats", "out_of_range")]


def test_hen_02_a_bad_seed_is_refused() -> None:
    with pytest.raises(Broken) as broken:
        GAME.start(Setup(1), Seed("tin"))
    assert [fault.code for fault in broken.value.faults] == ["out_of_range", "bad_seed"]


def turns_of(state: State) -> list[tuple[int, str]]:
    """Every turn with its first phase, until the match is over."""
    found: list[tuple[int, str]] = [(state.turn, state.phase)]
    while not state.ended:
        state = stand_ins(state, until=state.turn + 1)
        if not state.ended:
            found.append((state.turn, state.phase))
    return found


def test_hen_03_rounds_of_eight_turns_until_somebody_has_won() -> None:
    assert GAME.content.rules.turns == 8
    found = turns_of(begun(4))
    assert [turn for turn, _ in found] == list(range(1, len(found) + 1))
    assert len(found) > 16, "into the third round"


def test_hen_04_lanes_are_looks_of_which_the_rules_know_nothing() -> None:
    """Hens pass each other and stand on one space, as many as there are."""
    state = begun(5)
    for seat in range(5):
        state = dealt(state, seat, "stride", at=10)
    step = play(state, *[Run("stride")] * 5)
    assert [runner.at for runner in step.state.runners] == [17] * 5
    assert not any("lane" in field for field in type(state.runners[0]).__struct_fields__)


@pytest.mark.parametrize(
    ("place", "lap", "space"), [(0, 1, 0), (29, 1, 29), (30, 2, 0), (59, 2, 29), (60, 3, 0), (89, 3, 29), (93, 3, 33)]
)
def test_hen_05_each_position_reads_as_lap_and_space(place: int, lap: int, space: int) -> None:
    runner = GAME.view(at(begun(), place, 0), None).runners[0]
    assert (runner.lap, runner.space) == (lap, space)


def test_hen_06_each_player_has_hand_deck_discard_pile_slots_and_tokens() -> None:
    state = begun(3)
    for runner in GAME.view(state, None).runners:
        assert (runner.hand, runner.deck, runner.discard, runner.slots, runner.tokens.count()) == (3, 4, (), (), 0)


def test_hen_07_all_start_at_lap_one_space_zero() -> None:
    view = GAME.view(begun(8), None)
    assert {(runner.at, runner.lap, runner.space) for runner in view.runners} == {(0, 1, 0)}


def test_hen_08_each_base_deck_has_exactly_the_seven_cards() -> None:
    numbers = {face: (CARDS[face].race, CARDS[face].trick) for face in BASE_DECK}
    assert numbers == {
        "pitstop": (1, 2),
        "highbid": (1, 7),
        "lowbid": (1, 5),
        "rush": (5, 1),
        "stride": (7, 1),
        "punch": (4, 3),
    }
    for runner in begun(3).runners:
        assert tuple(sorted(runner.hand + runner.deck)) == runner.stock == BASE_DECK


def test_hen_09_shuffled_three_drawn_and_a_race_turn_first() -> None:
    state = begun(4)
    assert [len(runner.hand) for runner in state.runners] == [3] * 4
    assert (state.turn, state.phase) == (1, "run")
    decks = Counter(begun(2, Seed(f"{number:032x}")).runners[0].hand for number in range(200))
    assert len(decks) > 15, "decks are shuffled"
    assert len({runner.deck for runner in begun(8).runners}) > 1, "each for itself"


def test_hen_10_odd_turns_race_and_even_turns_auction() -> None:
    assert all((phase == "run") == (turn % 2 == 1) for turn, phase in turns_of(begun(3)))
    state = stand_ins(begun(3), until=2)
    step = answer(state, 0, Bid(state.runners[0].hand[0]))
    assert not of(PoolLaid, step)
    assert not of(TurnBegan, step), "the turn goes on until all are in"


def test_h16_a_runner_leaves_and_the_others_go_on() -> None:
    state = stand_ins(begun(3), until=4)
    step = GAME.decide(state, Retire(1))
    assert isinstance(step, Step)
    assert not step.state.ended
    assert {question.seat for question in GAME.awaiting(step.state)} == {0, 2}
    again = GAME.decide(step.state, Retire(1))
    assert isinstance(again, Refusal)
    assert again.code == "not_racing"
    assert GAME.places(GAME.view(step.state, None))[1] == 3, "behind all others"


def test_h16_one_seat_left_ends_the_match() -> None:
    step = GAME.decide(begun(2), Retire(0))
    assert isinstance(step, Step)
    assert step.state.ended == "left"
    assert GAME.places(GAME.view(step.state, None)) == (2, 1)


def test_h16_who_leaves_last_of_those_asked_lets_the_turn_go_on() -> None:
    state = begun(3)
    for seat in (0, 1):
        state = answer(state, seat, Run(state.runners[seat].hand[0])).state
    step = GAME.decide(state, Retire(2))
    assert isinstance(step, Step)
    assert step.state.turn == 2


def test_h16_three_rounds_of_stand_ins_alone_end_the_match() -> None:
    """On a track so long that nobody comes to its end."""
    endless = HenHur(replace(GAME.content, rules=replace(GAME.content.rules, lap=100, laps=9)))
    state = stand_ins(fold(endless, endless.start(Setup(2), SEED)), until=10, game=endless)
    question = endless.awaiting(state)[0]
    step = endless.decide(state, command_for(question, endless.legal(state, question.seat)[0]))
    assert isinstance(step, Step)
    state = stand_ins(step.state, until=1000, game=endless)
    assert state.ended == "deserted"
    assert (state.own, state.turn) == (10, 34)
