"""Recorded races to look back at."""

from typing import Any

import engine
from engine.heat import Content, Entrant, Heat, RaceRecord, Ruleset, Setup, all_tracks
from engine.heat.decks import deck_for
from engine.heat.race import Race
from engine.heat.rules import STANDARD
from engine.heat.simulation import bots, entrants, let_bots_drive
from engine.kernel import Seed, derive

SEED = Seed("ec" * 16)
OTHER_SEED = Seed("0d" * 16)


def raced(drivers: str, rules: Ruleset = STANDARD, laps: int = 1, name: str = "", **modules: Any) -> RaceRecord:
    """A race between these drivers, recorded to its end."""
    game = Heat(Content(track=all_tracks()["usa"], rules=rules, legends=deck_for(rules.legend_rows)))
    words = drivers.split(",")
    race = Race(game, Setup(entrants(game, words), laps, **modules), derive(SEED, name))
    let_bots_drive(race, bots(game, words))
    return race.record(engine.__version__)


def unfinished() -> RaceRecord:
    """A race that has only begun."""
    game = Heat(Content(track=all_tracks()["usa"], rules=STANDARD))
    return Race(game, Setup((Entrant(), Entrant()), 1), SEED).record(engine.__version__)
