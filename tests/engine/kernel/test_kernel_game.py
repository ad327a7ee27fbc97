"""The kernel carries a whole game that is not Heat: nothing in it knows Heat's words."""

import subprocess
import sys
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import (
    Answer,
    Broken,
    Entry,
    Game,
    Question,
    Record,
    Refusal,
    Retire,
    Seed,
    StandIn,
    Step,
    command_for,
    encode,
    fold,
    refusal,
    verify,
)
from engine.kernel.seats import Seat
from tests.engine.kernel.high_card import Command, Event, Explanation, HighCard, Play, Setup, State, View
from tests.environment import bare

GAME: Game[Setup, State, Event, Play, View] = HighCard()
SEED = Seed("5eed" * 8)
Kept = Record[None, Setup, Command, Event, State]


def played(seed: int = 0, seats: int = 3) -> tuple[Kept, list[State]]:
    """A whole game of random choices and stand-ins, and every state of it."""
    dice = Random(seed)
    opening = GAME.start(Setup(seats), SEED)
    entries: list[Entry[Command, Event]] = [Entry(None, opening)]
    states = [fold(GAME, opening)]
    while asked := GAME.awaiting(states[-1]):
        question = dice.choice(asked)
        choice = dice.choice(GAME.legal(states[-1], question.seat))
        command: Command = command_for(question, choice) if dice.random() < 0.8 else StandIn(question)
        step = GAME.decide(states[-1], command)
        assert isinstance(step, Step)
        entries.append(Entry(command, step.events))
        states.append(step.state)
    return Record(
        game="high card", engine="0", content=None, setup=Setup(seats), seed=SEED, entries=tuple(entries)
    ), states


def test_a_game_stands_on_the_kernel_without_heat() -> None:
    """Even its whole suite loads no part of Heat."""
    code = (
        "import sys, tests.engine.kernel.high_card, tests.engine.kernel.test_kernel_game as t; t.played();"
        "sys.exit(any(name.startswith('engine.heat') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, env=bare()).returncode == 0


def test_a_game_runs_from_its_start_to_its_end() -> None:
    record, states = played()
    assert len(states) == 1 + 3 * 3
    assert not GAME.awaiting(states[-1])
    assert sum(states[-1].points) >= 3
    assert states[-1].ended == "played"
    assert len(record.entries) == len(states)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_set_up_that_cannot_be_played_is_broken(seats: int) -> None:
    with pytest.raises(Broken, match="2 to 6"):
        GAME.start(Setup(seats), SEED)


def test_a_choice_is_hidden_until_all_are_in() -> None:
    state = fold(GAME, GAME.start(Setup(3), SEED))
    (first, *_) = GAME.awaiting(state)
    one, other = (GAME.decide(state, command_for(first, choice)) for choice in GAME.legal(state, 0)[:2])
    assert isinstance(one, Step)
    assert isinstance(other, Step)
    for seat in (1, 2, None):
        assert GAME.view(one.state, seat) == GAME.view(other.state, seat)
        assert GAME.see(one.events[0], seat) == GAME.see(other.events[0], seat)
    assert GAME.view(one.state, 0) != GAME.view(other.state, 0)


def test_an_explanation_comes_from_the_view_alone() -> None:
    view = GAME.view(fold(GAME, GAME.start(Setup(2), SEED)), 0)
    assert GAME.explain(view, Play(view.hand[0])) == Explanation(None, view.hand[0] + 1, view.hand[0] + 6)
    assert GAME.explain(view, Play(99)) == Explanation(refusal("not_an_answer", 0))


def test_places_are_shared_by_equal_points_and_who_left_is_last() -> None:
    view = GAME.view(fold(GAME, GAME.start(Setup(5), SEED)), None)
    assert GAME.places(view) == (1, 1, 1, 1, 1)
    assert GAME.places(replace(view, points=(2, 0, 2, 1, 3))) == (2, 5, 2, 4, 1)
    assert GAME.places(replace(view, points=(2, 0, 2, 1, 3), left=(4, 0))) == (5, 3, 1, 2, 4)


def test_a_game_ends_for_the_last_seat_that_is_left() -> None:
    state = fold(GAME, GAME.start(Setup(2), SEED))
    step = GAME.decide(state, Retire(1))
    assert isinstance(step, Step)
    assert (step.state.ended, GAME.awaiting(step.state)) == ("alone", ())


def test_a_round_is_shown_when_the_last_seat_that_had_to_play_leaves() -> None:
    state = fold(GAME, GAME.start(Setup(3), SEED))
    for command in (StandIn(GAME.question(state, 0)), StandIn(GAME.question(state, 1)), Retire(2)):
        step = GAME.decide(state, command)
        assert isinstance(step, Step)
        state = step.state
    assert (state.round, len(state.shown), len(GAME.awaiting(state))) == (2, 2, 2)


def test_all_that_are_worth_most_take_the_point() -> None:
    ties = 0
    for number in range(60):
        _, states = played(number, seats=4)
        ties += sum(states[-1].points) > 3
    assert ties


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Answer(0, Question(2, "play", Seat(0), 2), Play(1)), "not_asked"),
        (Answer(0, Question(0, "play", Seat(0), 0), Play(1)), "stale"),
        (Answer(0, Question(1, "play", Seat(0), 1), Play(99)), "not_an_answer"),
    ],
)
def test_a_refused_command_leaves_no_trace(command: Answer[Play], code: str) -> None:
    state = fold(GAME, GAME.start(Setup(2), SEED))
    before = encode(state)
    answer = GAME.decide(state, command)
    assert isinstance(answer, Refusal)
    assert answer == refusal(code, command.question.seat)
    assert encode(state) == before


def test_a_record_survives_its_bytes_and_is_verified() -> None:
    record, states = played(seed=4)
    again = msgspec.json.decode(encode(record), type=Kept)
    assert again == record
    assert encode(verify(GAME, again)) == encode(states[-1])
