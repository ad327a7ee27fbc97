"""What spans several races of one game, such as a championship, as any table sees it.

A game that has something of the kind has a module `series` with it as `SERIES` (`races.registry`).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple, Protocol

from django.db.models import QuerySet

from races import registry
from races.models import Race


class Check(NamedTuple):
    """A series whose record can be played again."""

    code: str
    check: Callable[[], bool]
    """As `races.records.check`: raises `Broken` where it differs, and returns whether commands were decided again."""


class Waiting(NamedTuple):
    """A series of a player's that waits for its next race."""

    address: str
    sentence: str
    room: str
    """The code of the room in which its players meet; it may be gone."""
    meeting: datetime | None = None
    """When they meet there, if that is agreed."""


class Place(NamedTuple):
    """A player's seat in a series."""

    code: str
    name: str
    car_number: int


class Series(Protocol):
    """What several races of one game belong to."""

    plural: str
    """What operators call them."""

    def checks(self, codes: Sequence[str]) -> Iterator[Check]:
        """The series of these codes; without codes all that there are."""

    def address(self, code: str) -> str:
        """The page of the series that has this code; empty if none has."""

    def waiting(self, visitor: str) -> Iterator[Waiting]:
        """Those in which this visitor has a seat, and whose next race has not started; the newest first."""

    def places(self, visitor: str) -> Iterator[Place]:
        """The seats of this visitor."""

    def expire(self, before: datetime) -> int:
        """Delete the series whose races have all ended before a moment, and return how many. Their races stay."""

    def unneeded(self, races: QuerySet[Race]) -> QuerySet[Race]:
        """Return the races among these that no series needs: retention deletes no other."""

    def seal(self, race: Race) -> str:
        """Why the record of a race that is over stays closed, and hands in its replay, too: what is seen there is still
        played with. A sentence for players; empty if the record is open."""

    def is_public(self, race: Race) -> bool:
        """Return whether strangers may look at a race that only its players could watch while it went on."""

    def people_only(self, race: Race) -> bool:
        """Return whether no program may play in a race."""

    def way_on(self, race: Race, television: bool = False) -> str:
        """Where players, or a television, find what comes after a race that is over; empty for one of no series."""

    def forget(self, visitor: str) -> None:
        """Give the seats of a visitor who is to be forgotten to bots, under a name that is nobody's."""


def series_of(game: str) -> Series | None:
    """The series of a game, if it has any."""
    return _of(registry.GAMES[game])


def every() -> list[Series]:
    """Those of all games of this site."""
    return [one for package in registry.GAMES.values() if (one := _of(package)) is not None]


@cache
def _of(package: str) -> Series | None:
    if not find_spec(f"{package}.series"):
        return None
    found: Series = registry.part_of(package, "series").SERIES
    return found


def seal(race: Race) -> str:
    """Why the record of a race that is over stays closed; empty if it is open."""
    series = series_of(race.game)
    return series.seal(race) if series else ""


def may_watch(race: Race) -> bool:
    """Return whether viewers without a seat may see a race."""
    series = series_of(race.game)
    return race.watching == Race.Watching.ANYBODY or (series is not None and series.is_public(race))


def people_only(race: Race) -> bool:
    """Return whether no program may play in a race."""
    series = series_of(race.game)
    return series is not None and series.people_only(race)


def way_on(race: Race, television: bool = False) -> str:
    """Where it goes on after a race that is over, if the race belongs to a series."""
    series = series_of(race.game)
    return series.way_on(race, television) if series else ""
