"""The record of a championship: what it was played with, and every command and event of its races.

What each race is driven on, its set-up and its seed follow from the season, so they are not kept again.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.game import Command, Heat
from engine.heat.reading import RaceRecord
from engine.heat.season.result import result_of
from engine.heat.season.season import Season, after, begin, leave, next_race
from engine.heat.season.setup import SeasonContent, SeasonSetup, season_faults
from engine.heat.state import State
from engine.heat.tables import SHIPPED, HeatEvent
from engine.kernel.bounds import Entries, Few, Label, Number
from engine.kernel.chance import Seed, is_seed
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import Entry, Record, decode, replay, verify, verify_events
from engine.kernel.refusals import Refusal

SEASON = "heat season"
"""The name of the game in a record."""

RaceEntries: TypeAlias = Entries[Entry[Command, HeatEvent]]


class Departure(Struct, frozen=True, forbid_unknown_fields=True):
    """A competitor left the championship when so many races were over."""

    seat: Number
    races: Number


class SeasonRecord(Struct, frozen=True, kw_only=True):
    """A championship as it is kept. The last of its races may still be on.

    As in the record of a race, a site may write more beside these fields, such as the names of those who competed.
    """

    game: Label
    engine: Label
    content: SeasonContent
    setup: SeasonSetup
    seed: Seed
    races: Few[RaceEntries]
    departures: Few[Departure] = ()


_RECORDS = SHIPPED.decoder(SeasonRecord)


def read_season(data: bytes | str) -> SeasonRecord:
    """Read the record of a championship strictly. Raises `Broken` with every fault; play it with `verify_season`."""
    record: SeasonRecord = decode(_RECORDS, data, "season")
    faults = list(season_faults(record.content, record.setup))
    if record.game != SEASON:
        faults.append(Fault("game", "other_game", f"this is a record of “{record.game[:40]}”"))
    if not is_seed(record.seed):
        faults.append(Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"))
    if len(record.races) > len(record.setup.calendar):
        text = f"there are {len(record.races)} races here, and {len(record.setup.calendar)} in the calendar"
        faults.append(Fault("races", "wrong_count", text))
    for number, entries in enumerate(record.races):
        if not entries or entries[0].command is not None:
            text = "the first entry must be the start, with no command"
            faults.append(Fault(f"races[{number}].entries[0]", "no_start", text))
    before = 0
    for number, one in enumerate(record.departures):
        place = f"departures[{number}]"
        if not 0 <= one.seat < len(record.setup.competitors):
            faults.append(Fault(f"{place}.seat", "no_such_seat", f"there is no seat {one.seat}"))
        if not before <= one.races <= len(record.races):
            text = f"departures stand in order, after {before} to {len(record.races)} races"
            faults.append(Fault(f"{place}.races", "out_of_range", text))
        before = max(before, one.races)
    if faults:
        raise Broken("season", tuple(faults))
    return record


def race_record(record: SeasonRecord, number: int) -> RaceRecord:
    """One race of a championship as an ordinary record. Raises `Broken` where the races before it do not fit."""
    *_, season = replay_season(_until(record, number))
    return _race(record, season, record.races[number])


def replay_season(record: SeasonRecord) -> Iterator[Season]:
    """The season at its start and after each race that is over, folded from the stored events alone.

    Raises `Broken` with race and entry where they do not fit.
    """
    return _seasons(record, _folded)


def verify_season(record: SeasonRecord) -> Season:
    """Play every race again. Raises `Broken` at the first race and entry that come out otherwise."""
    *_, season = _seasons(record, verify)
    return season


def verify_season_events(record: SeasonRecord) -> Season:
    """Check a record that another version of the engine made, which may have decided otherwise: by its stored events,
    as `engine.kernel.verify_events` does for one race."""
    *_, season = _seasons(record, verify_events)
    return season


def _folded(game: Any, race: RaceRecord) -> State:
    state: State
    *_, state = replay(game, race.entries)
    return state


def _seasons(record: SeasonRecord, play: Callable[[Any, Any], State]) -> Iterator[Season]:
    season = _departed(begin(record.content, record.setup, record.seed), record)
    yield season
    for number, entries in enumerate(record.races):
        try:
            race = _race(record, season, entries)
            game = Heat(race.content)
            state = play(game, race)
            if state.ended:
                season = after(season, result_of(game, state))
            elif number < len(record.races) - 1:
                text = "this race is not over, and another one follows"
                raise Broken("race", (Fault("entries", "unfinished", text),))
            else:
                return
        except Broken as broken:
            raise Broken("season", tuple(_in_race(number, fault) for fault in broken.faults)) from None
        except Exception as error:  # events from outside may claim anything: this is the border
            text = f"these events do not fit the season so far ({type(error).__name__}: {error})"
            raise Broken("season", (Fault(f"races[{number}].entries", "misfit", text),)) from error
        season = _departed(season, record)
        yield season


def _in_race(number: int, fault: Fault) -> Fault:
    return Fault(f"races[{number}].{fault.place}".rstrip("."), fault.code, fault.text)


def _race(record: SeasonRecord, season: Season, entries: RaceEntries) -> RaceRecord:
    content, setup, seed = next_race(season)
    return Record(game=Heat.name, engine=record.engine, content=content, setup=setup, seed=seed, entries=entries)


def _departed(season: Season, record: SeasonRecord) -> Season:
    """The season without those who left it at this point."""
    for number, one in enumerate(record.departures):
        if one.races == len(season.raced):
            gone = leave(season, one.seat)
            if isinstance(gone, Refusal):
                raise Broken("season", (Fault(f"departures[{number}]", gone.code, gone.sentence),))
            season = gone
    return season


def _until(record: SeasonRecord, number: int) -> SeasonRecord:
    if not 0 <= number < len(record.races):
        text = f"this season has races 0 to {len(record.races) - 1}, not {number}"
        raise Broken("season", (Fault("races", "out_of_range", text),))
    departures = tuple(one for one in record.departures if one.races <= number)
    return replace(record, races=record.races[:number], departures=departures)
