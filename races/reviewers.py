"""The process of its own in which records from files are read and races are looked back at.

Files come first: their visitors wait at a page. Reviews of several addresses are in hand at a time, and take turns with
each decision; so nobody waits behind the long race of another visitor.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import TypeVar

from channels.db import database_sync_to_async
from django.conf import settings

from races import bots, openings, reviews, turns
from races.models import Review
from races.models.queued import Queued
from races.reviewing import Progress, begin, more, open_record, settle_last

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)

AT_ONCE = 8
"""Reviews in hand, each of another address. The process keeps some megabytes of each."""
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
        while not self._ended and await self.turn():
            pass
        self.close()

    async def turn(self) -> bool:
        """Read a file or look at a decision; false where nothing waits."""
        if (opening := await database_sync_to_async(openings.claim)()) is not None:
            answer = await self._ask(opening, open_record, bytes(opening.data))
            if answer is not None:
                await database_sync_to_async(openings.finish)(opening, answer)
        elif (found := await database_sync_to_async(self._claim_review)()) is not None:
            review, package, record = found
            most = reviews.most_decisions(review.race)
            await self._grow(review, begin, review.pk, package, record, review.seat, most)
        elif self._in_hand:
            review = self._in_hand.popleft()
            await self._grow(review, more, review.pk)
        else:
            return False
        return True

    def _claim_review(self) -> tuple[Review, str, bytes] | None:
        if len(self._in_hand) >= AT_ONCE:
            return None
        return reviews.claim(other_than=[review.address for review in self._in_hand])

    async def _grow(self, review: Review, work: Callable[..., Progress], *arguments: object) -> None:
        progress = await self._ask(review, work, *arguments)
        if progress is None:
            return
        await database_sync_to_async(reviews.note)(review.pk, progress)
        if not progress.is_last:
            self._in_hand.append(review)

    async def _ask(self, row: Queued, work: Callable[..., Answer], *arguments: object) -> Answer | None:
        """Let the process work on a row, after the bots. None where it died or took too long: the row and all that
        was in hand are given back then."""
        loop = asyncio.get_running_loop()
        try:
            await _let_bots_go_first()
            if not self._process:
                self._process = await asyncio.wait_for(loop.run_in_executor(self.pool, os.getpid), LONGEST)
            return await asyncio.wait_for(loop.run_in_executor(self.pool, work, *arguments), LONGEST)
        except asyncio.CancelledError:  # the server ends: another one begins it anew at once
            await self._give_back(row)
            raise
        except Exception:
            if not self._ended:
                logger.exception("The process that reads records and looks back at races stopped at %r", row)
            await self._give_back(row, at_fault=not self._ended)
            return None

    async def _give_back(self, row: Queued, *, at_fault: bool = False) -> None:
        self.close()
        in_hand = [*self._in_hand]
        self._in_hand.clear()
        await database_sync_to_async(turns.give_back)(row, at_fault=at_fault)
        for one in in_hand:
            await database_sync_to_async(turns.give_back)(one)


async def _let_bots_go_first() -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(DEFERENCE):
            while bots.queue.busy:
                await asyncio.sleep(0.1)


reviewers = Reviewers()
