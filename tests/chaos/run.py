"""One chaos run: races at once, faults at random moments, and then the questions: is every acknowledged command in the
record exactly once, has every race ended or can it go on, is what every client shows the truth?"""

import asyncio
import json
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from random import Random

import msgspec
from msgspec import Struct

from tests.chaos.drivers import Book, Driver, Tab
from tests.chaos.machine import OURS, Machine, Start, machine
from tests.chaos.tables import Stored, Table, Truth
from tests.forks import start_anew

GOES_ON = 5.0
"""Seconds after a restart within which every race is to go on; longer ones are counted."""
PATIENCE = 120.0
"""Seconds after which a race that does not go on, or a screen that is not true, is a fault of the site."""
PATIENT = 0.4
"""How often all races go on before the next fault; else it may come while servers start, or drivers come back."""
HURRY = 3.0
ON_SQLITE = {"kill": 8, "hold": 1, "drop": 1, "end": 1}
ON_SERVICES = {**ON_SQLITE, "kill_all": 2, "redis": 1, "redis_hangs": 1, "postgres": 1, "postgres_crash": 1}


PARTS = ("version", "paused", "away", "bots", "view", "question", "choices", "may_withdraw")
"""What an update shows, but for its clocks, which are others a moment later."""


class Report(Struct):
    """What came of a run. `wrong` is empty if nothing is."""

    seed: str
    services: bool
    races: int
    processes: int
    kills: int = 0
    faults: dict[str, int] = {}
    acknowledged: int = 0
    entries: int = 0
    checks: int = 0
    sent: int = 0
    connections: int = 0
    refusals: dict[str, int] = {}
    ended: int = 0
    back: list[float] = []
    """Seconds from each restart until all races that were going on went on."""
    longest_end: float = 0.0
    """Seconds from SIGTERM until a process was gone, at most."""
    complaints: dict[str, int] = {}
    seconds: float = 0.0
    wrong: list[str] = []


class Run:
    def __init__(self, machine: Machine, tables: list[Table], report: Report) -> None:
        self.machine = machine
        self.tables = tables
        self.report = report
        self.dice = Random(report.seed)
        self.book = Book()
        self.kinds = ON_SERVICES if report.services else ON_SQLITE
        self.drivers = [
            Driver(table, seat, self.any_host, self.book, report.seed) for table in tables for seat in table.seats
        ]

    def any_host(self) -> str:
        return f"127.0.0.1:{self.dice.choice(self.machine.webs).port}"

    # Faults

    async def trouble(self, kills: int, others: Iterable[str] = ()) -> None:
        """So many kills, and what else comes; `others` come in any case."""
        must = list(others)
        while self.report.kills < kills or must:
            await asyncio.sleep(self.dice.uniform(0.0, 1.5))
            kind = must.pop() if must and self.dice.random() < 0.5 else self._any_kind()
            self.report.faults[kind] = self.report.faults.get(kind, 0) + 1
            await getattr(self, f"_{kind}")()

    def _any_kind(self) -> str:
        return self.dice.choices([*self.kinds], [*self.kinds.values()])[0]

    async def _kill(self, count: int = 1) -> None:
        """One process; now and then once more while it is starting."""
        webs = self.dice.sample(self.machine.webs, count)
        began = 0.0
        for _ in range(2 if self.dice.random() < 0.2 else 1):
            for web in webs:
                web.kill()
                self.report.kills += 1
            began = time.monotonic()
            for web in webs:
                web.start()
            self._hurry()
            await asyncio.sleep(self.dice.uniform(0.0, HURRY))
        if self.dice.random() < PATIENT:
            await self.all_go_on(began)

    def _hurry(self) -> None:
        for driver in self.drivers:
            driver.hurry()

    async def _kill_all(self) -> None:
        await self._kill(len(self.machine.webs))

    async def _hold(self) -> None:
        web = self.dice.choice(self.machine.webs)
        web.hold()
        await asyncio.sleep(self.dice.uniform(0.2, 3))
        web.go_on()

    async def _drop(self) -> None:
        for driver in self.drivers:
            for tab in driver.tabs:
                if self.dice.random() < 0.5:
                    tab.drop()

    async def _end(self) -> None:
        """In order, as for an upgrade; in a thread, because it takes its time."""
        web = self.dice.choice(self.machine.webs)
        began = time.monotonic()
        code = await asyncio.to_thread(web.end)
        if code not in (0, -signal.SIGTERM):  # the second one where it had not started yet
            self.report.wrong.append(f"a server that was told to end ended with {code}")
        self.report.longest_end = max(self.report.longest_end, round(time.monotonic() - began, 2))
        began = time.monotonic()
        web.start()
        await self.all_go_on(began)

    async def _redis(self) -> None:
        assert self.machine.redis
        self.machine.redis.stop()
        await asyncio.sleep(self.dice.uniform(0, 2))
        self.machine.redis.start()

    async def _redis_hangs(self) -> None:
        assert self.machine.redis
        with self.machine.redis.hanging():
            await asyncio.sleep(self.dice.uniform(0.5, 4))

    async def _postgres(self, how: str = "fast") -> None:
        assert self.machine.postgres
        await asyncio.to_thread(self.machine.postgres.stop, how)
        await asyncio.sleep(self.dice.uniform(0, 2))
        await asyncio.to_thread(self.machine.postgres.start)
        await self.all_go_on(time.monotonic())

    async def _postgres_crash(self) -> None:
        await self._postgres("immediate")

    async def all_go_on(self, began: float) -> None:
        """Wait until every race that people are driving has gone on since this moment."""
        self._hurry()
        while late := self._still(began):
            if time.monotonic() > began + PATIENCE:
                self.report.wrong.append(f"after {PATIENCE:.0f} seconds these races had not gone on: {late}")
                return
            await asyncio.sleep(0.05)
        self.report.back.append(round(time.monotonic() - began, 2))

    def _still(self, began: float) -> list[str]:
        return [
            table.code
            for table in self.tables
            if table.race not in self.book.over and not table.pages and self.book.moved.get(table.race, 0.0) < began
        ]

    # The whole

    async def go(self, trouble: Callable[["Run"], Awaitable[None]]) -> None:
        began = time.monotonic()
        for web in self.machine.webs:
            web.start()
        tasks = [asyncio.create_task(driver.drive()) for driver in self.drivers]
        try:
            await self.all_go_on(began)
            self.report.back.clear()
            await trouble(self)
            await self.all_go_on(time.monotonic())  # without any fault any more
            await self._settle()
            for driver in self.drivers:
                driver.resting = True
            await self._look_at_screens()
        finally:
            for driver in self.drivers:
                driver.gone = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for web in self.machine.webs:
            if (code := await asyncio.to_thread(web.end)) != 0:
                self.report.wrong.append(f"in the end a server ended with {code}")
        self._judge(self.machine.truth())
        if differs := self.machine.verify():
            self.report.wrong.append(f"verify_races: {differs}")
        told = (line.partition(" ERROR ")[2][:100] or line for line in self.machine.complaints())
        self.report.complaints = dict(Counter(told))
        self.report.seconds = round(time.monotonic() - began, 1)

    async def _settle(self) -> None:
        """Until no command of a program waits for an answer."""
        end = time.monotonic() + PATIENCE
        while waiting := [d.name for d in self.drivers for tab in d.tabs if tab.pending and tab.socket is None]:
            if time.monotonic() > end:
                self.report.wrong.append(f"not connected again: {waiting}")
                return
            await asyncio.sleep(0.1)

    async def _look_at_screens(self) -> None:
        """Each tab beside one that has just been opened, until both show the same."""
        gate = asyncio.Semaphore(10)

        async def look(driver: Driver) -> None:
            async with gate:
                mirror = Tab(driver, len(driver.tabs), query=False)
                task = asyncio.create_task(mirror.live())
                end = time.monotonic() + PATIENCE
                try:
                    while wrong := [w for tab in driver.tabs for w in differences(driver, tab, mirror)]:
                        if time.monotonic() > end:
                            self.report.wrong.append(f"{driver.name} does not show the truth: {wrong}")
                            return
                        await asyncio.sleep(0.1)
                    self.report.checks += len(driver.tabs)
                finally:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task

        await asyncio.gather(*map(look, self.drivers))

    def _judge(self, truth: Truth) -> None:
        report, book = self.report, self.book
        report.entries, report.ended = len(truth.entries), len(truth.ended)
        report.acknowledged, report.sent = len(book.acknowledged), book.sent
        report.connections, report.refusals = book.connections, dict(book.codes)
        report.wrong += [*book.strange[:20], *(f"{code} cannot be read" for code in truth.unreadable)]
        stored: dict[tuple[int, int, str], list[Stored]] = {}
        for entry in truth.entries:
            stored.setdefault((entry.race, entry.seat, entry.id), []).append(entry)
        for race, entries in groupby(truth.entries, attrgetter("race")):
            numbers = [entry.seq for entry in entries]
            report.checks += len(numbers)
            if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
                report.wrong.append(f"race {race}: the numbers of its entries have a gap")
        for told in book.acknowledged:
            report.checks += 1
            found = stored.get((told.race, told.seat, told.id), [])
            if len(found) != 1:
                report.wrong.append(f"race {told.race}: {told.id} of seat {told.seat} is stored {len(found)} times")
                continue
            if told.seq and told.seq != found[0].seq:
                report.wrong.append(f"race {told.race}: {told.id} is entry {found[0].seq}, and was told as {told.seq}")
            if told.choice and told.choice != choice_of(found[0].command):
                report.wrong.append(f"race {told.race}: {told.id} is stored with another choice than was acknowledged")
        accepted = {(told.race, told.seat, told.id) for told in book.acknowledged}
        for race, seat, name in book.refused:
            report.checks += 1
            key = race, seat, name.partition(" ")[0]
            if key in stored and key not in accepted and book.refused[race, seat, name] != "id_used":
                report.wrong.append(f"race {race}: {name} of seat {seat} was refused, and is in the record")


def choice_of(command: str) -> str:
    return msgspec.json.encode(msgspec.json.decode(command)["choice"], order="sorted").decode()


def differences(driver: Driver, tab: Tab, truth: Tab) -> list[str]:
    """What a tab shows otherwise than a page or program that has just come."""
    if not truth.update:
        return ["nothing"]
    if driver.table.pages:
        return tab.screen.differs(truth.screen)
    told, true = json.loads(tab.update or "{}"), json.loads(truth.update)
    return [name for name in PARTS if told.get(name) != true[name]]


def run(
    seed: str,
    *,
    services: bool,
    kills: int,
    races: int = 50,
    processes: int | None = None,
    others: Iterable[str] = (),
    application: str = OURS,
    start: Start = start_anew,
) -> Report:
    """One run from its seed."""
    count = processes or (2 if services else 1)
    report = Report(seed, services, races, count, faults={})
    with machine(services=services, processes=count, application=application, start=start) as made:
        chaos = Run(made, made.make_tables(races, seed), report)
        asyncio.run(chaos.go(lambda one: one.trouble(kills, others)))
        if report.wrong:
            report.wrong += [f"log: {line}" for line in made.complaints()[:5]]
    return report
