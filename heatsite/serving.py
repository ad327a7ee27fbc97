"""The life of a server process of ours under Daphne: what is set up before it serves, and how it ends."""

import asyncio
import gc
from collections.abc import Callable, Iterable
from typing import Any

from django.core.signals import request_finished
from django.db import connections
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from heatsite.frames import compress_frames
from races.background import start_background, stop_background


def prepare(work: Iterable[tuple[Callable[[], object], float]]) -> None:
    """To be called before Daphne runs. `work` is done now and then, with so many seconds in between."""
    compress_frames()
    reactor.callWhenRunning(reactor.callLater, 0, begin, work)  # once asyncio's loop runs, a moment later
    reactor.addSystemEventTrigger("before", "shutdown", end)


def begin(work: Iterable[tuple[Callable[[], object], float]]) -> None:
    request_finished.connect(leave_no_connection)
    start_background(work)
    # What is loaded by now stays to the end: a full collection need not look through it while drivers wait.
    gc.collect()
    gc.freeze()


def end() -> "Deferred[None]":
    return Deferred.fromFuture(asyncio.ensure_future(stop_background()))


def leave_no_connection(**about: Any) -> None:
    """Every request has a thread of its own, which ends with it; only the sockets' thread keeps its connection."""
    connections.close_all()
