"""Reviews that viewers ask for: at most so many, computed beside the server's work, and stored once for all.

Which games have them is seen by their module `reviews` (`races.registry`); the others do not offer any.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engine.kernel.records import encode
from races import bots, records, registry
from races.models import Race, Review
from races.reviewing import Progress, begin, more, settle_last

logger = logging.getLogger(__name__)

WITHIN = timedelta(hours=1)
MOST_OF_ONE = 12
"""So many one visitor may ask for within an hour."""
MOST_OF_ADDRESS = 60
"""So many all visitors behind one address may: a new cookie makes a new visitor."""
MOST_WAITING = 40
"""So many may wait on the whole site: more would wait longer than their askers stay."""
MOST_WAITING_OF_ADDRESS = 20
"""And so many of them from one address."""
LEASE = timedelta(minutes=5)
"""How long a process that says nothing more keeps a review."""
TRIES = 3
"""How often a review is begun: one that ends its process each time would be begun for ever."""
LONGEST = 180
"""Seconds that one decision may take."""
DEFERENCE = 5.0
"""Seconds that a decision waits for bots that are being asked."""
LOST = "lost"


class TooMany(Exception):
    """Why a review is not begun now, by a code: `too_many_reviews`, `reviews_busy`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def offered(game: str) -> bool:
    """Whether a game has reviews."""
    return game in registry.named("reviews")


def waiting() -> QuerySet[Review]:
    """The reviews that are still to be computed, the one at which a process is among them."""
    return Review.objects.filter(data="", failed="")


def ask(race: Race, seat: int, visitor: str, address: str = "", now: datetime | None = None) -> Review:
    """The review of a seat; begun if there is none, or if it was lost. `address` is a keyed hash of the network address
    of who asks. Raises `TooMany`."""
    known = Review.objects.filter(race=race, seat=seat).first()
    if known is not None and known.failed != LOST:
        return known
    _must_not_be_too_many(visitor, address, now or timezone.now())
    if known is not None:
        known.delete()
    try:
        with transaction.atomic():
            return Review.objects.create(race=race, seat=seat, visitor=visitor, address=address)
    except IntegrityError:  # pressed twice
        return Review.objects.get(race=race, seat=seat)


def _must_not_be_too_many(visitor: str, address: str, now: datetime) -> None:
    lately = Review.objects.filter(asked__gt=now - WITHIN)
    if lately.filter(visitor=visitor).count() >= MOST_OF_ONE:
        raise TooMany("too_many_reviews")
    if address and lately.filter(address=address).count() >= MOST_OF_ADDRESS:
        raise TooMany("too_many_reviews")
    if address and waiting().filter(address=address).count() >= MOST_WAITING_OF_ADDRESS:
        raise TooMany("reviews_busy")
    if waiting().count() >= MOST_WAITING:
        raise TooMany("reviews_busy")


def forget_addresses(now: datetime) -> None:
    """Addresses are kept for as long as they count."""
    Review.objects.filter(asked__lte=now - WITHIN).exclude(address="").update(address="")


class Reviewers:
    """The process of its own in which reviews are computed; made when the first one is to be, and when it broke."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._process = 0
        """Its number; bots' processes have this one as their neighbour, and are not to be ended with it."""
        self._ended = False

    @property
    def pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=1,
                mp_context=multiprocessing.get_context("forkserver"),
                initializer=settle_last,
                initargs=(settings.BOT_NICENESS,),
            )
        return self._pool

    def close(self) -> None:
        """End the process, whatever it is at."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            if self._process:
                with suppress(ProcessLookupError):
                    os.kill(self._process, signal.SIGTERM)
                self._process = 0

    def end(self) -> None:
        """The server ends."""
        self._ended = True
        self.close()

    async def work(self) -> None:
        """Compute what waits, one review after the other; then the process is ended, and its memory is free."""
        while not self._ended and (found := await database_sync_to_async(claim)()) is not None:
            await self._compute(*found)
        self.close()

    async def _compute(self, review: Review, package: str, record: bytes) -> None:
        loop = asyncio.get_running_loop()
        try:
            self._process = await asyncio.wait_for(loop.run_in_executor(self.pool, os.getpid), LONGEST)
            thought = loop.run_in_executor(self.pool, begin, package, record, review.seat)
            while True:
                progress = await asyncio.wait_for(thought, LONGEST)
                await database_sync_to_async(note)(review.pk, progress)
                if progress.data or progress.failed:
                    return
                await _let_bots_go_first()
                thought = loop.run_in_executor(self.pool, more)
        except asyncio.CancelledError:  # the server ends: another one begins it anew at once
            self.close()
            await database_sync_to_async(give_back)(review.pk)
            raise
        except Exception:  # the process died, or a decision took too long
            if not self._ended:
                logger.exception("The review of seat %s of race %s stopped", review.seat, review.race.code)
            self.close()
            await database_sync_to_async(give_back)(review.pk, at_fault=not self._ended)


async def _let_bots_go_first() -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(DEFERENCE):
            while bots.queue.busy:
                await asyncio.sleep(0.1)


def claim(now: datetime | None = None) -> tuple[Review, str, bytes] | None:
    """The review whose turn it is, taken in hand, with what is needed to compute it; None where none waits, or a
    process computes one already that this process took. Addresses take turns: the one that has had least of late comes
    first, and of its reviews the one that waits longest, so nobody waits behind twenty of one visitor's."""
    now = now or timezone.now()
    free = waiting().filter(Q(lease=None) | Q(lease__lt=now))
    free.filter(tries__gte=TRIES).update(failed=LOST)
    for review in _by_turns(list(free.filter(tries__lt=TRIES)), now):
        mine = Review.objects.filter(pk=review.pk, lease=review.lease)
        if not mine.update(lease=now + LEASE, tries=F("tries") + 1, done=0):
            continue  # another process was first
        package = registry.GAMES.get(review.race.game)
        if package is None or not offered(review.race.game):
            Review.objects.filter(pk=review.pk).update(failed="no_reviews")
            continue
        return review, package, encode(records.record_of(review.race))
    return None


def _by_turns(found: Sequence[Review], now: datetime) -> list[Review]:
    taken = Review.objects.filter(asked__gt=now - WITHIN, tries__gt=0).values_list("address", flat=True)
    had = Counter(taken)
    return sorted(found, key=lambda review: had[review.address])


def note(review: int, progress: Progress, now: datetime | None = None) -> None:
    """Keep how far a review is, or what came of it."""
    rows = Review.objects.filter(pk=review)
    if progress.data or progress.failed:
        rows.update(done=progress.done, total=progress.total, data=progress.data, failed=progress.failed, lease=None)
    else:
        rows.update(done=progress.done, total=progress.total, lease=(now or timezone.now()) + LEASE)


def give_back(review: int, at_fault: bool = False) -> None:
    """Let any process take a review in hand again. It counts as a try only where the review may be at fault."""
    rows = Review.objects.filter(pk=review, data="", failed="")
    rows.update(lease=None, tries=F("tries") if at_fault else F("tries") - 1)


reviewers = Reviewers()
