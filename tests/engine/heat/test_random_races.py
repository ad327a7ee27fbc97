"""Random races over every track, rule set and number of cars: what must hold at every step, whoever drives."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import (
    RULESETS,
    STANDARD,
    Adrenaline,
    Boost,
    Content,
    Cool,
    Discard,
    Entrant,
    Gear,
    Heat,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Setup,
    Slipstream,
    View,
    all_tracks,
    read_record,
)
from engine.heat.choices import CardSets, Choices
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.tables import SHIPPED
from engine.kernel import Answer, Withdrawal, derive, encode, fold, verify
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.races import BY_NAME, ROOT, Move, Start, check_shared, drive, record_of, starts

COMMANDS = SHIPPED.decoder(SHIPPED.command)
VIEWS = SHIPPED.decoder(View)

ORDER = (
    *(Play, Discard, Salvage, Pick, GiveUp, Swap, Gear, Mulligan, LeaveRace),
    *(Cool, PayHeat, Scrap, ReduceStress, SuperCool, Accelerate, DraftMove, Boost, Adrenaline, DirectPlay, Forgo),
    *(Slipstream, Pass),
)
"""The kinds of choices as they are listed. Of each kind the order is pinned below, or with its phase."""


def check_events(game: Heat, move: Move) -> None:
    """After every single event the race is healthy, and the events fold to the live state."""
    state = None if move.command is None else move.before
    for event in move.events:
        state = game.evolve(state, event)
        assert game.problems(state) == (), event
    assert state == move.state


def check_questions(game: Heat, move: Move) -> None:
    """Somebody must act until the flag; who must has choices, and who may not has none."""
    state = move.state
    asked = {question.seat for question in game.awaiting(state)}
    assert bool(asked) == (not state.ended)
    assert all(car.choice is None for car in state.cars if car.asked), "whoever is asked has no answer that stands"
    for seat in range(-1, len(state.cars) + 1):
        choices = game.legal(state, seat)
        if seat in asked:
            assert len(choices)
            assert Withdrawal() not in choices
        else:
            assert list(choices) in ([], [Withdrawal()])
            assert not choices or (move.state.cars[seat].choice is not None and not state.ended)


def check_choices(choices: Choices) -> None:
    """The list is unique, in a fixed order, and its count, index, slice, reverse and `in` say the same."""
    listed = list(choices)
    assert len(listed) == len(choices) == len(set(listed))
    assert [choices[place] for place in range(len(choices))] == listed
    assert [choices[place - len(listed)] for place in range(len(choices))] == listed
    assert list(choices[:]) == listed
    assert list(reversed(choices)) == listed[::-1]
    assert all(choice in choices for choice in listed)
    ranks = [ORDER.index(type(choice)) for choice in listed if type(choice) in ORDER]
    assert ranks == sorted(ranks)
    for place in (len(choices), -len(choices) - 1):
        with pytest.raises(IndexError):
            choices[place]


def check_bytes(game: Heat, move: Move) -> None:
    """State, command, events and every view survive their bytes."""
    assert game.decode(game.encode(move.state)) == move.state
    if move.command is not None:
        assert COMMANDS.decode(encode(move.command)) == move.command
    for seat in (None, *range(len(move.state.cars))):
        view = game.view(move.state, seat)
        assert VIEWS.decode(encode(view)) == view


def check_race(start: Start, steps: int, every: int) -> None:
    game = Heat(start.content)
    moves: list[Move] = []
    for number, move in enumerate(drive(game, start, steps)):
        moves.append(move)
        check_events(game, move)
        check_questions(game, move)
        check_shared(game, moves[0].state, move.state)
        if number % every == 0 or move.state.ended:
            check_bytes(game, move)
            for question in game.awaiting(move.state):
                check_choices(game.legal(move.state, question.seat))
    assert moves[-1].state.ended


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_a_small_race_is_healthy_at_every_step(rules: str, data: st.DataObject) -> None:
    check_race(data.draw(starts(BY_NAME[rules], most_cars=4)), steps=800, every=5)


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_a_full_race_is_healthy_at_every_step(rules: str, data: st.DataObject) -> None:
    check_race(data.draw(starts(BY_NAME[rules])), steps=800, every=25)


@given(starts())
def test_a_record_of_a_race_verifies_to_the_same_bytes(start: Start) -> None:
    """Read back from its bytes, and played again from set-up, seed and commands."""
    game = Heat(start.content)
    moves = list(drive(game, start, steps=300))
    record: Any = read_record(encode(record_of(start, moves)))
    assert encode(verify(game, record)) == game.encode(moves[-1].state)
    events = [event for entry in record.entries for event in entry.events]
    assert encode(fold(game, events)) == encode(moves[-1].state)


@given(starts(most_cars=6))
def test_what_happens_to_one_race_happens_again(start: Start) -> None:
    """The same set-up, seed and commands give the same race to the byte, on another instance of the game."""
    one, other = ([encode(move.events) for move in drive(Heat(start.content), start, steps=200)] for _ in range(2))
    assert one == other


@given(starts(most_cars=6))
def test_questions_about_a_state_change_nothing(start: Start) -> None:
    game = Heat(start.content)
    for move in drive(game, start, steps=60):
        before = game.encode(move.state)
        for seat in range(len(move.state.cars)):
            assert list(game.legal(move.state, seat)) == list(game.legal(move.state, seat))
            assert game.view(move.state, seat) == game.view(move.state, seat)
        if isinstance(move.command, Answer):
            assert game.decide(move.before, move.command) == game.decide(move.before, move.command)
        assert game.encode(move.state) == before


@pytest.mark.soak
@given(starts(most_laps=3))
def test_a_long_race_is_healthy_at_every_step(start: Start) -> None:
    check_race(start, steps=4000, every=50)


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("name", sorted(all_tracks()))
def test_every_track_is_driven_to_the_flag(name: str, rules: str) -> None:
    """Nobody ends the race by hand, nobody retires: it comes to its flag."""
    content = Content(track=all_tracks()[name], rules=RULESETS[rules])
    setup = Setup((Entrant(), Entrant("easy"), Entrant(), Entrant("hard")), laps=1)
    start = Start(content, setup, derive(ROOT, name), dice=5)
    *_, last = drive(Heat(content), start, steps=2000, trouble=0)
    assert last.state.ended == "flag"


# The order of the choices, pinned


def test_order_of_gears_then_mulligan_then_retiring() -> None:
    table = Table(game(), car(at=-1), car(at=-2), round=1, mulligan=True).go("gears")
    assert table.choices(0) == [Gear(1), Gear(2), Gear(3), Mulligan(), LeaveRace()]


def test_order_of_cards_is_by_hand_places_and_each_set_once() -> None:
    table = Table(game(), car(at=3, gear=2, hand="1 1 2 4 heat stress heat")).go("cards")
    assert table.choices(0) == [
        Play(("1", "1")),
        Play(("1", "2")),
        Play(("1", "4")),
        Play(("1", "stress")),
        Play(("2", "4")),
        Play(("2", "stress")),
        Play(("4", "stress")),
    ]


def test_order_in_react_is_cooldown_boost_adrenaline_pass() -> None:
    rules = msgspec.structs.replace(STANDARD, boost_gears=(1, 2, 3, 4))
    table = Table(game(rules), car(at=20, gear=1, hand="1 heat heat 4"), car(at=40, gear=1, play="1"), order=(1, 0))
    table.go("adrenaline").answer(1, Pass())
    assert table.choices(0) == [Cool(1), Cool(2), Boost(), Adrenaline(), Pass()]


def test_order_of_slipstream_is_distance_then_pass() -> None:
    table = Table(game(), car(at=20), car(at=21)).go("slipstream")
    assert table.choices(0) == [Slipstream(2), Pass()]


def test_order_of_discards_is_none_first_then_by_number() -> None:
    table = Table(game(), car(at=20, hand="1 1 3 heat stress 5")).go("discard")
    sets = [(), ("1",), ("3",), ("5",), ("1", "1"), ("1", "3"), ("1", "5"), ("3", "5")]
    sets += [("1", "1", "3"), ("1", "1", "5"), ("1", "3", "5"), ("1", "1", "3", "5")]
    assert table.choices(0) == [Discard(cards) for cards in sets]


def test_choices_of_cards_are_every_subset_by_brute_force() -> None:
    """Against all subsets of all hands, written out the slow way."""
    dice = Random(1)
    for _ in range(60):
        hand = tuple(sorted(dice.choices(["1", "2", "3", "4", "5", "stress"], k=dice.randrange(8))))
        least, most = dice.randrange(4), dice.randrange(8)
        slow = {tuple(card for place, card in enumerate(hand) if taken >> place & 1) for taken in range(2 ** len(hand))}
        fast = Choices(sets=(CardSets(Play, hand, least, min(most, len(hand))),))
        assert {choice.cards for choice in fast if isinstance(choice, Play)} == {
            cards for cards in slow if least <= len(cards) <= most
        }
        check_choices(fast)
