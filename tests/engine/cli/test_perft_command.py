"""Counting from the command line: the count, the split, and what is wrong with a position."""

import json
import re
from random import Random

import pytest

from engine.heat.notation import write_position
from tests.engine.cli.terminal import Terminal
from tests.engine.heat.kit import RULEBOOK, Table, car, game, ready
from tests.engine.heat.notation_kit import bent


def line_of(table: Table) -> str:
    """The position of a table without Legends, whose cards are therefore left out."""
    return re.sub(r" pile \S+", "", write_position(table.game, table.state))


ALONE = line_of(Table(game(), car(at=2, gear=2, hand="1 2 2 3 4 5 stress")).go("cards"))
TURNS = line_of(Table(game(RULEBOOK), ready("1 1", at=2), ready("1", at=20)).go("reveal"))


def test_count(terminal: Terminal) -> None:
    said = terminal("perft", ALONE, 1)
    assert (said.code, said.out.split()) == (0, ["16"])
    assert terminal("perft", ALONE, 0).out.split() == ["1"]


def test_split_names_each_first_choice(terminal: Terminal) -> None:
    said = terminal("perft", ALONE, 1, "--split")
    assert "           1  play 2 2\n" in said.out
    assert said.out.endswith("          16  in all\n")
    assert len(said.out.splitlines()) == 17


def test_json_has_count_and_split(terminal: Terminal) -> None:
    assert json.loads(terminal("perft", ALONE, 1, "--json").out) == {"depth": 1, "count": 16}
    told = json.loads(terminal("perft", ALONE, 2, "--split", "--json").out)
    assert told["split"]["play 2*2"] > 0
    assert sum(told["split"].values()) == told["count"]


def test_rules_are_chosen(terminal: Terminal) -> None:
    assert terminal("perft", TURNS, 1, "--rules", "rulebook").code == 0
    said = terminal("perft", TURNS, 1)
    assert said.code == 1
    assert "position: cursor: the schedule has no phase" in said.err


def test_seed_fixes_chance(terminal: Terminal) -> None:
    """With an empty draw pile, what comes to the hand is a matter of the seed."""
    hand = ALONE.replace("gear 2 ", "gear 3 ").replace("hand 1,2*2,3,4,5,stress", "hand 1*3,heat*4")
    line = hand.replace("draw 4,3,2,1,4,3,2,1", "draw - discard 0,2,3*3,4")
    counts = [terminal("perft", line, 4, "--seed", seed).out for seed in "abcdefaa"]
    assert len(set(counts)) > 1
    assert counts[0] == counts[-1]


@pytest.mark.parametrize("depth", [-1, 61])
def test_depth_out_of_range_is_named(terminal: Terminal, depth: int) -> None:
    said = terminal("perft", ALONE, depth)
    assert said.code == 1
    assert said.err == f"options: DEPTH: the depth is 0 to 60, not {depth}\n"


def test_every_fault_of_a_position_is_named(terminal: Terminal) -> None:
    said = terminal("perft", ALONE.replace("lane 1", "lane x").replace("round 2", "round"), 1)
    assert said.code == 1
    assert "position: seat 0 lane: this must be a whole number, not 'x'\n" in said.err
    assert len(said.err.splitlines()) > 1


def test_what_a_viewer_knows_is_no_position_to_count_from(terminal: Terminal) -> None:
    table = Table(game(), car(at=2, gear=2)).go("cards")
    said = terminal("perft", write_position(game(), game().view(table.state, 0)), 1)
    assert said.code == 1
    assert "a whole position hides nothing" in said.err


REACTING = (
    "round 3 phase react cursor 4.0.0 order 0 laps 2 weather roads season event hold_tight sky rain tokens "
    "overheat,weather,limit_up,free_boost market up01 spent sp03 sponsors sp01 drawn 6 / 0 driver kept sp02 lap 1 "
    "space 14 lane 1 gear 2 engine 2 hand heat*2,stress,up28 draw 4,3*2,1 top 4 discard 2,1 play up11,up22 items "
    "cooldown:1:gear,heat:1:up11,cooldown:1:up11,salvage:2:up22 accelerated 1 slipped 1.12 cooled 12 from 1.6.1 asked "
    "n 9 own 3"
)
DRAFTING = (
    "round 0 phase draft cursor 1.0.0 order 0,1 laps 2 draft rounds tiers basic market up02,up09,up11 out up04 "
    "upgrades up01,up03,up17 drawn 4 / 0 driver lap 0 space 68 lane 1 gear 1 engine 0 hand - draw - owns up10 asked "
    "n 2 own 2 / 1 driver lap 0 space 68 lane 2 gear 1 engine 0 hand - draw - owns up13 n 1 own 1"
)


LINES = (("standard", ALONE), ("rulebook", TURNS), ("standard", REACTING), ("standard", DRAFTING))


def test_positions_with_modules_are_counted(terminal: Terminal) -> None:
    draft = terminal("perft", DRAFTING, 2, "--split")
    assert draft.code == 0
    assert "           2  take up02\n" in draft.out
    assert terminal("perft", REACTING, 2, "--split", "--json").code == 0


def test_fuzz_any_position_is_counted_or_refused(terminal: Terminal) -> None:
    for dice in range(250):
        rules, line = LINES[dice % len(LINES)]
        said = terminal("perft", f"{bent(line, Random(dice))} ", 3, "--rules", rules)
        assert said.code in {0, 1}, said.err
        assert bool(said.err) == bool(said.code)
