"""Which race a day or a week has: its track, extras and seed follow from the date and the secret of the site."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import msgspec
from django.utils.crypto import salted_hmac

from engine.kernel.bounds import Number
from engine.kernel.chance import Seed
from races.heat import catalogue
from races.heat.extras import DRAWN, Extras
from races.models import TrackVersion

RULES, LAPS = "standard", 1
FIRST_YEAR = 2020
"""No site is older, and the first day of the calendar has none before it."""
STRIDE = 3
"""From one day to the next so many circuits further, so that neighbours in the list do not follow each other."""
LONGEST = 80
"""Spaces of a lap: longer ones take twice the time, and are left to laps alone and to rooms."""
GRACE = timedelta(minutes=30)
"""The time after a day or week in which first tries that began before its end may be finished."""
WEEKLY = Extras(garage="random", weather=DRAWN, roads=True)
"""What joins the race of a week."""


class _Measured(msgspec.Struct):
    """Of a stored circuit how long it is."""

    length: Number


def _length(version: TrackVersion) -> int:
    return msgspec.json.decode(version.data, type=_Measured).length


@dataclass(frozen=True)
class Edition:
    """One day's race, or one week's. The key is the date, or the week as ISO 8601 has it."""

    key: str
    first: date
    days: int

    @property
    def is_week(self) -> bool:
        return self.days > 1

    @property
    def week(self) -> int:
        """Its number in the year, as ISO 8601 counts."""
        return self.first.isocalendar().week

    @property
    def year(self) -> int:
        """The year in which ISO 8601 counts its week."""
        return self.first.isocalendar().year

    @property
    def begins(self) -> datetime:
        return datetime(self.first.year, self.first.month, self.first.day, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        return self.begins + timedelta(days=self.days)

    @property
    def opens(self) -> datetime:
        """The one moment at which seed, records, replays, ghosts of others and the table open to all visitors.

        A first try that began before the end counts if it is over by then.
        """
        return self.ends + GRACE

    def is_over(self, now: datetime) -> bool:
        """Return whether it is too late to begin a drive."""
        return now >= self.ends

    def is_open(self, now: datetime) -> bool:
        """Return whether all visitors may see all of it: no drive can reach the table any more."""
        return now >= self.opens

    def has_begun(self, now: datetime) -> bool:
        return now >= self.begins

    @property
    def seed(self) -> Seed:
        """The seed of all drives. It follows from the secret of the site, and no page tells it before `opens`."""
        return Seed(salted_hmac("races.heat.daily", self.key, algorithm="sha256").hexdigest())

    @property
    def previous(self) -> "Edition":
        """The day or week before."""
        first = self.first - timedelta(days=self.days)
        return of_week(first) if self.is_week else of_day(first)

    @property
    def extras(self) -> Extras:
        return WEEKLY if self.is_week else Extras()

    def track(self) -> TrackVersion | None:
        """The circuit, one of those that take about six minutes; None where the operator offers none."""
        offered = list(catalogue.tracks().defer(None).defer("art"))
        offered = [one for one in offered if _length(one) <= LONGEST] or offered
        return offered[self.first.toordinal() // self.days * STRIDE % len(offered)] if offered else None


def of_day(day: date) -> Edition:
    return Edition(day.isoformat(), day, 1)


def of_week(day: date) -> Edition:
    year, week, weekday = day.isocalendar()
    return Edition(f"{year}-W{week:02}", day - timedelta(days=weekday - 1), 7)


def now_on(now: datetime) -> tuple[Edition, Edition]:
    """The race of the day, and that of the week."""
    day = now.astimezone(UTC).date()
    return of_day(day), of_week(day)


def not_open_yet(now: datetime) -> set[str]:
    """Return the keys of the days and weeks that go on, or have ended within the time of grace."""
    return {one.key for moment in (now, now - GRACE) for one in now_on(moment)}


def edition(key: str) -> Edition | None:
    """The one of this key; None if no day or week has it."""
    try:
        if "W" in key:
            year, week = key.split("-W")
            found = of_week(date.fromisocalendar(int(year), int(week), 1))
        else:
            found = of_day(date.fromisoformat(key))
    except ValueError:
        return None
    return found if found.key == key and found.first.year >= FIRST_YEAR else None
