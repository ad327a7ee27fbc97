"""Ghosts: the cars of earlier drives of the same race, to drive against. In code they are shadows: a ghost is what the
cockpit shows of a choice.

In the race of a day they are the driver's own first try, and once the day is open (`Edition.opens`) the best first
tries of others; in a lap alone the driver's best one. A first try that goes on has none.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from engine.heat import State
from engine.kernel.faults import Broken
from races.heat.daily import driving
from races.heat.daily.driving import ME
from races.heat.daily.edition import LAPS, edition
from races.heat.table_game import heat_of
from races.heat.telemetry.turns import turns_of
from races.models import DailyTry, Race

BEST = 3
"""So many of a day's table."""
LOOKED_AT = 40
"""So many of the newest laps alone, among which the best is sought."""

Stand = tuple[int, int]
"""Where a car stood: its distance from the start line, and its lane."""


class Shadow(NamedTuple):
    """A car that drives along."""

    rank: int
    """Its line in the table of the day; 0 for the driver's own drive."""
    stands: tuple[Stand, ...]
    """Where it stood when each round began, and when its last one was over."""


class Along(NamedTuple):
    """The cars that drive along in a race."""

    shadows: tuple[Shadow, ...] = ()
    until: datetime | None = None
    """The moment at which more of them join; None for a race whose ghosts stay the same."""


def shadows_of(race: Race) -> Along:
    """Return the cars that drive along in a race."""
    if not _may_have(race):
        return Along()
    drive = DailyTry.objects.filter(race=race).select_related("race").first()
    if drive is None:
        return Along(tuple(_of_a_lap_alone(race)))
    of = edition(drive.key)
    waits = of is not None and not of.is_open(timezone.now())
    return Along(tuple(_of_a_day(drive, alone=waits)), of.opens if of is not None and waits else None)


def _may_have(race: Race) -> bool:
    """Whether a race may be one of a day or a lap alone, as far as its own row tells."""
    return not race.room and not race.clock and race.laps == LAPS and not race.opened


def _of_a_day(drive: DailyTry, *, alone: bool) -> Iterator[Shadow]:
    if drive.counts and drive.race.ended is None:
        return
    own = driving.first_try(drive.visitor, drive.key)
    for rank, one in () if alone else driving.ranked(drive.key)[:BEST]:
        if one.pk != drive.pk and one != own:
            yield Shadow(rank, _stands(one.race))
    if own is not None and own.pk != drive.pk and own.verdict == DailyTry.Verdict.GOOD:
        yield Shadow(0, _stands(own.race))


def _of_a_lap_alone(race: Race) -> Iterator[Shadow]:
    driver = race.seats.filter(number=ME).exclude(visitor="").first()
    if driver is None or race.host != driver.visitor or race.seats.count() != 1:
        return
    same = driving.laps_alone(driver.visitor).filter(race__content=race.content_id).exclude(race=race)
    earlier = same.filter(race__ended__lte=race.started).select_related("race")
    laps = []
    for seat in earlier.order_by("-race__ended")[:LOOKED_AT]:
        try:
            state = heat_of(seat.race.content_id).game.decode(seat.race.state)
        except Broken:  # another version of the engine stored it
            continue
        if len(state.cars) == 1 and (found := _took(state)) is not None:
            laps.append((found, seat.race))
    if laps:
        yield Shadow(0, _stands(min(laps, key=lambda lap: lap[0])[1]))


def _took(state: State) -> tuple[int, int] | None:
    """The rounds that a lap took, and how far the car was over the line; None without a flag."""
    car = state.cars[ME]
    return (car.laps[-1], -car.at) if state.ended == "flag" and car.laps else None


def _stands(race: Race) -> tuple[Stand, ...]:
    turns = turns_of(race)[ME]
    found = [(turn.begins, turn.lanes[0]) for turn in turns]
    return (*found, (turns[-1].ends, turns[-1].lanes[1])) if turns else ()
