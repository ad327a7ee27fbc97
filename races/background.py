"""What goes on in a server process besides requests: clocks, presence, bots. Any number of processes may do it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from channels.db import database_sync_to_async

from races import bots, presence, sweeper
from races.channel_layer import groups, outbox
from races.machine_time import Watch, watched
from races.reviewers import reviewers
from races.sockets import catch_up

logger = logging.getLogger(__name__)

SWEEP = 0.3
"""Seconds between looks at the clocks."""
LOOK_FOR_BOTS = 5
CATCH_UP = 5
LOOK_FOR_REVIEWS = 1

LONGEST_END = 4
"""Seconds that may pass until everything has ended; what has not by then is cut off. A process is to be gone after
five, whatever a request is in the middle of: what was not acknowledged is asked again."""

_tasks: set[asyncio.Task[None]] = set()


def start_background(more: Iterable[tuple[Callable[[], object], float]] = ()) -> None:
    """Start everything, and what another app wants done: work and the seconds between two times of it. What
    is no coroutine runs in the thread for the database.

    To be called in a running event loop, once a process.
    """
    groups.stay()
    bots.queue.start()
    watch = Watch()
    everything: list[tuple[Callable[[], object], float]] = [
        (sweeper.sweep, SWEEP),
        (presence.renew, presence.BEAT),
        (bots.queue.wake_all, LOOK_FOR_BOTS),
        (catch_up, CATCH_UP),
        (reviewers.work, LOOK_FOR_REVIEWS),
        *more,
    ]
    for work, pause in everything:
        timed = work if iscoroutinefunction(work) else database_sync_to_async(watched(work, watch))
        task = asyncio.ensure_future(_again_and_again(timed, pause))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


async def stop_background() -> None:
    """End everything in this event loop, as `asyncio.run` does when it ends and Daphne does not. Threads finish
    their work while the loop still runs: they announce through it, and would wait for ever after its end."""
    reviewers.end()
    await bots.queue.close()
    cancelled: set[asyncio.Task[Any]] = {task for task in asyncio.all_tasks() if task.cancelling()}  # Daphne did
    try:
        async with asyncio.timeout(LONGEST_END):
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                for task in others - cancelled - outbox.tasks:
                    task.cancel()
                _, still_running = await asyncio.wait(others, timeout=1)
                cancelled -= still_running  # one that waited for a thread may have swallowed it: cancel it again
            await sync_to_async(sum)(())  # the last in the queue of the sockets' thread
    except TimeoutError:
        logger.error("The server ends although work was still under way after %s seconds", LONGEST_END)


async def _again_and_again(work: Callable[[], Awaitable[object]], pause: float) -> None:
    while True:
        try:
            await work()
        except Exception:  # whatever it was (the database went away), the next round tries again
            logger.exception("Work in the background failed; it will be tried again")
        await asyncio.sleep(pause)
