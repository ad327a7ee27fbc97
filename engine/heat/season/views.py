"""What a viewer may know of a championship: an allow-list, as for a race."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.season.calendar import Stop
from engine.heat.season.season import Season, lineup
from engine.heat.season.setup import Competitor, SeasonSetup, has_events
from engine.heat.season.standings import Raced, Standing, table
from engine.heat.views import HIDDEN


class SeasonView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A championship between two races, as one viewer may know it.

    In the calendar an event is `?` as long as it is secret: one that is drawn shows when its race comes up. In
    the results a sponsor card that another driver keeps is `?`.
    """

    rules: str
    setup: SeasonSetup
    calendar: tuple[Stop, ...]
    competitors: tuple[Competitor, ...]
    raced: tuple[Raced, ...]
    left: tuple[int, ...] = ()
    lineup: tuple[int, ...]
    standings: tuple[Standing, ...]
    champion: int | None = None
    over: bool = False


def standings(season: Season) -> tuple[Standing, ...]:
    """The table, from the leader down."""
    return table(len(season.setup.competitors), season.raced)


def champion(season: Season) -> int | None:
    """The seat that has won, once the championship is over; None if no race was driven."""
    return standings(season)[0].seat if season.over and season.raced else None


def view(season: Season, seat: int | None) -> SeasonView:
    """The season as a seat may know it; `None` is a spectator."""
    return SeasonView(
        rules=season.content.rules.name,
        setup=season.setup,
        calendar=_calendar(season),
        competitors=season.setup.competitors,
        raced=tuple(_raced(race, seat) for race in season.raced),
        left=season.left,
        lineup=lineup(season),
        standings=standings(season),
        champion=champion(season),
        over=season.over,
    )


def _calendar(season: Season) -> tuple[Stop, ...]:
    """The races with their events as far as they are known: those named, driven, and that of the next race."""
    stops = season.setup.calendar
    if not has_events(season.content, season.setup):
        return tuple(replace(stop, event="") for stop in stops)
    known = len(season.raced) + 1
    return tuple(
        replace(stop, event=stop.event or (season.events[number] if number < known else HIDDEN))
        for number, stop in enumerate(stops)
    )


def _raced(race: Raced, seat: int | None) -> Raced:
    lines = tuple(
        line if other == seat else replace(line, sponsors=(HIDDEN,) * len(line.sponsors))
        for other, line in zip(race.seats, race.result.lines, strict=True)
    )
    return replace(race, result=replace(race.result, lines=lines))
