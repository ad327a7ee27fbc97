"""How many ways there are to go on, from tables of positions; chance is fixed by the seed of a position.

A table has blocks of lines: `name`, `track` and `rules` where they are not USA and `standard`, `position`, and for each
depth `perft DEPTH COUNT`. A `#` opens a comment.
"""

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from engine.cli.perft import after, perft, split
from engine.cli.sentences import choice_text
from engine.heat import (
    RULESETS,
    Content,
    Entrant,
    Gear,
    Heat,
    LeaveRace,
    Mulligan,
    Play,
    Setup,
    Slipstream,
    State,
    Value,
    all_tracks,
)
from engine.heat import choices as c
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.notation import read_position
from engine.heat.race import Race
from engine.heat.tables import SHIPPED
from engine.kernel import Refusal, command_for
from tests.engine.heat.kit import SEED, game

FOLDER = Path(__file__).parent / "perft"


class Row(Struct, frozen=True):
    """One position, and what is counted from it."""

    name: str
    track: str
    rules: str
    position: str
    counts: tuple[tuple[int, int], ...]


def read(path: Path) -> list[Row]:
    rows = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(" ", 1) for line in block.splitlines() if not line.startswith("#")]
        said = {key: value for key, value in lines if key != "perft"}
        counts = [tuple(map(int, value.split())) for key, value in lines if key == "perft"]
        if lines:
            rows.append(
                Row(
                    f"{path.stem}: {said['name']}",
                    said.get("track", "usa"),
                    said.get("rules", "standard"),
                    said["position"],
                    tuple((depth, count) for depth, count in counts),
                )
            )
    return rows


ROWS = [row for path in sorted(FOLDER.glob("*.perft")) for row in read(path)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_counts(row: Row) -> None:
    """Shows the count under each first choice when one is wrong: that is where to look further."""
    game = Heat(Content(track=all_tracks()[row.track], rules=RULESETS[row.rules]))
    state = read_position(game, row.position)
    assert row.counts
    for depth, count in row.counts:
        ways = split(game, state, depth)
        told = "\n".join(f"{some:>8}  {choice_text(choice)}" for choice, some in ways)
        assert perft(game, state, depth) == count, f"depth {depth}\n{told}"
        assert sum(some for _, some in ways) == count


CARDS = ("up04", "up05", "up11", "up18", "up19", "up22", "up23", "up24", "up27", "up28", "up46", "up47", "sp06", "1")
ORDERS: tuple[c.Choice, ...] = (
    *(make(amount) for make in (Cool, ReduceStress, SuperCool, DraftMove) for amount in range(5)),
    *(make(card) for make in (PayHeat, Scrap, Accelerate, Pick, GiveUp) for card in CARDS),
    *(Forgo(keep) for keep in ((), ("up11",), ("up18",), ("up46",), ("up11", "up18"))),
    *(Salvage(card, cards) for card in CARDS for cards in ((), ("4",), ("1", "4"), ("4", "4"), ("4", "4", "4"))),
    *(DirectPlay(card, worth) for card in CARDS for worth in (0, 1, 2, 4)),
    *(Discard(cards, again) for cards in ((), ("1",), ("heat",)) for again in ((), ("up32",), ("up32", "up34"))),
    *(Swap(give, take) for give in ("up11", "up12") for take in ("up01", "up11")),
    *(Boost(), Adrenaline(), Pass()),
)


def test_every_kind_of_choice_of_the_modules_is_tried() -> None:
    """What base cards offer is counted by the tables of their phases."""
    base = {Gear, Mulligan, LeaveRace, Play, Value, Slipstream}
    assert base.isdisjoint(map(type, ORDERS))
    assert base.union(map(type, ORDERS)) == set(SHIPPED.choices)


MODULES = [row for row in ROWS if row.name.startswith(("symbols", "discard", "draft"))]


@pytest.mark.parametrize("row", MODULES, ids=lambda row: row.name)
def test_what_is_not_listed_is_refused_and_what_is_listed_is_not(row: Row) -> None:
    """Whatever the order, `legal` and `decide` are of one mind; a refusal has a code of the game's own."""
    game = Heat(Content(track=all_tracks()[row.track], rules=RULESETS[row.rules]))
    state = read_position(game, row.position)
    (question, *_) = game.awaiting(state)
    legal = list(game.legal(state, question.seat))
    for choice in {*ORDERS, *legal}:
        decided = game.decide(state, command_for(question, choice))
        assert isinstance(decided, Refusal) == (choice not in legal), choice
        if isinstance(decided, Refusal):
            assert decided.code in {*SHIPPED.sentences, "not_an_answer"}
            assert "{" not in decided.sentence


def test_tables_are_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.perft")} >= {
        *("cards", "gears", "react", "slipstream"),
        *("draft", "symbols", "discard"),
    }
    assert len({row.name for row in ROWS}) == len(ROWS)


def walked(game: Heat, state: State, depth: int) -> int:
    """The plain way to count: every choice carried out, down to the last."""
    waiting = game.awaiting(state)
    if not depth or not waiting:
        return int(not depth)
    choices: list[Any] = list(game.legal(state, waiting[0].seat))
    return sum(walked(game, after(game, state, waiting[0], choice), depth - 1) for choice in choices)


def test_last_level_is_counted_as_if_it_were_walked() -> None:
    race = Race(game(), Setup((Entrant(), Entrant("easy")), 1), SEED)
    assert perft(race.game, race.state, 4) == walked(race.game, race.state, 4)


def test_nothing_follows_the_end() -> None:
    table = read_position(game(), "round 3 order 0 laps 1 ended flag / 0 driver lap 2 space 3 lane 1 hand 1 done 3")
    assert [perft(game(), table, depth) for depth in range(3)] == [1, 0, 0]
