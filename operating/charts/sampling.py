"""What a server process notes of itself every few seconds, for the charts: the same numbers as its metrics, as rates
and times of these seconds. They are kept in the database, so that one page shows all processes."""

import os
import socket
import time
from collections import Counter
from datetime import datetime, timedelta

from django.db import OperationalError
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

from operating import metrics
from operating.health import health
from operating.models import Sample
from races import bots, meters

PAUSE = 10
"""Seconds between two samples."""
KEPT = timedelta(hours=1)
SLOWEST = 0.99
"""The part of all commands that is no slower than what the chart shows."""

PROCESS = f"{socket.gethostname()}:{os.getpid()}"

Bounds = Counter[float]
"""How many were no slower than each bound, in seconds."""


class Meter:
    """What the counters stood at when the last sample was taken."""

    def __init__(self) -> None:
        self._at = time.monotonic()
        self._before = _counted()
        self._bounds = {meter: _bounds(meter) for meter in TIMED.values()}

    def take(self) -> dict[str, float]:
        """The values since the last time."""
        now = time.monotonic()
        passed = max(now - self._at, 0.001)
        counted = _counted()
        values = {name: round((counted[name] - self._before[name]) / passed, 3) for name in counted}
        for name, meter in TIMED.items():
            bounds = _bounds(meter)
            values[name] = quantile(bounds - self._bounds[meter], SLOWEST)
            self._bounds[meter] = bounds
        self._at, self._before = now, counted
        metrics.tables.count()
        return values | {
            "rooms": metrics.tables.rooms,
            "races": sum(number for (_, state), number in metrics.tables.races.items() if state == "running"),
            "sockets": sum(metrics.sockets().values()),
            "bots": bots.queue.busy,
            "memory": REGISTRY.get_sample_value("process_resident_memory_bytes") or 0,
            "late": round(health.sweeper_lag, 1),
            "loop": round(health.loop_lag, 4),
            "database": float(health.database),
            "layer": float(health.layer),
        }


TIMED: dict[str, MetricWrapperBase] = {
    "command_time": meters.COMMAND_SECONDS,
    "render_time": meters.RENDER_SECONDS,
    "request_time": meters.REQUEST_SECONDS,
}


def _counted() -> dict[str, float]:
    return {
        "commands": _total(meters.COMMANDS),
        "refusals": _total(meters.REFUSALS),
        "cpu": REGISTRY.get_sample_value("process_cpu_seconds_total") or 0,
    }


def _total(meter: MetricWrapperBase) -> float:
    return sum(sample.value for one in meter.collect() for sample in one.samples if sample.name.endswith("_total"))


def _bounds(meter: MetricWrapperBase) -> Bounds:
    found: Bounds = Counter()
    for one in meter.collect():
        for sample in one.samples:
            if sample.name.endswith("_bucket"):
                found[float(sample.labels["le"])] += int(sample.value)
    return found


def quantile(bounds: Bounds, part: float) -> float:
    """The time, in seconds, that this part of all was no slower than; 0 if there were none. Within a bucket they count
    as spread evenly; what is slower than all bounds counts as slow as the last one."""
    known = sorted(bound for bound in bounds)
    if not known or not (wanted := bounds[known[-1]] * part):
        return 0.0
    below, lower = 0, 0.0
    for bound in known:
        if bounds[bound] >= wanted:
            inside = bounds[bound] - below
            return round(lower + (bound - lower) * (wanted - below) / inside, 5) if bound != float("inf") else lower
        below, lower = bounds[bound], bound
    return lower


_meter: Meter | None = None


def sample(now: datetime | None = None) -> None:
    """Note how busy this process was, and forget what was an hour ago. While the database cannot be written there is a
    gap in the charts."""
    global _meter
    if _meter is None:
        _meter = Meter()
        return
    values = _meter.take()
    now = now or timezone.now()
    try:
        Sample.objects.create(process=PROCESS, at=now, values=values)
        Sample.objects.filter(at__lt=now - KEPT).delete()
    except OperationalError:
        return
