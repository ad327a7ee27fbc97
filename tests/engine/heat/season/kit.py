"""Championships for tests: seasons of made-up results, and whole ones between random drivers."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Heat, Ruleset, Setup
from engine.heat.decks import deck_for
from engine.heat.race import Race
from engine.heat.season import (
    Competitor,
    Placing,
    RaceResult,
    Season,
    SeasonContent,
    SeasonRun,
    SeasonSetup,
    Stop,
    after,
    begin,
    leave,
    lineup,
    next_race,
    place_points,
)
from engine.kernel import Broken, Seed, StandIn

SEED = Seed("5ea50e" * 8)
THREE = (Stop("usa", "inauguration"), Stop("gb", "strike"), Stop("italia", "corruption"))
SETS = {"standard": STANDARD, "rulebook": RULEBOOK}


def content(rules: Ruleset = STANDARD) -> SeasonContent:
    return SeasonContent(rules=rules, legends=deck_for(rules.legend_rows))


def setup(drivers: int = 3, legends: int = 0, calendar: Sequence[Stop] = THREE, **changes: Any) -> SeasonSetup:
    row = changes.pop("row", "medium")
    cars = (*[Competitor()] * drivers, *[Competitor(row)] * legends)
    return SeasonSetup(**{"calendar": tuple(calendar), "competitors": cars, "events": True, **changes})


def season(rules: Ruleset = STANDARD, drivers: int = 3, legends: int = 0, **changes: Any) -> Season:
    """A season before its first race."""
    return begin(content(rules), setup(drivers, legends, **changes), SEED)


def result(one: Season, order: Sequence[int], retired: Sequence[int] = (), **lines: Any) -> RaceResult:
    """The result of the next race, of the season's seats from first to last; `upgrades` and `sponsors` by seat."""
    seats, rules = lineup(one), one.content.rules
    made = {}
    for place, seat in enumerate(order, start=1):
        gone = seat in retired
        points = 0 if gone else place_points(rules.points, place, len(seats))
        owned = {name: cards.get(seat, ()) for name, cards in lines.items()}
        made[seat] = Placing(place, points, 0, gone, **owned)
    return RaceResult("flag", tuple(made[seat] for seat in seats))


def raced(one: Season, *orders: Sequence[int]) -> Season:
    """The season after races that ended in these orders."""
    for order in orders:
        one = after(one, result(one, order))
    return one


def left(one: Season, *seats: int) -> Season:
    """The season after these have left."""
    for seat in seats:
        gone = leave(one, seat)
        assert isinstance(gone, Season), gone
        one = gone
    return one


def race_setup(one: Season) -> Setup:
    return next_race(one)[1]


def grid(one: Season) -> tuple[int, ...]:
    """The season's seats on the grid of the next race."""
    places = race_setup(one).grid
    assert places is not None, "this grid is drawn"
    return tuple(lineup(one)[seat] for seat in places)


def started(one: Season) -> Race:
    """The next race, on its grid."""
    race_content, setup, seed = next_race(one)
    return Race(Heat(race_content), setup, seed)


def stand_ins(race: Race) -> Race:
    """The race, driven by stand-ins until it is over or unattended."""
    while waiting := race.game.awaiting(race.state):
        race.submit(StandIn(waiting[0], "away"))
    return race


def short(one: SeasonSetup) -> SeasonSetup:
    """The same season with a single lap everywhere, after the strike as well."""
    return replace(one, calendar=tuple(replace(stop, laps=1 + (stop.event == "strike")) for stop in one.calendar))


def run(one: SeasonSetup, rules: Ruleset = STANDARD) -> SeasonRun:
    return SeasonRun(content(rules), one, SEED)


def codes(broken: Broken) -> dict[str, str]:
    """The faults by place."""
    return {fault.place: fault.code for fault in broken.faults}
