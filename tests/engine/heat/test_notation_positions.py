"""The position line: what is written reads back, and a broken line names its faults and their places."""

import re
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import Entrant, Gear, Heat, Setup, State
from engine.heat.notation import (
    read_position,
    read_record_text,
    read_view_position,
    write_position,
)
from engine.heat.notation.reading import _CAR, _HEAD
from engine.heat.race import Race
from engine.heat.state import Car, Item
from engine.kernel import Broken
from tests.engine.heat import races
from tests.engine.heat.kit import SEED, Table, car, game, ready
from tests.engine.heat.notation_kit import ANY_START, STARTS, bent, faults, part


def check_position(game: Heat, state: State) -> None:
    """A state and what each viewer knows of it, there and back."""
    line = write_position(game, state)
    assert read_position(game, line, state.seed) == state, line
    assert "\n" not in line
    for seat in (None, *range(len(state.cars))):
        view = game.view(state, seat)
        seen = write_position(game, view)
        assert read_view_position(game, seen) == view, seen
        assert write_position(game, read_view_position(game, seen)) == seen


@part(0.5)
@given(ANY_START)
def test_position_reads_back_between_decisions(start: races.Start) -> None:
    game = Heat(start.content)
    for number, move in enumerate(races.drive(game, start, steps=120, trouble=0.15)):
        if number % 7 == start.dice % 7:
            check_position(game, move.state)
    check_position(game, move.state)


def test_position_of_a_table_laid_by_hand() -> None:
    table = Table(game(), ready("1 4", at=10), car(at=12, gear=3, discard="heat 5", engine=2), order=(1, 0))
    check_position(table.game, table.state)
    check_position(table.game, table.go("gears").state)


def test_position_says_what_a_player_says() -> None:
    table = Table(game(), car(at=80, lane=2, gear=3, engine=5, hand="1 2 2 heat", draw="4 3 3", laps=(4,)), round=5)
    line = write_position(table.game, table.go("gears").state)
    assert line.startswith("round 5 phase gears order 0 laps 2 pile ")
    assert " / 0 driver lap 2 space 11 lane 2 gear 3 engine 5 hand 1,2*2,heat draw 4,3*2 from 2.11.2 asked " in line


def test_position_of_a_table_with_modules() -> None:
    """Every field that modules add, in one table, and what each viewer makes of it."""
    one = car(
        at=14, gear=2, play="up11 up32", worth=(6, 2), draw="up34 sp01 1 2", top=("up34",), hand="1 heat sp02 stress",
        discard="sp03 2", accelerated=2, slipped_from=0, weathered=(-1, 12), bonus=1, flips=2, upgrades=("up11",),
        items=(Item("heat", 1, "up11"), Item("cooldown", 1, "up11")),
    )  # fmt: skip
    table = Table(
        game(), one, car(at=20), round=3, season=True, event="new_record", weather=True, roads=True, draft="snake",
        tiers=("basic",), expansions=("heavy_rain",),
    )  # fmt: skip
    shared = {
        "weather": "rain", "tokens": ("overheat", "weather", "limit_up", "free_boost"), "market": ("up01",),
        "upgrades_out": ("up02",), "upgrade_pile": ("up03", "up03"), "sponsor_pile": ("sp01",),
        "sponsors_used": ("sp05",),
    }  # fmt: skip
    kept = (Entrant(sponsors=("sp01", "sp02")), Entrant())
    state = replace(table.state, setup=replace(table.state.setup, entrants=kept), **shared)
    check_position(table.game, state)
    assert " accelerated 2 " in write_position(table.game, state)
    seen = write_position(table.game, table.game.view(state, 1))
    assert " kept ?2 " in seen
    assert " hand ?4 draw ?4 top up34 discard sp03,2 sponsors 3 holds 1 stock " in seen
    assert not re.search("sp0[124]|upgrades|up03", seen)


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("laps 2 ", "laps 2 draft quickly ", "draft", "unknown"),
        ("laps 2 ", "laps 2 tiers basic,best ", "tiers", "unknown"),
        ("laps 2 ", "laps 2 expansions moon ", "expansions[0]", "unknown_expansion"),
        ("laps 2 ", "laps 2 season event picnic ", "event", "unknown_event"),
        ("laps 2 ", "laps 2 sky hail ", "sky", "unknown"),
        ("laps 2 ", "laps 2 tokens overheat,ice ", "tokens", "unknown"),
        ("laps 2 ", "laps 2 market up99 ", "market", "unknown_card"),
        ("laps 2 ", "laps 2 spent sp99 ", "spent", "unknown_card"),
        ("/ 1 driver ", "/ 1 driver kept ?2 ", "seat 1 kept", "hidden"),
        ("/ 1 driver ", "/ 1 driver kept up01 ", "entrants[1].sponsors[0]", "unknown_card"),
        ("n 1 /", "n 1 owns up99 /", "seat 0 owns", "unknown_card"),
        ("n 1 /", "n 1 top 3 /", "seat 0", "top_not_on_top"),
        ("n 1 /", "n 1 slipped 1 /", "seat 0 slipped", "bad_place"),
        ("n 1 /", "n 1 cooled x /", "seat 0 cooled", "no_number"),
        ("chose play:1,4", "chose discard:1^up32", "seat 0 chose", "no_refresh"),
        ("chose play:1,4", "chose giveup:up01", "seat 0 chose", "not_owned"),
    ],
)
def test_broken_modules_in_a_position_name_the_place(old: str, new: str, place: str, code: str) -> None:
    assert old in TWO_CARS
    with pytest.raises(Broken) as broken:
        read_position(game(), TWO_CARS.replace(old, new, 1))
    assert (place, code) in faults(broken)


def test_position_of_a_draft_asks_whom_the_draft_asks() -> None:
    race = Race(game(), Setup((Entrant(), Entrant()), 1, draft="snake"), SEED)
    line = write_position(race.game, race.state)
    assert " phase snake_draft order " in line
    check_position(race.game, race.state)
    for old, new in (("phase snake_draft", "phase draft"), ("draft snake", "draft one"), ("draft snake ", "")):
        with pytest.raises(Broken) as broken:
            read_position(race.game, line.replace(old, new))
        assert ("cursor", "bad_cursor") in faults(broken)


def test_view_hides_hands_piles_and_choices() -> None:
    table = Table(game(), car(at=10, gear=2), car(at=12)).go("gears").answer(0, Gear(1))
    seen = write_position(table.game, table.game.view(table.state, 1))
    first, second = seen.split(" / ")[1:]
    assert "hand ?7 draw ?8 " in first
    assert "chose ? " in first
    assert "hand 1*2,2*2,3*2,4 draw ~1*2,2*2,3*2,4*2 " in second
    assert "pile" not in seen
    with pytest.raises(Broken, match="hides nothing"):
        read_position(table.game, seen)


def test_position_fields_cover_the_state() -> None:
    """A new field of a state needs a word of its own; `at` and `worth` go by others."""
    named = {"at": "lap", "start": "from", "start_lane": "from", "laps": "done", "choice": "chose", "worth": "play"}
    named |= {"status": "home", "slipped_from": "slipped", "weathered": "cooled"}
    assert {named.get(field, field) for field in Car.__struct_fields__ if field != "upgrades"} <= _CAR
    assert {"owns", "upgrades", "kept"} <= _CAR
    named = {"legend_pile": "pile", "legend_used": "used", "legend_card": "legend", "legend_bonus": "bonus"}
    named |= dict.fromkeys(("stage", "turn", "step"), "cursor")
    named |= {"upgrade_pile": "upgrades", "sponsor_pile": "sponsors", "upgrades_out": "out", "sponsors_used": "spent"}
    elsewhere = {"content", "seed", "cars", "setup", "entrants"}
    fields = {*State.__struct_fields__, *Setup.__struct_fields__} - elsewhere
    assert {named.get(field, field) for field in fields} | {"sky"} <= _HEAD
    assert {"kept" if field == "sponsors" else field for field in Entrant.__struct_fields__} <= _CAR


TWO_CARS = write_position(game(), Table(game(), ready("1 4", at=10), car(at=12, n=0)).state)


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("round 2 ", "round two ", "round", "no_number"),
        ("round 2 ", "", "round", "missing"),
        ("round 2 ", "round 2 speed 4 ", "", "unknown"),
        ("round 2 ", "round 2 round 3 ", "round", "twice"),
        ("round 2 ", "round 2 phase lunch ", "phase", "unknown_phase"),
        ("round 2 ", "round 2 cursor 1.2 ", "cursor", "bad_cursor"),
        ("order 1,0", "order 1,7", "order", "no_such_seat"),
        ("order 1,0", "order 1", "seat 0", "not_in_order"),
        ("laps 2", "laps 77", "laps", "out_of_range"),
        ("/ 1 driver", "/ 1", "seat 1", "no_entrant"),
        ("/ 1 driver", "/ 2 driver", "seat 1", "bad_seat"),
        ("/ 1 driver", "/ 1 legend ferocious", "entrants[1].legend", "unknown_row"),
        ("/ 1 driver", "/ 1 legend easy", "seat 1", "legend_with_cards"),
        ("space 10", "space 70", "seat 0 space", "out_of_range"),
        ("space 10 ", "", "seat 0 space", "missing"),
        ("space 10 lane 1", "space 12 lane 1", "space 12 lane 1", "two_cars_in_one_spot"),
        ("lane 1 gear 2", "lane 3 gear 2", "seat 0", "off_track"),
        ("lane 1 gear 2", "lane 1 gear 5", "seat 0", "no_such_gear"),
        ("engine 6", "engine -1", "seat 0 engine", "out_of_range"),
        ("chose play:1,4", "chose play:1,5", "seat 0 chose", "not_in_hand"),
        ("chose play:1,4", "chose dance:1,5", "seat 0 chose", "unknown_choice"),
        ("chose play:1,4", "chose play", "seat 0 chose", "bad_choice"),
        ("chose play:1,4", "chose ?", "seat 0 chose", "hidden"),
        ("hand 1*2,", "hand ace,1*2,", "seat 0 hand", "unknown_card"),
        ("hand 1*2,", "hand 1*2*3,", "seat 0 hand", "bad_list"),
        ("hand 1*2,", "hand 1*0,", "seat 0 hand", "out_of_range"),
        ("hand 1*2,", "hand 4,1*2,", "seat 0", "hand_out_of_order"),
        ("n 1 /", "n 1 asked /", "cursor", "bad_cursor"),
        ("n 1 /", "n 1 chose gear:3 /", "seat 0 chose", "twice"),
        ("n 1 /", "n 1 items speed:1:gear /", "seat 0 items", "unknown_item"),
        ("n 1 /", "n 1 items speed /", "seat 0 items", "bad_item"),
        ("n 1 /", "n 1 done 3 /", "seat 0", "laps_miscounted"),
        ("n 1 /", "n 1 play 4=2=3 /", "seat 0 play", "bad_card"),
        ("from 1.10.1", "from 3", "seat 0 from", "bad_place"),
        ("n 1 /", "n 1 stock 1*4 /", "seat 0", "card_lost"),
        ("n 1 /", "n /", "seat 0 n", "missing"),
    ],
)
def test_broken_position_names_the_place(old: str, new: str, place: str, code: str) -> None:
    assert old in TWO_CARS
    with pytest.raises(Broken) as broken:
        read_position(game(), TWO_CARS.replace(old, new, 1))
    assert (place, code) in faults(broken)


def test_position_needs_the_cards_that_lie_face_down() -> None:
    table = Table(game(), ready("1 4", at=10), ready("2 3", at=12)).go("reveal")
    line = write_position(table.game, table.state).replace("chose play:1,4 ", "")
    assert table.asked == {1: "react"}
    assert read_position(table.game, line).cars[0].choice is None
    line = re.sub(r"phase react cursor 4.0.0", "phase cards cursor 1.0.0", line)
    with pytest.raises(Broken) as broken:
        read_position(table.game, line)
    assert ("seat 0 chose", "no_cards") in faults(broken)


def test_broken_position_names_every_fault() -> None:
    text = TWO_CARS.replace("round 2", "round x").replace("space 10", "space z").replace("lane 1", "lane y")
    with pytest.raises(Broken) as broken:
        read_position(game(), text)
    assert {"round", "seat 0 space", "seat 0 lane", "seat 1 lane"} <= {place for place, _ in faults(broken)}


@pytest.mark.parametrize("viewer", ["7", "red", "-1", ""])
def test_view_position_needs_a_viewer(viewer: str) -> None:
    seen = write_position(game(), game().view(Table(game(), car(at=1)).state, None))
    with pytest.raises(Broken):
        read_view_position(game(), seen.replace("as spectator", f"as {viewer}".strip()))
    with pytest.raises(Broken, match="as: "):
        read_view_position(game(), seen.replace(" as spectator", ""))


@part(3)
@given(st.integers(0, 2**32), STARTS)
def test_fuzz_position_is_read_or_refused(dice: int, start: races.Start) -> None:
    game = Heat(start.content)
    *_, move = races.drive(game, start, steps=dice % 40 + 1)
    for position in (move.state, game.view(move.state, None)):
        text = bent(write_position(game, position), Random(dice))
        for read in (read_position, read_view_position):
            try:
                found = cast(Any, read)(game, text)
            except Broken:
                pass
            else:
                again = write_position(game, found)
                assert write_position(game, cast(Any, read)(game, again)) == again


@given(st.text())
def test_fuzz_any_text_is_read_or_refused(text: str) -> None:
    for read in (lambda: read_position(game(), text), lambda: read_record_text(text)):
        with pytest.raises(Broken):
            read()
