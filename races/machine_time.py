"""What happens when the time of this machine is set, forward or backward, or when it sleeps.

The moments of a race (when a clock is over, since when a driver is away) are stored in the time of the machine. How
much time passes is told by a second clock, which cannot be set. Where the two disagree, the stored moments are moved by
as much, so that all drivers have the time left that they had. Every process does so; what another one has moved stays.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from datetime import datetime, timedelta

from asgiref.sync import async_to_sync
from django.db.models import Q

from engine.kernel.faults import Broken
from races import clocks, veil
from races.locking import locked
from races.models import Race, Seat
from races.notices import announce
from races.presence import LEASE
from races.sockets import tell_time

logger = logging.getLogger(__name__)

TOLERATED = 3.0
"""Seconds by which the time may be set without anything being done about it: drivers do not notice so little."""
LONGEST_AUTOMATIC = 6_000
"""Milliseconds that no answer which the site gives for a player waits longer than."""

listeners: list[Callable[[datetime], object]] = []
"""Called with the new time after it was set, in the thread for the database."""


class Watch:
    """Compares the time of the machine with the time that passes."""

    def __init__(self, wall: Callable[[], float] = time.time, passing: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._passing = wall, passing
        self._last: tuple[float, float] | None = None

    def jumped(self) -> tuple[int, int] | None:
        """If the machine was set since the last look: the moment that it would be without that, and the moment that it
        is now, in milliseconds. The first look finds the same moment twice: the machine may have been set back while no
        process ran, and then what is stored lies too far ahead."""
        now = self._wall(), self._passing()
        if self._last is None:
            self._last = now
            return int(1000 * now[0]), int(1000 * now[0])
        (wall, passing), self._last = self._last, now
        expected = wall + self._last[1] - passing
        if abs(self._last[0] - expected) <= TOLERATED:
            return None
        return int(1000 * expected), int(1000 * self._last[0])


def watched(work: Callable[[], object], watch: Watch) -> Callable[[], None]:
    """Work that depends on the time, after a look at whether the machine was set."""

    def look_and_work() -> None:
        if (jump := watch.jumped()) is not None:
            follow(*jump)
        work()

    return look_and_work


def follow(before: int, now: int) -> None:
    """Move the moments of all races that go on. A race that cannot be read is left as it is."""
    if now != before:
        way = "forward" if now > before else "backward"
        logger.warning(
            "The time of this machine was set %s by %s, or it slept. All drivers keep the time that they had left",
            way,
            timedelta(seconds=round(abs(now - before) / 1000)),
        )
    lately, moment = clocks.moment(before) - LEASE, clocks.moment(now)
    Seat.objects.filter(Q(seen__gte=lately) | Q(seen__gt=moment), race__ended=None).update(seen=moment)
    going_on = Race.objects.filter(ended=None)
    for race in (going_on if now != before else going_on.filter(due__gt=moment)).values_list("pk", flat=True):
        with suppress(Broken):  # `scenes.load` logs that a race is damaged
            _follow(race, before, now)
    for listener in listeners:
        listener(moment)
    async_to_sync(tell_time)()


def _follow(race: int, before: int, now: int) -> None:
    with locked(race) as row:
        stood = deepcopy((row.clocks, row.veil, row.absent))
        move(row, before, now)
        if has_moved := stood != (row.clocks, row.veil, row.absent):
            row.revision += 1
    if has_moved:
        async_to_sync(announce)(race, row.revision)


def move(race: Race, before: int, now: int) -> None:
    """Move the moments of one race from the time before to the time now."""
    for clock in clocks.stored(race):
        if clock["due"] is not None and clock["left"] is not None:
            clock["due"] = _moved(clock["due"], clock["left"], before, now)
        if (auto := clock.get("auto") or 0) > 0:
            clock["auto"] = _moved(auto, LONGEST_AUTOMATIC, before, now)
    if race.veil:
        race.veil = {**race.veil, "until": _moved(race.veil["until"], 1000 * veil.SECONDS, before, now)}
    race.absent = {
        seat: now - max(0, before - since) if now > before or since > now else since
        for seat, since in race.absent.items()
    }
    clocks.set_due(race, now)


def _moved(moment: int, most: int, before: int, now: int) -> int:
    """A moment to come, as far away as it was, which is at most so far. What has been moved is not moved again."""
    if now <= before and moment - now <= most:
        return moment
    return now + min(most, max(0, moment - before))
