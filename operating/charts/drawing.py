"""The charts as drawings: a line for each server process over the last hour."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from operating.charts.sampling import KEPT, PAUSE
from operating.models import Sample

WIDTH, HEIGHT = 600.0, 160.0
MOST = 6
"""Processes with a colour of their own; further ones share the last."""
GONE = timedelta(seconds=3 * PAUSE)
"""A process that has told nothing for so long has ended, or is stuck."""
GAP = timedelta(seconds=4 * PAUSE)
"""Where there is no sample for so long, the line is broken."""


def _count(value: float) -> str:
    return f"{value:.0f}"


def _rate(value: float) -> str:
    return f"{value:.1f}/s"


def _time(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"


def _megabytes(value: float) -> str:
    return f"{value / 1e6:.0f} MB"


def _percent(value: float) -> str:
    return f"{value * 100:.0f} %"


@dataclass(frozen=True)
class Measure:
    """What one chart shows."""

    name: str
    title: Promise | str
    told: Callable[[float], str]
    together: Callable[[Iterable[float]], float] = sum
    """What the values of all processes come to."""
    least: float = 1.0
    """The top of the chart is no lower, so that next to nothing looks like it."""


def _worst(values: Iterable[float]) -> float:
    return max(values, default=0)


MEASURES = (
    Measure("races", _("Races that go on"), _count, _worst, 4),
    Measure("rooms", _("Rooms"), _count, _worst, 4),
    Measure("sockets", _("Open connections"), _count, sum, 10),
    Measure("commands", _("Commands carried out"), _rate, sum, 1),
    Measure("refusals", _("Commands refused"), _rate, sum, 1),
    Measure("command_time", _("99 of 100 commands take at most"), _time, _worst, 0.05),
    Measure("render_time", _("99 of 100 renderings take at most"), _time, _worst, 0.05),
    Measure("request_time", _("99 of 100 pages take at most"), _time, _worst, 0.1),
    Measure("bots", _("Races whose bots are asked"), _count, sum, 4),
    Measure("late", _("Stand-ins are late by"), _time, _worst, 5),
    Measure("loop", _("The event loop is late by"), _time, _worst, 0.05),
    Measure("cpu", _("Processor"), _percent, sum, 1),
    Measure("memory", _("Memory"), _megabytes, sum, 2e8),
)


@dataclass(frozen=True)
class Line:
    colour: int
    points: list[str]
    """Where the line is broken, another one begins: each as the points of a polyline."""


@dataclass(frozen=True)
class Chart:
    measure: Measure
    now: str
    top: str
    lines: list[Line]


@dataclass(frozen=True)
class Process:
    name: str
    colour: int
    heard: datetime
    gone: bool
    database: bool
    layer: bool


def drawn(now: datetime) -> tuple[list[Process], list[Chart]]:
    """All processes of the last hour, and what each chart shows of them."""
    samples: dict[str, list[Sample]] = {}
    for one in Sample.objects.filter(at__gte=now - KEPT).order_by("at"):
        samples.setdefault(one.process, []).append(one)
    names = list(samples)
    processes = [_process(name, min(place, MOST - 1), samples[name][-1], now) for place, name in enumerate(names)]
    running = [samples[one.name][-1] for one in processes if not one.gone]
    return processes, [_chart(measure, samples, running, now) for measure in MEASURES]


def _process(name: str, colour: int, newest: Sample, now: datetime) -> Process:
    values = newest.values
    return Process(
        name,
        colour,
        newest.at,
        now - newest.at > GONE,
        bool(values.get("database")),
        bool(values.get("layer")),
    )


def _chart(measure: Measure, samples: dict[str, list[Sample]], running: Sequence[Sample], now: datetime) -> Chart:
    values = [one.values.get(measure.name, 0) for some in samples.values() for one in some]
    top = max([measure.least, *values])
    lines = [
        Line(min(place, MOST - 1), _points(measure.name, some, top, now)) for place, some in enumerate(samples.values())
    ]
    together = measure.together(one.values.get(measure.name, 0) for one in running)
    return Chart(measure, measure.told(together), measure.told(top), lines)


def _points(name: str, samples: Sequence[Sample], top: float, now: datetime) -> list[str]:
    parts: list[list[str]] = []
    before: datetime | None = None
    for one in samples:
        if before is None or one.at - before > GAP:
            parts.append([])
        before = one.at
        x = WIDTH * (1 - (now - one.at) / KEPT)
        y = HEIGHT * (1 - one.values.get(name, 0) / top)
        parts[-1].append(f"{x:.1f},{y:.1f}")
    return [" ".join(part) for part in parts]
