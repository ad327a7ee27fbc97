"""What a visitor has played here: the races that are over, with places, and what these come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, QuerySet

from lobby import games
from races import places
from races.models import Race, Seat

PODIUM = 3
FILLED_AT_ONCE = 50
"""Races of the time before places were kept that one look at the page adds."""


@dataclass(frozen=True)
class Mine:
    """One race of this visitor that is over. Without a place, this version of the site cannot read it."""

    race: Race
    title: str
    place: int | None
    of: int
    others: Sequence[str]


@dataclass(frozen=True)
class Best:
    """What this visitor has reached in one place: on one circuit, in Heat."""

    title: str
    races: int
    wins: int
    place: int


@dataclass(frozen=True)
class Figures:
    """All races of this visitor together. A streak is a number of races in a row."""

    races: int
    wins: int
    podiums: int
    streak: int
    """Races on the podium in a row, the longest that there was."""
    bests: Sequence[Best]


def seats_of(visitor: str) -> QuerySet[Seat]:
    """The seats of this visitor in races that are over, the newest first."""
    mine = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER).exclude(visitor="").exclude(race__ended=None)
    return mine.order_by("-race__ended", "-race")


def fill(visitor: str) -> None:
    """Keep the places of this visitor's races that ended before places were kept."""
    lacking = seats_of(visitor).filter(place=None).values("race")[:FILLED_AT_ONCE]
    places.fill(Race.objects.filter(pk__in=list(lacking.values_list("race", flat=True))))


def rows(seats: Sequence[Seat]) -> list[Mine]:
    """These seats as lines of a list."""
    races = Race.objects.defer("state").select_related("track").annotate(of=Count("seats"))
    known = races.prefetch_related("seats").in_bulk([seat.race_id for seat in seats])
    found = []
    for seat in seats:
        race = known[seat.race_id]
        others = [other.name for other in race.seats.all() if other.number != seat.number]
        found.append(Mine(race, games.offer(race.game).title(race), seat.place, len(others) + 1, others))
    return found


def figures(visitor: str) -> Figures:
    """What all races of this visitor come to."""
    seats = list(seats_of(visitor).exclude(place=None).select_related("race__track").defer("race__state"))
    reached = [seat.place or 0 for seat in seats]
    titled = sorted((games.offer(seat.race.game).title(seat.race), seat.place or 0) for seat in seats)
    return Figures(
        races=len(reached),
        wins=reached.count(1),
        podiums=sum(place <= PODIUM for place in reached),
        streak=max((len(list(run)) for on, run in groupby(reached, lambda place: place <= PODIUM) if on), default=0),
        bests=[_best(title, [place for _, place in run]) for title, run in groupby(titled, lambda one: one[0])],
    )


def _best(title: str, reached: Sequence[int]) -> Best:
    return Best(title, len(reached), list(reached).count(1), min(reached))
