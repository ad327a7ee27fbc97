"""Makes the golden championships anew: `make golden`. Look at the difference, and have one cause for it.

A short championship under each rule set, between random drivers and Legends. For each race: where it is and under which
event, the grid, a digest of the state at its end, and the table after it. At its end, a digest of the whole record.
"""

import hashlib
from pathlib import Path

from msgspec import Struct

from engine.heat import RULESETS
from engine.heat.race import Race
from engine.heat.season import (
    Competitor,
    Season,
    SeasonContent,
    SeasonRun,
    SeasonSetup,
    Stop,
    random_calendar,
    standings,
)
from engine.kernel import derive, encode
from tests.engine.heat.golden.make import ROOT, Dice, deck_of, digest, drive

HERE = Path(__file__).parent / "seasons"
ONE_LAP = 1


class Championship(Struct, frozen=True):
    """One golden championship."""

    name: str
    rules: str
    drivers: int
    legends: int
    calendar: tuple[Stop, ...]
    expansions: tuple[str, ...] = ()
    leaves: int | None = None
    """The seat that leaves after the first race."""

    @property
    def path(self) -> Path:
        return HERE / f"{self.name}.txt"


CHAMPIONSHIPS = (
    Championship(
        "standard",
        "standard",
        drivers=3,
        legends=2,
        calendar=(Stop("usa", "strike", laps=2), Stop("france", laps=ONE_LAP), Stop("nederland", laps=ONE_LAP)),
        expansions=("heavy_rain", "tunnel_vision"),
        leaves=1,
    ),
    Championship(
        "rulebook",
        "rulebook",
        drivers=4,
        legends=1,
        calendar=(
            Stop("gb", "corruption", laps=ONE_LAP),
            Stop("italia", "future_unknown", laps=ONE_LAP),
            *(Stop(stop.track, laps=ONE_LAP) for stop in random_calendar(1, ROOT, SeasonContent().tracks)),
        ),
    ),
)


def championship(one: Championship) -> tuple[SeasonRun, list[str]]:
    """A golden championship, and its lines."""
    legends = deck_of(one.rules)
    content = SeasonContent(rules=RULESETS[one.rules], legends=legends)
    rows = tuple(Competitor(legends.rows[number]) for number in range(one.legends))
    setup = SeasonSetup(
        calendar=one.calendar,
        competitors=(*rows[1:], *[Competitor()] * one.drivers, *rows[:1]),
        expansions=one.expansions,
        events=True,
        mulligan=True,
    )
    run = SeasonRun(content, setup, derive(ROOT, f"season {one.name}"))
    lines = [f"{one.name}: {one.drivers} drivers, {one.legends} Legends"]
    while not run.season.over:
        race = run.start()
        for _ in drive(race, Dice(race.seed)):
            pass
        run.finish()
        lines += told(race, run.season)
        if one.leaves is not None and len(run.season.raced) == 1:
            run.leave(one.leaves)
            lines.append(f"seat {one.leaves} leaves")
    return run, lines


def told(race: Race, season: Season) -> list[str]:
    """What a race was like, and the table after it."""
    number = len(season.raced)
    setup = race.setup
    grid = "drawn" if setup.grid is None else ",".join(str(season.raced[-1].seats[seat]) for seat in setup.grid)
    head = f"{number} {race.game.content.track.id} {setup.event} laps {setup.laps} grid {grid}"
    end = f"{race.state.ended} in round {race.state.round}, step {len(race.entries) - 1}: {digest(race.state)}"
    lines = [f"{head} {end}"]
    for line, seat in zip(season.raced[-1].result.lines, season.raced[-1].seats, strict=True):
        owned = f"{','.join(line.upgrades) or '-'} {','.join(line.sponsors) or '-'}"
        gone = " retired" if line.retired else ""
        lines.append(f"  seat {seat} place {line.place} {line.points}+{line.bonus}{gone} {owned}")
    lines.append("  table " + " ".join(f"{row.seat}:{row.points}" for row in standings(season)))
    return lines


def golden(one: Championship) -> str:
    """The text of a golden championship."""
    run, lines = championship(one)
    record = run.record("")
    whole = hashlib.blake2b(encode([record.setup, record.seed, record.races, record.departures]), digest_size=8)
    return "\n".join([*lines, f"record {whole.hexdigest()}"]) + "\n"


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for old in HERE.glob("*.txt"):
        old.unlink()
    for one in CHAMPIONSHIPS:
        one.path.write_text(golden(one), encoding="utf-8")


if __name__ == "__main__":
    main()
