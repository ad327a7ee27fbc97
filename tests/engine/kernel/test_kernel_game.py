"""The kernel carries a whole game that is not Heat: nothing in it knows Heat's words."""

import subprocess
import sys
from random import Random
from typing import Any

import msgspec
import pytest

from engine.kernel import (
    Answer,
    Broken,
    Entry,
    Game,
    Question,
    Record,
    Refusal,
    Seed,
    StandIn,
    Step,
    address,
    encode,
    fold,
    refusal,
    replay,
    verify,
)
from tests.engine.kernel.high_card import Command, Event, HighCard, Play, State, View

GAME: Game[int, State, Event, Play, View] = HighCard()
SEED = Seed("5eed" * 8)
Kept = Record[None, int, Command, Event]


def played(seed: int = 0, seats: int = 3) -> tuple[Kept, list[State]]:
    """A whole game of random choices and stand-ins, and every state of it."""
    dice = Random(seed)
    opening = GAME.start(seats, SEED)
    entries: list[Entry[Command, Event]] = [Entry(None, opening)]
    states = [fold(GAME, opening)]
    while asked := GAME.awaiting(states[-1]):
        question = dice.choice(asked)
        choice = dice.choice(GAME.legal(states[-1], question.seat))
        command: Any = address(question, choice) if dice.random() < 0.8 else StandIn(question)
        step = GAME.decide(states[-1], command)
        assert isinstance(step, Step)
        entries.append(Entry(command, step.events))
        states.append(step.state)
    return Record(game="high card", engine="0", content=None, setup=seats, seed=SEED, entries=tuple(entries)), states


def test_a_game_stands_on_the_kernel_without_heat() -> None:
    """Even its whole suite loads no part of Heat."""
    code = (
        "import sys, tests.engine.kernel.high_card, tests.engine.kernel.test_kernel_game as t; t.played();"
        "sys.exit(any(name.startswith('engine.heat') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_game_runs_from_its_start_to_its_end() -> None:
    record, states = played()
    assert len(states) == 1 + 3 * 3
    assert not GAME.awaiting(states[-1])
    assert sum(states[-1].points) == 3
    assert len(record.entries) == len(states)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_set_up_that_cannot_be_played_is_broken(seats: int) -> None:
    with pytest.raises(Broken, match="2 to 4"):
        GAME.start(seats, SEED)


def test_folding_the_events_gives_every_state() -> None:
    record, states = played()
    events = [event for entry in record.entries for event in entry.events]
    assert fold(GAME, events) == states[-1]
    assert list(replay(GAME, record.entries)) == states


def test_nobody_is_asked_twice_and_who_is_asked_has_a_choice() -> None:
    for state in played()[1]:
        asked = {question.seat for question in GAME.awaiting(state)}
        assert asked == {seat for seat in range(3) if GAME.legal(state, seat)}
        assert not GAME.problems(state)


def test_a_choice_is_hidden_until_all_are_in() -> None:
    state = fold(GAME, GAME.start(3, SEED))
    (first, *_) = GAME.awaiting(state)
    one, other = (GAME.decide(state, address(first, choice)) for choice in GAME.legal(state, 0)[:2])
    assert isinstance(one, Step)
    assert isinstance(other, Step)
    for seat in (1, 2, None):
        assert GAME.view(one.state, seat) == GAME.view(other.state, seat)
        assert GAME.see(one.events[0], seat) == GAME.see(other.events[0], seat)
    assert GAME.view(one.state, 0) != GAME.view(other.state, 0)


def test_an_imagined_state_fits_the_view_and_is_whole() -> None:
    for state in played()[1]:
        for seat in (0, 1, 2, None):
            view = GAME.view(state, seat)
            imagined = GAME.imagine(view, Seed("12" * 16))
            assert GAME.view(imagined, seat) == view
            assert not GAME.problems(imagined)
            assert imagined.seed != state.seed


def test_an_explanation_comes_from_the_view_alone() -> None:
    view = GAME.view(fold(GAME, GAME.start(2, SEED)), 0)
    assert [GAME.explain(view, Play(card)) for card in (12, 11, 10, 7, 5)] == [1, 6, 0, 2, 1]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Answer(0, Question(2, "play", 0, 2), Play(1)), "stale"),
        (Answer(9, Question(1, "play", 9, 1), Play(1)), "stale"),
        (Answer(0, Question(1, "play", 0, 1), Play(99)), "not_an_answer"),
    ],
)
def test_a_refused_command_leaves_no_trace(command: Command, code: str) -> None:
    state = fold(GAME, GAME.start(2, SEED))
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
