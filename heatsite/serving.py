"""The life of a server process of ours under Daphne: what is set up before it serves, and how it ends."""

import asyncio
import ctypes
import logging
import os
import sys
from collections.abc import Callable, Iterable
from contextvars import Context
from threading import Timer
from typing import Any

from daphne.server import twisted_loop
from django.core.signals import request_finished
from django.db import connections
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from heatsite import garbage
from heatsite.door import serve_few_at_a_time
from heatsite.frames import compress_frames
from heatsite.languages import keep_active_language, read_catalogues
from heatsite.logs import write_lines_at_once
from heatsite.requests import EVERY, bound_requests, descriptors, hide_links, raise_descriptors
from heatsite.structs import know_structs
from races.background import LONGEST_END, start_background, stop_background

logger = logging.getLogger(__name__)


def prepare(work: Iterable[tuple[Callable[[], object], float]]) -> None:
    """To be called before Daphne runs. `work` is done now and then, with so many seconds in between."""
    write_lines_at_once()
    know_structs()
    keep_active_language()
    read_catalogues()
    share_processor()
    compress_frames()
    bound_requests()
    serve_few_at_a_time(twisted_loop)
    raise_descriptors()
    hide_links()
    reactor.callWhenRunning(reactor.callLater, 0, begin, work)  # once asyncio's loop runs, a moment later
    reactor.addSystemEventTrigger("before", "shutdown", end)


SWITCH = 0.0001
"""Seconds after which a thread lets another one run. With Python's own 0.005 the event loop waits for as long each time
that it comes back from the network, while pages are made in threads."""
ARENAS = -8
"""The parameter of the C library for how many heaps the threads have. Each keeps what it once had: every request has a
thread of its own, and eight heaps for each processor is what a flood of pages would leave behind."""


def share_processor() -> None:
    """Let threads of requests neither hold up the event loop nor keep memory of their own."""
    sys.setswitchinterval(SWITCH)
    if hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(ARENAS, 2)


def begin(work: Iterable[tuple[Callable[[], object], float]]) -> None:
    request_finished.connect(leave_no_connection)
    start_background([*work, (descriptors.look, EVERY), *garbage.WORK])


def end() -> "Deferred[None]":
    """Called by the reactor when the server is told to end; the reactor waits for the result.

    In a context of its own: the reactor calls this in the context of whatever task set the reactor's timer last. That
    may be a notice sent from the sockets' thread, in whose context asgiref refuses to wait for that thread ("would
    deadlock"), or a request that is over, whose thread is another one. Either way the server would end without
    waiting for the work that its threads are in the middle of.
    """
    last = Timer(LAST, give_up)
    last.daemon = True
    last.start()
    return Deferred.fromFuture(asyncio.get_running_loop().create_task(_end(), context=Context()))


LAST = LONGEST_END + 0.7
"""Seconds after which the process goes without its threads. Python would wait for each, and one may wait for ever."""


def give_up() -> None:
    logger.error("The server goes without waiting for its last requests; what they were to store is not acknowledged")
    logging.shutdown()
    os._exit(0)


async def _end() -> None:
    try:
        await stop_background()
    except Exception:  # the reactor drops what it is given here, and the server ends in either case
        logger.exception("The server did not end in order: work that was under way may have been cut off")


def leave_no_connection(**about: Any) -> None:
    """Every request has a thread of its own, which ends with it; only the sockets' thread keeps its connection."""
    connections.close_all()
