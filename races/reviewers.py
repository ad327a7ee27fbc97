"""The process of its own in which records from files are read and races are looked back at.

Files and decisions take turns, so neither kind keeps the other waiting. Reviews of several addresses are in hand at a
time, and take turns with each decision; so nobody waits behind the long race of another visitor.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from races import bots, openings, reviews, turns
from races.models import Review
from races.models.queued import Queued
from races.reviewing import Progress, begin, more, open_record, settle_last
from races.turns import QueuedT

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)

AT_ONCE = 8
"""Reviews in hand, each of another address. The process keeps some megabytes of each."""
RENEW = 20
"""Seconds after which a process says that it is still at something."""
LONGEST = 180
"""Seconds that one decision or one file may take, on a machine that is busy with other things."""
DEFERENCE = 5.0
"""Seconds that a decision or a file waits for bots that are being asked."""


class Reviewers:
    """The process; made when something is to be done, ended when nothing is, and made anew when it broke."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._process = 0
        """Its number; bots' processes have this one as their neighbour, and are not to be ended with it."""
        self._ended = False
        self._in_hand: deque[Review] = deque()
        self._renewed = 0.0
        self._kinds = deque([self._file, self._decision])
        """The kind that has its turn next is the last."""

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
        """Do what waits, a file or a decision at a time; then end the process, so that its memory is free."""
        try:
            while not self._ended and await self.turn():
                pass
        finally:
            self.close()
            await self._give_back_in_hand()

    async def turn(self) -> bool:
        """Read a file or look at a decision, by turns; false where nothing waits."""
        self._kinds.rotate()
        await self._renew()
        return await self._kinds[0]() or await self._kinds[1]()

    async def _file(self) -> bool:
        """Read the file whose turn it is."""
        opening = await _claimed(openings.claim)
        if opening is None:
            return False
        answer = await self._ask(opening, open_record, bytes(opening.data))
        if answer is not None:
            # In a thread of its own: drivers do not wait until a thousand rows are on the disk.
            await database_sync_to_async(openings.finish, thread_sensitive=False)(opening, answer)
        return True

    async def _decision(self) -> bool:
        """Look at the next decision of the review whose turn it is."""
        addresses = [review.address for review in self._in_hand]
        if len(addresses) < AT_ONCE and (review := await _claimed(partial(reviews.claim, addresses))) is not None:
            package, record = await database_sync_to_async(reviews.to_compute)(review)
            most = reviews.most_decisions(review.race)
            await self._grow(review, begin, review.pk, package, record, review.seat, most)
        elif self._in_hand:
            review = self._in_hand.popleft()
            await self._grow(review, more, review.pk)
        else:
            return False
        return True

    async def _grow(self, review: Review, work: Callable[..., Progress], *arguments: object) -> None:
        progress = await self._ask(review, work, *arguments)
        if progress is None:
            return
        if await database_sync_to_async(reviews.note)(review, progress):
            self._in_hand.append(review)

    async def _ask(self, row: Queued, work: Callable[..., Answer], *arguments: object) -> Answer | None:
        """Let the process work on a row, after the bots. None where it died or took too long: the row and all that
        was in hand are given back then."""
        loop = asyncio.get_running_loop()
        try:
            await _let_bots_go_first()
            if not self._process:
                self._process = await self._answer_of(row, loop.run_in_executor(self.pool, os.getpid))
            return await self._answer_of(row, loop.run_in_executor(self.pool, work, *arguments))
        except asyncio.CancelledError:  # the server ends: another one begins it anew at once
            self.close()
            await database_sync_to_async(turns.give_back)(row)
            raise
        except Exception:
            if not self._ended:
                logger.exception("The process that reads records and looks back at races stopped at %r", row)
            self.close()
            await database_sync_to_async(turns.give_back)(row, at_fault=not self._ended)
            await self._give_back_in_hand()
            return None

    async def _answer_of(self, row: Queued, working: "asyncio.Future[Answer]") -> Answer:
        """Wait for the process, and hold the row and all that is in hand meanwhile. Raises `TimeoutError`."""
        try:
            for _ in range(LONGEST // RENEW):
                done, _ = await asyncio.wait({working}, timeout=RENEW)
                if done:
                    return await working
                await self._renew(row)
            raise TimeoutError
        finally:
            working.cancel()  # nobody waits for it any more, and its process may be ended

    async def _renew(self, *rows: Queued) -> None:
        """Hold these and all that is in hand for longer, if that is due."""
        if (now := time.monotonic()) - self._renewed >= RENEW:
            self._renewed = now
            await database_sync_to_async(turns.renew)([*rows, *self._in_hand], timezone.now())

    async def _give_back_in_hand(self) -> None:
        while self._in_hand:
            await database_sync_to_async(turns.give_back)(self._in_hand.popleft())


async def _claimed(claim: Callable[[], QueuedT | None]) -> QueuedT | None:
    """Claim what is next. If the server ends meanwhile, give it back: its thread goes on to claim it."""
    claiming = asyncio.ensure_future(database_sync_to_async(claim)())
    try:
        return await asyncio.shield(claiming)
    except asyncio.CancelledError:
        if (row := await claiming) is not None:
            await database_sync_to_async(turns.give_back)(row)
        raise


async def _let_bots_go_first() -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(DEFERENCE):
            while bots.queue.busy:
                await asyncio.sleep(0.1)


reviewers = Reviewers()
