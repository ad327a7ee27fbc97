"""The record of a race, put together from what is stored: to download, to replay, to check."""

from typing import Any, cast

import msgspec

import engine
from engine.heat import Content, RaceRecord, Setup, State
from engine.heat.game import Command
from engine.kernel.chance import Seed
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import Entry, Record, replay, verify
from races.games import table_game
from races.models import Race

_COMMANDS: "msgspec.json.Decoder[Any]" = msgspec.json.Decoder(Command)


def entries(race: Race) -> list[Entry[Any, Any]]:
    """Every command with its events, in order. Their ids belong to how they came here: they would tell who answered
    in advance, which nobody else ever sees."""
    bound = table_game(race.content_id)
    rows = race.entries.order_by("seq").values_list("command", "events")
    return [
        Entry(msgspec.structs.replace(_COMMANDS.decode(command), id="") if command else None, bound.read_events(events))
        for command, events in rows
    ]


def record_of(race: Race) -> RaceRecord:
    """The whole truth, seed included: for everybody only once the race is over."""
    return Record(
        game="heat",
        engine=race.engine,
        content=msgspec.json.decode(race.content.data, type=Content),
        setup=msgspec.json.decode(race.setup, type=Setup),
        seed=Seed(race.seed),
        entries=tuple(entries(race)),
    )


def states(race: Race) -> list[State]:
    """The state after each entry, folded from the stored events."""
    return list(replay(table_game(race.content_id).game, entries(race)))


def check(race: Race) -> None:
    """Raises `Broken` where the stored state, or a replay by the same engine version, differs from the record."""
    game = table_game(race.content_id).game
    state: State = verify(game, cast(Any, record_of(race))) if race.engine == engine.__version__ else states(race)[-1]
    if game.encode(state).decode() != race.state:
        raise Broken("state", (Fault("state", "differs", "the stored state is not what the record leads to"),))
