"""The record of a championship, put together from the records of its races: to download and to check."""

from collections.abc import Sequence
from typing import cast

import msgspec

import engine
from engine.heat.season import Season, SeasonRecord, next_race, replay_season, verify_season, verify_season_events
from engine.heat.season.record import SEASON, RaceEntries
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import encode
from races import records
from races.heat.championships.running import begun_with
from races.models import Championship, Competitor, Race


def races_of(row: Championship) -> list[Race]:
    """The races that have started, in their order."""
    return list(Race.objects.filter(stop__championship=row).order_by("stop__number"))


def record_of(row: Championship) -> SeasonRecord:
    """All that happened, the seed included: to be shown only once the championship is over."""
    season, races = begun_with(row), races_of(row)
    return SeasonRecord(
        game=SEASON,
        engine=made_by(row, races),
        content=season.content,
        setup=season.setup,
        seed=season.seed,
        races=tuple([cast("RaceEntries", tuple(records.entries(race))) for race in races]),
    )


def made_by(row: Championship, races: Sequence[Race]) -> str:
    """The engine version that decided it all. A season of several versions names each: none decides it again."""
    return " + ".join(dict.fromkeys([row.engine, *(race.engine for race in races)]))


def exported(row: Championship) -> bytes:
    """The record, which knows drivers by seat, and beside it who they were at the end."""
    names = [
        {"seat": one.seat, "name": one.name, "colour": one.colour, "number": one.car_number, "kind": kind_of(one)}
        for one in row.competitors.all()
    ]
    record: dict[str, object] = msgspec.to_builtins(record_of(row))
    codes = [race.code for race in races_of(row)]
    return encode({**record, "code": row.code, "codes": codes, "seats": names})


def kind_of(one: Competitor) -> str:
    return "legend" if one.legend else "driver" if one.visitor else "bot"


def check(row: Championship) -> bool:
    """Raises `Broken` where the record of a championship, or what its races were started with, is not what a replay
    comes to. Returns whether its commands were decided again, as `races.records.check` does."""
    record = record_of(row)
    again = record.engine == engine.__version__
    (verify_season if again else verify_season_events)(record)
    if again:
        for number, (season, race) in enumerate(zip(replay_season(record), races_of(row), strict=False)):
            _check_start(number, season, race)
    return again


def _check_start(number: int, season: Season, race: Race) -> None:
    """Whether a race was started as the season asked for."""
    content, setup, seed = next_race(season)
    wanted = {"content": content.digest(), "setup": encode(setup).decode(), "seed": seed}
    stored = {"content": race.content_id, "setup": race.setup, "seed": race.seed}
    for what, value in wanted.items():
        if stored[what] != value:
            text = f"race {race.code} was not started with the {what} that the championship gives it"
            raise Broken("championship", (Fault(f"races[{number}].{what}", "differs", text),))
