"""Records of races that nobody drove on a site: what a stranger can make with the engine alone, and send."""

from typing import Any
from unittest.mock import patch

import msgspec

import engine
from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots import BOTS
from engine.heat.race import Race
from engine.heat.simulation import answer, let_bots_drive
from engine.kernel.chance import Seed
from engine.kernel.commands import End
from engine.kernel.records import encode

SEED = Seed("ab" * 16)
MOST_CARS = 12


def driven(entrants: tuple[Entrant, ...] = (Entrant(),), laps: int = 1, track: str = "usa", **extras: Any) -> Any:
    """Return the record of a race that bots drove, as JSON that a test can change.

    The engine of a stranger need not judge the set-up.
    """
    game = Heat(Content(track=all_tracks()[track]))
    with patch("engine.heat.game.setup_faults", return_value=()):
        race = Race(game, Setup(entrants, laps, **extras), SEED)
    let_bots_drive(race, [BOTS["cautious"](game) for _ in entrants])
    return msgspec.json.decode(encode(race.record(engine.__version__)))


def ended_after(decisions: int) -> Any:
    """Return the record of a race of one car that was ended after so many decisions: reviews of it are short."""
    game = Heat(Content(track=all_tracks()["usa"]))
    race, bot = Race(game, Setup((Entrant(),), 1), SEED), BOTS["cautious"](game)
    for _ in range(decisions):
        answer(race, bot, game.awaiting(race.state)[0])
    race.submit(End("end"))
    return msgspec.json.decode(encode(race.record(engine.__version__)))


def heaviest() -> Any:
    """Return the record of the longest and largest race that a file can hold: twelve cars, with all extras."""
    everything = {"draft": "random", "weather": True, "roads": True, "season": True}
    return driven((Entrant(),) * MOST_CARS, 3, "espana", **everything)


def worst() -> list[Any]:
    """Return files of which each is as bad as one can be in its own way, and all are refused."""
    record = driven()
    content, last = record["content"], record["entries"][-1:]
    corner = next(one for entry in record["entries"] for one in entry["events"] if one["type"] == "corner_taken")
    told = [*record["entries"][:-1], {**last[0], "events": [corner] * 20_000 + last[0]["events"]}]
    tokens = [{"id": f"t{number}", "kind": "corner", "copies": 1} for number in range(40_000)]
    return [
        {**record, "content": {**content, "modules": {"roads": tokens}}},
        {**record, "content": {**content, "track": {**content["track"], "name": "x" * 2_000_000}}},
        {**record, "engine": "0.0.1", "entries": record["entries"] + last * 4_000},
        {**record, "engine": "0.1.0", "entries": told},
        {**record, "seats": [{"name": "x" * 100}] * 20_000},
        driven((Entrant(upgrades=("up01",) * 8000),) * 3),
    ]
