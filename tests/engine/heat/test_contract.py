"""Heat under the laws of the contract: random races over every track, rule set, module and number of cars."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import (
    Adrenaline,
    Boost,
    Cool,
    Discard,
    Gear,
    Heat,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Slipstream,
    read_record,
)
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
from engine.heat.moves.value import Value
from engine.heat.tables import SHIPPED
from engine.kernel import encode, verify
from tests.engine.contract import (
    IMAGINING,
    PLAYING,
    REFUSING,
    REPLAYING,
    SECRETS,
    Law,
    hold,
)
from tests.engine.heat.races import BY_NAME, HeatSubject, Start, check_shared, drive, record_of, starts
from tests.engine.random_play import AnySubject, Moves, sampled

ORDER = (
    *(Play, Discard, Salvage, Pick, GiveUp, Swap, Gear, Mulligan, LeaveRace),
    *(Cool, PayHeat, Scrap, ReduceStress, SuperCool, Accelerate, DraftMove, Boost, Adrenaline, DirectPlay, Forgo),
    *(Slipstream, Pass),
)
"""The kinds of choices as they are listed. Of each kind the order is pinned below, or with its phase."""


def test_the_order_names_every_kind_of_choice() -> None:
    """But values: they are a phase of their own, with nothing before or behind them."""
    assert {*ORDER, Value} == set(SHIPPED.choices)


def choices_are_listed_kind_by_kind(subject: AnySubject, moves: Moves) -> None:
    for move in sampled(subject, moves, 5):
        for question in subject.game.awaiting(move.state):
            kinds = [type(choice) for choice in subject.game.legal(move.state, question.seat)]
            ranks = [ORDER.index(kind) for kind in kinds if kind in ORDER]
            assert ranks == sorted(ranks)


def cards_are_neither_made_nor_lost(subject: AnySubject, moves: Moves) -> None:
    """Those that all share, and the reason of every Heat and Stress."""
    assert isinstance(subject.game, Heat)
    for move in moves:
        check_shared(subject.game, moves[0].state, move.state)


def cars_that_are_asked_have_no_answer_that_stands(subject: AnySubject, moves: Moves) -> None:
    for move in moves:
        assert all(car.choice is None for car in move.state.cars if car.asked)


def what_is_imagined_has_the_same_cards(subject: AnySubject, moves: Moves) -> None:
    assert isinstance(subject.game, Heat)
    for move in sampled(subject, moves, 30):
        other = subject.game.imagine(subject.game.view(move.state, 0), subject.seed)
        check_shared(subject.game, move.state, other)


HEALTHY: tuple[Law, ...] = (
    *PLAYING,
    choices_are_listed_kind_by_kind,
    cards_are_neither_made_nor_lost,
    cars_that_are_asked_have_no_answer_that_stands,
)
LOOKING: dict[str, tuple[Law, ...]] = {
    "refusing": REFUSING,
    "secrets": SECRETS,
    "imagining": (*IMAGINING, what_is_imagined_has_the_same_cards),
}


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_a_small_race_is_healthy_at_every_step(rules: str, data: st.DataObject) -> None:
    hold(HeatSubject(data.draw(starts(BY_NAME[rules], most_cars=4))), *HEALTHY)


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_a_full_race_is_healthy_at_every_step(rules: str, data: st.DataObject) -> None:
    hold(HeatSubject(data.draw(starts(BY_NAME[rules]))), *HEALTHY, thrift=5)


@pytest.mark.parametrize("laws", LOOKING)
@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_a_race_keeps_the_contract_of(laws: str, rules: str, data: st.DataObject) -> None:
    hold(HeatSubject(data.draw(starts(BY_NAME[rules], most_cars=6))), *LOOKING[laws], steps=250)


@given(starts())
def test_a_race_can_be_played_again(start: Start) -> None:
    hold(HeatSubject(start), *REPLAYING, steps=250)


@given(starts())
def test_a_record_of_a_race_verifies_from_its_bytes(start: Start) -> None:
    subject = HeatSubject(start)
    moves = list(drive(subject.game, start, steps=120))
    record = read_record(encode(record_of(start, moves)))
    assert encode(verify(subject.another(), record)) == subject.game.encode(moves[-1].state)


@pytest.mark.soak
@given(starts(most_laps=3))
def test_a_long_race_is_healthy_at_every_step(start: Start) -> None:
    hold(HeatSubject(start), *HEALTHY, steps=4000, thrift=10)
