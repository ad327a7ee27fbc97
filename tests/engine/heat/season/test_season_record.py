"""Records of championships: they replay and verify to the byte, or say which race and step do not."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import RULEBOOK, Heat
from engine.heat.season import (
    Departure,
    Season,
    SeasonRecord,
    SeasonRun,
    Stop,
    let_bots_race,
    race_record,
    read_season,
    replay_season,
    verify_season,
    view,
)
from engine.kernel import Broken, Fault, StandIn, encode, verify
from tests.engine.heat.season.kit import SEED, codes, content, setup, stand_ins

CALENDAR = (Stop("usa", "inauguration", laps=1), Stop("italia", laps=1), Stop("gb", "corruption", laps=1))


@cache
def driven() -> tuple[SeasonRecord, tuple[Season, ...]]:
    """A season of three drivers and a Legend; one leaves after the first race, the last race is still on."""
    run = SeasonRun(content(RULEBOOK), setup(3, 1, calendar=CALENDAR, row="blue"), SEED)
    seasons = [run.season]
    for number in range(2):
        stand_ins(run.start())
        run.finish()
        if number == 0:
            run.leave(1)
        seasons.append(run.season)
    race = run.start()
    for _ in range(9):
        race.submit(StandIn(race.game.awaiting(race.state)[0], "away"))
    return run.record("1.2.3"), tuple(seasons)


def test_a_record_survives_its_bytes() -> None:
    record, _ = driven()
    assert encode(read_season(encode(record))) == encode(record)
    assert read_season(encode(record)).departures == (Departure(1, 1),)


def test_a_record_verifies_to_the_same_bytes() -> None:
    record, seasons = driven()
    assert encode(verify_season(read_season(encode(record)))) == encode(seasons[-1])


def test_a_record_folds_to_the_season_after_each_race() -> None:
    record, seasons = driven()
    assert [encode(season) for season in replay_season(read_season(encode(record)))] == list(map(encode, seasons))


def test_a_race_of_a_season_is_an_ordinary_record() -> None:
    record, _ = driven()
    for number in range(3):
        race = race_record(record, number)
        game: Any = Heat(race.content)
        state = verify(game, race)
        assert bool(state.ended) == (number < 2)
        assert len(race.setup.entrants) == (4 if number == 0 else 3)
    with pytest.raises(Broken, match="races 0 to 2"):
        race_record(record, 3)


def changed(race: int, step: int, **changes: Any) -> SeasonRecord:
    """The record with one entry that is other."""
    record, _ = driven()
    entries = list(record.races[race])
    entries[step] = replace(entries[step], **changes)
    return replace(record, races=(*record.races[:race], tuple(entries), *record.races[race + 1 :]))


@pytest.mark.parametrize(("race", "step"), [(0, 0), (0, 5), (1, 3), (2, 4)])
def test_what_differs_is_told_by_race_and_step(race: int, step: int) -> None:
    entry = driven()[0].races[race][step]
    with pytest.raises(Broken) as broken:
        verify_season(changed(race, step, events=entry.events[:-1]))
    assert codes(broken.value) == {f"races[{race}].entries[{step}].events": "differs"}


def test_a_command_that_is_refused_is_told_by_race_and_step() -> None:
    command = driven()[0].races[1][1].command
    with pytest.raises(Broken) as broken:
        verify_season(changed(1, 2, command=command))
    assert codes(broken.value) == {"races[1].entries[2].command": "stale"}


def test_events_that_do_not_fit_are_told_by_race_and_step() -> None:
    with pytest.raises(Broken) as broken:
        list(replay_season(changed(1, 4, events=driven()[0].races[0][0].events)))
    assert broken.value.faults[0].place.startswith("races[1].entries[")
    assert broken.value.faults[0].code == "misfit"


def test_another_seed_differs_in_the_first_step() -> None:
    record = replace(driven()[0], seed="00" * 16)
    with pytest.raises(Broken) as broken:
        verify_season(record)
    assert broken.value.faults[0].place.startswith("races[0].entries[0]")


def test_who_left_at_another_time_differs_in_the_race_after() -> None:
    record = replace(driven()[0], departures=(Departure(1, 0),))
    with pytest.raises(Broken) as broken:
        verify_season(record)
    assert broken.value.faults[0].place.startswith("races[0].entries[0]")
    with pytest.raises(Broken) as broken:
        verify_season(replace(record, departures=(Departure(1, 1), Departure(1, 2))))
    assert codes(broken.value) == {"departures[1]": "not_racing"}


def test_only_the_last_race_may_still_be_on() -> None:
    record, _ = driven()
    cut = replace(record, races=(record.races[0][:-1], *record.races[1:]))
    for play in (verify_season, lambda record: list(replay_season(record))):
        with pytest.raises(Broken) as broken:
            play(cut)
        assert codes(broken.value) == {"races[0].entries": "unfinished"}


# Reading


def test_every_fault_of_a_record_is_named() -> None:
    record, _ = driven()
    bad = replace(
        record,
        game="chess",
        seed="none",
        setup=replace(record.setup, legend_bonus=9, calendar=record.setup.calendar[:2]),
        races=(record.races[0][1:], (), *record.races[2:]),
        departures=(Departure(4, 2), Departure(0, 1), Departure(0, 9)),
    )
    with pytest.raises(Broken) as broken:
        read_season(encode(bad))
    assert codes(broken.value) == {
        "setup.legend_bonus": "out_of_range",
        "game": "other_game",
        "seed": "bad_seed",
        "races": "wrong_count",
        "races[0].entries[0]": "no_start",
        "races[1].entries[0]": "no_start",
        "departures[0].seat": "no_such_seat",
        "departures[1].races": "out_of_range",
        "departures[2].races": "out_of_range",
    }


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 5000, b'{"game": 1}', "{}"])
def test_what_is_no_record_is_refused(data: bytes | str) -> None:
    with pytest.raises(Broken) as broken:
        read_season(data)
    assert broken.value.faults[0].code == "malformed"


def test_a_field_that_nobody_knows_is_refused() -> None:
    data = json.loads(encode(driven()[0]))
    data["setup"]["calendar"][0]["weather"] = "sun"
    with pytest.raises(Broken) as broken:
        read_season(json.dumps(data))
    assert broken.value.faults[0].place == "setup.calendar[0]"


SMALL = [None, True, False, 0, -1, 1, 7, 10**30, 0.5, "", "usa", "strike", "?", [], {}, [0, 0], {"type": "end"}]


def twisted(value: Any, dice: Random) -> Any:
    """The same data with one place changed, taken out, doubled or put elsewhere."""
    path: list[tuple[Any, Any]] = []
    here = value
    while isinstance(here, dict | list) and here and (not path or dice.random() < 0.9):
        key = dice.choice(list(here)) if isinstance(here, dict) else dice.randrange(len(here))
        path.append((here, key))
        here = here[key]
    holder, key = path[-1]
    if dice.random() < 0.2:
        del holder[key]
    elif isinstance(holder, list) and dice.random() < 0.2:
        holder.insert(key, holder[dice.randrange(len(holder))])
    else:
        holder[key] = dice.choice(SMALL)
    return value


def replayed(record: SeasonRecord) -> None:
    for season in replay_season(record):
        view(season, 0)


def faults_of(data: bytes | str, play: Callable[[SeasonRecord], object]) -> tuple[Fault, ...]:
    """What is wrong with a record, read and played; only `Broken` may be raised, and never without a fault."""
    try:
        play(read_season(data))
    except Broken as broken:
        return broken.faults or (Fault("", "", ""),)
    return ()


@given(st.integers(0, 2**32))
def test_twisted_records_are_read_and_played_or_refused(number: int) -> None:
    """A record that was changed by hand is sound or broken in a place, and never crashes."""
    dice = Random(number)
    data = json.loads(encode(driven()[0]))
    for _ in range(dice.randint(1, 2)):
        data = twisted(data, dice)
    for play in (verify_season, replayed):
        faults = faults_of(json.dumps(data), play)
        assert all(fault.code and fault.text for fault in faults)


@given(st.binary(max_size=300), st.integers(0, 2**32))
def test_bytes_that_are_spoiled_are_read_or_refused(junk: bytes, place: int) -> None:
    data = encode(driven()[0])
    start = place % len(data)
    faults = faults_of(data[:start] + junk + data[start + len(junk) :], encode)
    assert all(fault.code and fault.text for fault in faults)


def test_state_of_a_season_survives_its_bytes() -> None:
    for season in driven()[1]:
        again = msgspec.json.decode(encode(season), type=Season)
        assert encode(again) == encode(season)


def test_bots_drive_a_season_to_its_end() -> None:
    run = SeasonRun(content(RULEBOOK), setup(2, 1, calendar=CALENDAR, row="blue"), SEED)
    season = let_bots_race(run, ["cautious", "stand_in", "legend"])
    assert season.over
    assert encode(verify_season(run.record("0"))) == encode(season)
