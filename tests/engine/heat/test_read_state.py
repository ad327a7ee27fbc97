"""States from outside: whatever their bytes, they can be driven on from, or every fault is named."""

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import Entrant, Setup, State, read_state
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.notation import read_position, read_view_position, write_position
from engine.heat.race import Race
from engine.heat.state import with_car
from engine.kernel import Broken, Question, Retire, StandIn, Step, encode
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, car, game


def laid() -> Table:
    return Table(game(), car(at=30, gear=2), car(at=20, gear=3)).go("gears")


def changed(**fields: Any) -> bytes:
    return json.dumps({**json.loads(encode(laid().state)), **fields}).encode()


def test_a_sound_state_is_read_as_it_is() -> None:
    table = laid()
    assert read_state(table.game, encode(table.state)) == table.state


@pytest.mark.parametrize(
    "fields",
    [
        {"phase": "zzz"},
        {"phase": "reveal"},
        {"cars": []},
        {"order": [9]},
        {"order": [-1, 0, 1]},
        {"stage": 99},
        {"stage": -1},
        {"turn": -5},
        {"tokens": ["q"]},
        {"weather": "frogs"},
        {"legend_pile": ["zz"]},
        {"seed": "xx"},
        {"setup": {"entrants": [], "laps": 2}},
        {"setup": {"entrants": [{}, {}], "laps": -5}},
        {"content": "another"},
    ],
    ids=repr,
)
def test_a_state_that_no_race_comes_to_is_refused_with_its_faults(fields: dict[str, Any]) -> None:
    with pytest.raises(Broken) as caught:
        read_state(game(), changed(**fields))
    assert all(fault.code and fault.text for fault in caught.value.faults)


@pytest.mark.parametrize("draft", ["rounds", "snake", "one"])
@pytest.mark.parametrize("season", [False, True])
def test_a_race_that_a_driver_left_in_the_draft_is_read_back(draft: Literal["rounds"], season: bool) -> None:
    """That driver never gets a deck. In every form: the state, and the position as each viewer knows it."""
    sponsors = ("sp01",) * season
    setup = Setup((Entrant(sponsors=sponsors),) * 3, 1, draft=draft, season=season)
    race = Race(game(), setup, SEED)
    race.submit(StandIn(race.game.awaiting(race.state)[0], "away"))
    race.submit(Retire(1))
    while race.state.round < 3:
        assert read_state(race.game, race.game.encode(race.state)) == race.state
        assert read_position(race.game, write_position(race.game, race.state), SEED) == race.state
        for seat in (None, 0, 1, 2):
            view = race.game.view(race.state, seat)
            assert read_view_position(race.game, write_position(race.game, view)) == view
        race.submit(StandIn(race.game.awaiting(race.state)[0], "away"))
    assert (race.state.cars[1].status, race.state.cars[1].left, race.state.cars[1].stock) == ("retired", 0, ())


def test_only_a_driver_who_left_in_the_draft_has_no_deck() -> None:
    table = laid()
    for changes in ({}, {"status": "retired", "left": 1}):
        bare = replace(table.cars[0], hand=(), draw=(), stock=(), engine=0, asked=False, **changes)
        with pytest.raises(Broken, match="a driver has cards"):
            read_state(table.game, encode(with_car(table.state, Seat(0), bare)))


@given(st.data())
def test_whatever_is_read_can_be_looked_at_and_driven_on(data: st.DataObject) -> None:
    """One number or word of a real state is another: refused by name, or a race like any other."""
    heat = game()
    raw = json.loads(encode(laid().state))
    place: Any = raw
    while isinstance(place, dict | list) and place:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(st.one_of(st.integers(-3, 99), st.sampled_from(["", "heat", "gears"]), st.just([])))
            break
        place = place[key]
    try:
        state: State = read_state(heat, json.dumps(raw))
    except Broken:
        return
    for seat in (None, *range(len(state.cars))):
        heat.view(state, seat)
    for question in heat.awaiting(state):
        assert len(heat.legal(state, question.seat))
        assert isinstance(heat.decide(state, StandIn(Question(*_fields(question)))), Step)


def _fields(question: Question) -> tuple[int, str, Seat, int]:
    return question.round, question.phase, question.seat, question.n


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_who_has_no_seat_sees_what_a_spectator_sees(seat: int) -> None:
    table = laid()
    assert table.game.view(table.state, seat) == table.game.view(table.state, None)


def test_std_1_who_retires_is_out_of_the_order_that_is_shown() -> None:
    table = Table(game(), car(at=30, gear=2), car(at=20, gear=3), car(at=10)).go("gears")
    table.answer(0, LeaveRace())
    for seat in (1, 2):
        table.stand_in(seat)
    assert table.game.view(table.state, None).order == (1, 2)


def test_a_draft_needs_upgrades_to_draft() -> None:
    with pytest.raises(Broken) as caught:
        game().start(Setup(laid().state.setup.entrants, 2, draft="rounds", tiers=()), SEED)
    assert [fault.code for fault in caught.value.faults] == ["no_upgrades"]
