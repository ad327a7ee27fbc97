"""Records of races that nobody drove on a site: what a stranger can make with the engine alone, and send."""

from typing import Any

import msgspec

import engine
from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots import BOTS
from engine.heat.race import Race
from engine.heat.simulation import let_bots_drive
from engine.kernel.chance import Seed
from engine.kernel.records import encode

SEED = Seed("ab" * 16)


def driven(entrants: tuple[Entrant, ...] = (Entrant(),), laps: int = 1) -> dict[str, Any]:
    """Return the record of a race that bots drove, as JSON that a test can change."""
    game = Heat(Content(track=all_tracks()["usa"]))
    race = Race(game, Setup(entrants, laps), SEED)
    let_bots_drive(race, [BOTS["cautious"](game) for _ in entrants])
    record: dict[str, Any] = msgspec.json.decode(encode(race.record(engine.__version__)))
    return record
