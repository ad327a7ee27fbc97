"""The metrics of this server process, as Prometheus reads them: what it has counted (`races.meters`), and what can be
seen at the moment. Each process tells its own; rooms and races are those of the whole site."""

import time
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError
from django.db.models import Count
from prometheus_client import REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from lobby.models import Room
from operating.health import health
from races import bots, openings, reviews
from races.channel_layer import open_sockets
from races.models import Race

KEPT = 5
"""Seconds for which the numbers of rooms and races are not counted again."""

SOCKETS = {"RacePage": "page", "RaceProgram": "program", "RoomPage": "room"}
"""What each kind of socket is called."""


class Tables:
    """The numbers of rooms, of reviews and files that wait, and of races that go on, by game and by pause."""

    def __init__(self) -> None:
        self._at = -float(KEPT)
        self.rooms = 0
        self.reviews = 0
        self.records = 0
        self.races: dict[tuple[str, str], int] = {}

    def count(self) -> bool:
        """False if the database is away."""
        if time.monotonic() - self._at < KEPT:
            return True
        try:
            self.rooms = Room.objects.count()
            self.reviews = reviews.waiting().count()
            self.records = openings.waiting().count()
            running = Race.objects.filter(ended=None).order_by().values_list("game", "paused").annotate(Count("pk"))
            self.races = {(game, "paused" if paused else "running"): number for game, paused, number in running}
        except (OperationalError, InterfaceError):
            return False
        self._at = time.monotonic()
        return True


tables = Tables()


def sockets() -> dict[str, int]:
    """The open sockets of this process by kind."""
    found = dict.fromkeys(SOCKETS.values(), 0)
    for socket in list(open_sockets):
        found[SOCKETS[type(socket).__name__]] += 1
    return found


class Now(Collector):
    """What is looked up when it is asked for."""

    def describe(self) -> list[GaugeMetricFamily]:
        return []  # asked at the start, when nothing can be looked up yet

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield _by("heatsite_sockets", "Open sockets of this process", "kind", sockets())
        yield _one("heatsite_bot_races", "Races in which this process lets bots think", bots.queue.busy)
        yield _one("heatsite_database_up", "Whether the database answers", health.database)
        yield _one("heatsite_layer_up", "Whether the channel layer passes messages on", health.layer)
        yield _one("heatsite_sweeper_lag_seconds", "How late the latest stand-in is", health.sweeper_lag)
        yield _one("heatsite_loop_lag_seconds", "By how much the event loop came back late", health.loop_lag)
        yield _one("heatsite_database_seconds", "How long a small query took", health.database_seconds)
        if tables.count():
            yield _one("heatsite_rooms", "Rooms of the site", tables.rooms)
            yield _one("heatsite_reviews_waiting", "Reviews that are still to be computed", tables.reviews)
            yield _one("heatsite_records_waiting", "Opened files that are still to be read", tables.records)
            races = GaugeMetricFamily("heatsite_races", "Races that are not over", labels=["game", "state"])
            for labels, number in tables.races.items():
                races.add_metric(labels, number)
            yield races


def _one(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, what, value=float(value))


def _by(name: str, what: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, what, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


REGISTRY.register(Now())


def exposition() -> bytes:
    """All metrics in the text format of Prometheus."""
    return generate_latest(REGISTRY)
