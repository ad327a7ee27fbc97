"""Measure the cost of crafted files for all other drivers: `python -m tests.load.files`.

Rooms race on a public site of their own, in three ways. The first is quiet. In the second, three of the heaviest races
that a file can hold go on beside them, driven on with bots. In the third, eight visitors from four addresses send the
worst files of every kind without a pause. They drive on from the files that open, look back at them, and press for the
race of the day. The figures are the delays of the rooms (click to the last socket) and the server's memory.

python -m tests.load.files [--rooms 10] [--seconds 30] [--turns 2]

All of it stays on the loopback address; strangers say as a proxy would from where they come (`X-Forwarded-For`). Where
other programs keep the machine busy, `chrt --rr 1` before the command keeps them out of the figures.
"""

import argparse
import asyncio
import json
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import cycle

from tests.environment import bare
from tests.load.crew import Crew, Drive
from tests.load.figures import head, row
from tests.load.site import ROOT, Site, serve
from tests.locks.records import driven, heaviest, worst
from tests.players.by_form import Visitor

THINK = 1.0
HERE = "127.0.0.1"
PUBLIC = {
    "HEATSITE_HOSTS": HERE,
    "HEATSITE_SECRET_KEY": secrets.token_hex(32),
    "HEATSITE_SOCKETS": "",
    "HEATSITE_OPENINGS": "100000",
    "HEATSITE_LOG": "ERROR",
}
"""A site behind a proxy. The limit by the hour, which would end the test after some minutes, is out of the way."""
WAYS = ("quiet", "heavy races", "crafted files")
HEAVY = 3
MOST_TIMES = {"heavy races": (0.5, 1.2), "crafted files": (0.99, 2.0)}
"""The share of commands that is looked at, and how many times as long they may take."""
MOST_MEMORY = 100
LAST_ANSWER = 5.0
"""Seconds for the last answer to a stranger: the site holds back who asks too much."""
GIVEN_BACK = 300
"""Seconds after which the memory must be given back."""
MEGABYTE = 2**20


@dataclass(frozen=True)
class Measured:
    drive: Drive
    memory: float
    """Megabytes of the server process at most."""
    back: float
    """Seconds until they were given back."""
    opened: int
    driven_on: int


class Strangers:
    """Visitors from four addresses, who press and send without a pause until they are stopped."""

    def __init__(self, site: Site) -> None:
        port = int(site.host.rpartition(":")[2])
        self.visitors = [Visitor(port, address=f"198.51.100.{number % 4 + 1}", host=HERE) for number in range(8)]
        self.stopped = threading.Event()
        self.answers: dict[int, int] = {}
        self.opened = self.driven_on = 0

    def send(self, visitor: Visitor, file: bytes) -> str:
        """Send a file and wait until it was read; the code of its race, or nothing."""
        sent = visitor.upload("/records/", {"record": file})
        self.answers[sent.status] = self.answers.get(sent.status, 0) + 1
        while sent.location.startswith("/records/") and not self.stopped.is_set():
            answer = visitor.get(sent.location)
            if answer.status == 302:
                self.opened += 1
                return answer.code
            if "progress" not in answer.text:
                return ""
            self.stopped.wait(0.5)
        return ""

    def drive_on(self, visitor: Visitor, code: str) -> None:
        """Drive on from an early step, in the first seat, with bots in all others."""
        visitor.get(f"/races/{code}/replay/?step=400")
        answer = visitor.post(f"/again/{code}/from/5/", {"seat": "0"})
        self.driven_on += answer.status == 302 and answer.location.startswith("/races/")

    def press(self, visitor: Visitor, files: Iterator[bytes]) -> None:
        while not self.stopped.is_set():
            if code := self.send(visitor, next(files)):
                self.drive_on(visitor, code)
                visitor.get(f"/races/{code}/log/")
                visitor.post(f"/races/{code}/review/", {"seat": "0"})
            visitor.post("/day/drive/", {})

    @contextmanager
    def at_it(self) -> Iterator[None]:
        files = [json.dumps(one).encode() for one in (*worst(), heaviest(), driven(laps=3))]
        threads = [
            threading.Thread(target=self.press, args=(visitor, cycle(files[start:] + files[:start])), daemon=True)
            for start, visitor in enumerate(self.visitors)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.stopped.set()
            for thread in threads:
                thread.join(LAST_ANSWER)

    @contextmanager
    def racing(self) -> Iterator[None]:
        """Open three of the heaviest records, and drive on from them."""
        file = json.dumps(heaviest()).encode()
        for visitor in self.visitors[:HEAVY]:
            self.drive_on(visitor, self.send(visitor, file))
        assert self.driven_on == HEAVY, self.answers
        yield


def measure(given: argparse.Namespace, way: str, calm: float) -> Measured:
    """Measure one way; `calm` is the most memory of the quiet one."""
    with serve(rooms=given.rooms, drivers=2, laps=9, settings=PUBLIC) as site:
        strangers, most, over = Strangers(site), [0.0], threading.Event()

        def watch() -> None:
            while not over.wait(0.2):
                most[0] = max(most[0], site.memory() / MEGABYTE)

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        ways: dict[str, AbstractContextManager[None]] = {
            "quiet": nullcontext(),
            "heavy races": strangers.racing(),
            "crafted files": strangers.at_it(),
        }
        with ways[way]:
            drive = asyncio.run(Crew(site, "programs", lambda seat: THINK).drive(given.seconds))
        over.set()
        watching.join()
        back = _given_back(site, calm) if calm else 0.0
        return Measured(drive, most[0], back, strangers.opened, strangers.driven_on)


def _given_back(site: Site, calm: float) -> float:
    """Seconds until the server holds little more than in quiet; the longest time where it does not give it back."""
    began = time.monotonic()
    while (waited := time.monotonic() - began) < GIVEN_BACK:
        if site.memory() / MEGABYTE <= calm + MOST_MEMORY / 2:
            return waited
        time.sleep(1)
    return GIVEN_BACK


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--turns", type=int, default=2)
    given = parser.parse_args()
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, check=True, cwd=ROOT, env={**bare(), **PUBLIC})  # a public site serves nothing else
    head(
        "Crafted files",
        "commands",
        "p50 ms",
        "p99 ms",
        "most ms",
        "CPU %",
        "memory MB",
        "back after s",
        "opened",
        "driven on",
    )
    found: dict[str, list[Measured]] = {way: [] for way in WAYS}
    for _ in range(given.turns):
        calm = 0.0
        for way in WAYS:
            one = measure(given, way, calm)
            calm = calm or one.memory
            found[way].append(one)
            delays = (f"{one.drive.delay(share):.1f}" for share in (0.5, 0.99, 1.0))
            load = f"{100 * one.drive.cpu / one.drive.seconds:.0f}"
            memory = (f"{one.memory:.0f}", f"{one.back:.0f}")
            row(way, one.drive.accepted, *delays, load, *memory, one.opened, one.driven_on)
    good = True
    for way, (share, limit) in MOST_TIMES.items():
        pairs = list(zip(found["quiet"], found[way], strict=True))
        times = [one.drive.delay(share) / max(0.1, quiet.drive.delay(share)) for quiet, one in pairs]
        more = max(one.memory - quiet.memory for quiet, one in pairs)
        back = max(one.back for one in found[way])
        print(f"{way}: p{100 * share:.0f} of the others {', '.join(f'{one:.2f}' for one in times)} times, ", end="")
        print(f"{limit} at most; memory {more:+.0f} MB, given back after {back:.0f} s")
        good = good and min(times) <= limit and more <= MOST_MEMORY and back < GIVEN_BACK
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
