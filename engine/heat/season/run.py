"""A championship being driven in one process: the season, and the record that grows with every race."""

from collections.abc import Sequence

from engine.heat.game import Heat
from engine.heat.race import Race
from engine.heat.season.record import SEASON, Departure, RaceEntries, SeasonRecord
from engine.heat.season.result import result_of
from engine.heat.season.season import Season, after, begin, leave, lineup, next_race
from engine.heat.season.setup import SeasonContent, SeasonSetup
from engine.heat.simulation import bots, let_bots_drive
from engine.kernel.chance import Seed
from engine.kernel.refusals import Refusal


class SeasonRun:
    """Starts a championship and drives its races one after the other. A site keeps each of these steps by itself."""

    def __init__(self, content: SeasonContent, setup: SeasonSetup, seed: Seed) -> None:
        self.season: Season = begin(content, setup, seed)
        self.races: list[Race] = []
        self.departures: list[Departure] = []

    def start(self) -> Race:
        """The next race, on its grid."""
        content, setup, seed = next_race(self.season)
        race = Race(Heat(content), setup, seed)
        self.races.append(race)
        return race

    def finish(self) -> Season:
        """The race that was started last is over: its result makes the season go on."""
        race = self.races[-1]
        self.season = after(self.season, result_of(race.game, race.state))
        return self.season

    def leave(self, seat: int) -> Refusal | None:
        """Between two races: a competitor leaves the championship."""
        season = leave(self.season, seat)
        if isinstance(season, Refusal):
            return season
        self.departures.append(Departure(seat, len(self.season.raced)))
        self.season = season
        return None

    def record(self, engine: str) -> SeasonRecord:
        """The record so far, made by this version of the engine."""
        season = self.season
        entries: tuple[RaceEntries, ...] = tuple(tuple(race.entries) for race in self.races)
        return SeasonRecord(
            game=SEASON,
            engine=engine,
            content=season.content,
            setup=season.setup,
            seed=season.seed,
            races=entries,
            departures=tuple(self.departures),
        )


def let_bots_race(run: SeasonRun, drivers: Sequence[str]) -> Season:
    """Drive a championship without people to its end. `drivers` are words, one for each competitor."""
    while not run.season.over:
        words = [drivers[seat] for seat in lineup(run.season)]
        race = run.start()
        let_bots_drive(race, bots(race.game, words))
        run.finish()
    return run.season
