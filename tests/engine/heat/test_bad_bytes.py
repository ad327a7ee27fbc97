"""Broken bytes for commands, records, circuits and states: they end in a refusal or in `Broken`, nothing worse."""

import copy
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import (
    Content,
    Entrant,
    Heat,
    Play,
    Setup,
    State,
    all_tracks,
    read_command,
    read_record,
    read_track,
)
from engine.heat import events as e
from engine.heat.moves.gear import Shifted
from engine.heat.reading import RaceRecord
from engine.heat.tables import SHIPPED
from engine.heat.units import Distance, Lane
from engine.kernel import (
    Answer,
    Broken,
    Entry,
    Question,
    Refusal,
    Seed,
    encode,
    replay,
    verify,
)
from engine.kernel.seats import Seat
from tests.engine.contract import HUGE
from tests.engine.heat.kit import cards, game, short
from tests.engine.heat.races import ROOT, Start, drive, record_of


def test_read_command_knows_a_command_from_none() -> None:
    answer = Answer(0, Question(1, "gears", Seat(0), 1), Play(cards("1 2")), "c1")
    assert read_command(encode(answer)) == answer
    for data, code in (
        (b'{"type":"edit"}', "unknown"),
        (b'{"type":"answer","seat":0}', "malformed"),
        (b"", "malformed"),
        (encode(answer).replace(b'"play"', b'"fly"'), "malformed"),
    ):
        refused = read_command(data)
        assert isinstance(refused, Refusal)
        assert refused.code == code


def readers() -> tuple[Any, ...]:
    return (read_record, read_track, game().decode)


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_broken_and_nothing_worse(data: bytes) -> None:
    assert isinstance(read_command(data), Refusal)
    for reader in readers():
        with pytest.raises(Broken) as caught:
            reader(data)
        assert caught.value.faults


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"[" * 300_000,
        b'{"a":' * 100_000,
        b"\xff",
        "\ud800",
        b"9" * 9000,
        b"NaN",
        b'{"seed":NaN}',
    ],
    ids=short,
)
def test_hostile_bytes_are_broken(data: Any) -> None:
    for reader in readers():
        with pytest.raises(Broken) as caught:
            reader(data)
        assert caught.value.faults


def short_race(cars: int = 2, steps: int = 45) -> tuple[Heat, bytes, State]:
    content = Content(track=all_tracks()["italia"])
    start = Start(content, Setup((Entrant(),) * cars + (Entrant("easy"),), laps=1, mulligan=True), Seed(ROOT), dice=3)
    moves = list(drive(Heat(content), start, steps=steps))
    return Heat(content), encode(record_of(start, moves)), moves[-1].state


HEAT, RECORD, LAST = short_race()
VALUES: list[Any] = [
    None,
    0,
    -1,
    1,
    7,
    2**31,
    HUGE,
    2**64,
    10**50,
    1.5,
    True,
    "",
    "heat",
    "x",
    "\x00",
    [],
    [[]],
    {},
    "answer",
]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in builtin data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inner for place in paths(one, (*path, key)))]


def mutate(data: Any, places: list[tuple[Any, ...]], dice: Random) -> Any:
    """One place in the data, made other: replaced, removed, doubled, or another place's value."""
    data = copy.deepcopy(data)
    *way, last = dice.choice(places[1:])
    holder = data
    for key in way:
        holder = holder[key]
    match dice.randrange(5):
        case 0 if isinstance(holder, dict):
            del holder[last]
        case 1 if isinstance(holder, list):
            holder.insert(last, copy.deepcopy(holder[last]))
        case 2 if isinstance(holder, list):
            del holder[last]
        case 3 if isinstance(holder[last], int):
            holder[last] += dice.choice([-1, 1, 100])
        case _:
            holder[last] = copy.deepcopy(dice.choice(VALUES))
    return data


RECORD_DATA = msgspec.json.decode(RECORD)
RECORD_PLACES = paths(RECORD_DATA)
HEAD_PLACES = [place for place in RECORD_PLACES if not place or place[0] != "entries"]
STATE_DATA = msgspec.json.decode(encode(LAST))
STATE_PLACES = paths(STATE_DATA)


def judge(data: bytes) -> State | Broken:
    """Reads, replays and verifies a record from outside; anything but a state or `Broken` fails the test."""
    try:
        record: Any = read_record(data)
    except Broken as broken:
        return broken
    with suppress(Broken):
        list(replay(HEAT, record.entries))
    try:
        state: State = verify(Heat(record.content), record)
    except Broken as broken:
        return broken
    return state


def test_a_sound_record_is_a_state() -> None:
    assert judge(RECORD) == LAST


@given(st.integers(0, 2**32))
def test_a_mutated_record_is_a_state_or_broken(seed: int) -> None:
    dice = Random(seed)
    for places in (RECORD_PLACES, HEAD_PLACES):
        found = judge(encode(mutate(RECORD_DATA, places, dice)))
        assert isinstance(found, State) or found.faults


@pytest.mark.parametrize("count", [2**31, HUGE, 10**40, -1])
def test_an_event_that_claims_more_than_memory_holds_is_a_misfit(count: int) -> None:
    """Heat, Stress and laps by the thousand million are a fault, not the end of the process."""
    for event in (
        Shifted(Seat(0), gear=1, heat=count),
        e.CornerTaken(Seat(0), line=Distance(10), limit=5, speed=6, heat=count),
        e.SpunOut(Seat(0), line=Distance(10), limit=5, speed=9, heat=0, at=Distance(-3), lane=Lane(1), stress=count),
        e.Moved(Seat(0), why="cards", distance=1, at=Distance(abs(count) * 1000), lane=Lane(1))
        if count > 0
        else e.CornerTaken(Seat(0), line=Distance(10), limit=5, speed=6, heat=count),
    ):
        with pytest.raises(Broken) as caught:
            list(replay(HEAT, (Entry(None, (*HEAT.start(Setup((Entrant(),), 1), ROOT), event)),)))
        assert [fault.code for fault in caught.value.faults] == ["misfit"]


@given(st.integers(0, 2**32))
def test_a_record_with_flipped_bytes_is_a_state_or_broken(seed: int) -> None:
    dice, data = Random(seed), bytearray(RECORD)
    for _ in range(dice.randrange(1, 4)):
        data[dice.randrange(len(data))] = dice.choice(b'09azAZ"{}[],:-\\\x00\xff')
    found = judge(bytes(data))
    assert isinstance(found, State) or found.faults


@given(st.integers(0, 2**32))
def test_a_mutated_state_is_a_state_or_broken(seed: int) -> None:
    data = encode(mutate(STATE_DATA, STATE_PLACES, Random(seed)))
    with suppress(Broken):
        assert isinstance(HEAT.decode(data), State)


@given(st.integers(0, 2**32))
def test_a_mutated_command_is_carried_out_or_refused(seed: int) -> None:
    """Straight from the bytes into the race."""
    dice = Random(seed)
    entry = dice.randrange(1, len(RECORD_DATA["entries"]))
    record: Any = read_record(RECORD)
    state: State = list(replay(HEAT, record.entries))[entry - 1]
    data = RECORD_DATA["entries"][entry]["command"]
    for _ in range(8):
        command = read_command(encode(mutate(data, paths(data), dice)))
        if not isinstance(command, Refusal):
            before = encode(state)
            answer = HEAT.decide(state, command)
            assert encode(state) == before
            assert isinstance(answer, Refusal) or HEAT.problems(answer.state) == ()


@pytest.mark.parametrize(
    ("change", "place", "code"),
    [
        ({"game": "ludo"}, "game", "other_game"),
        ({"seed": "xyz"}, "seed", "bad_seed"),
        ({"setup": Setup((), 1)}, "setup.entrants", "out_of_range"),
        ({"setup": Setup((Entrant("nobody"), Entrant()), 1)}, "setup.entrants[0].legend", "unknown_row"),
        ({"setup": Setup((Entrant(),), 77)}, "setup.laps", "out_of_range"),
    ],
)
def test_a_record_that_cannot_be_played_names_its_fault(change: dict[str, Any], place: str, code: str) -> None:
    record = msgspec.structs.replace(SHIPPED.decoder(RaceRecord).decode(RECORD), **change)
    with pytest.raises(Broken) as caught:
        read_record(encode(record))
    assert (place, code) in [(fault.place, fault.code) for fault in caught.value.faults]


def test_a_state_of_other_content_is_broken() -> None:
    with pytest.raises(Broken) as caught:
        game().decode(encode(LAST))
    assert [fault.code for fault in caught.value.faults] == ["other_content"]


@pytest.mark.soak
def test_a_long_record_of_twelve_cars_verifies() -> None:
    content = Content(track=all_tracks()["usa"])
    start = Start(content, Setup((Entrant(),) * 12, laps=3), Seed(ROOT), dice=9)
    moves = list(drive(Heat(content), start, steps=20_000, trouble=0.01))
    record: Any = read_record(encode(record_of(start, moves)))
    assert encode(verify(Heat(content), record)) == encode(moves[-1].state)
