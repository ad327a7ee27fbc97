"""States and records of races from outside, read strictly: every fault is named, with its place."""

from typing import TypeAlias

from engine.heat.content import Content, content_faults, setup_faults
from engine.heat.game import Command, Heat
from engine.heat.moves import MOVES
from engine.heat.state import Setup, State
from engine.heat.tables import HeatEvent, Moves, tables_of
from engine.heat.validate_state import position_faults
from engine.kernel.bounds import STATE_BYTES
from engine.kernel.chance import Seed, is_seed
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import Record, decode, encode

RaceRecord: TypeAlias = Record[Content, Setup, Command, HeatEvent, State]


def read_state(game: Heat, data: bytes | str) -> State:
    """Read a state from outside. Raises `Broken` with every fault, unless the race can be driven on from it."""
    state = game.decode(data)
    if faults := position_faults(game, game.phases, state):
        raise Broken("state", faults)
    return state


def start_faults(game: Heat, position: State, setup: Setup, seed: Seed) -> tuple[Fault, ...]:
    """What is wrong with the position from which a race of this set-up and seed is said to have gone on."""
    faults = []
    for name, own, told in (
        ("content", position.content, game.digest),
        ("setup", position.setup, setup),
        ("seed", position.seed, seed),
    ):
        if own != told:
            faults.append(Fault(f"position.{name}", "differs", f"the {name} of the position is not that of the record"))
    if not faults and len(encode(position)) > STATE_BYTES.most:
        text = f"a state from which a race goes on has at most {STATE_BYTES.most} bytes"
        faults.append(Fault("position", "too_large", text))
    if not faults:
        found = position_faults(game, game.phases, position)
        faults = [Fault(f"position.{fault.place}", fault.code, fault.text) for fault in found]
    return tuple(faults)


def read_record(data: bytes | str, moves: Moves = MOVES) -> RaceRecord:
    """Read the record of a race strictly. Raises `Broken` with every fault; play it again with `verify`."""
    tables = tables_of(moves)
    symbols = tables.vocabulary.symbols
    record: RaceRecord = decode(tables.decoder(tables.record), data, "record")
    faults = tuple(
        Fault(f"content.{fault.place}", fault.code, fault.text) for fault in content_faults(record.content, symbols)
    )
    if not faults:
        faults = tuple(
            Fault(f"setup.{fault.place}", fault.code, fault.text)
            for fault in setup_faults(record.content, record.setup)
        )
    if record.game != Heat.name:
        faults += (Fault("game", "other_game", f"this is a record of “{record.game}”"),)
    if not is_seed(record.seed):
        faults += (Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"),)
    if not faults and record.position is not None:
        faults = start_faults(Heat(record.content, moves), record.position, record.setup, record.seed)
    if faults:
        raise Broken("record", faults)
    return record
