"""What a flood from one address costs all other drivers: `python -m tests.load.flood`.

Rooms race on a site of their own, once in quiet and once while one address floods it: 2,000 sockets to one race, of
which 20 send junk as fast as they can and 100 never read, and ten loops that load pages without a pause. Whoever is
closed comes again. The figures are those of the other races (click to the last socket), and the server's memory.

python -m tests.load.flood [--rooms 10] [--seconds 30] [--turns 2] [--sockets 2000] [--junk 20] [--slow 100]
    [--pages 10]

All of it stays on the loopback address: the site is a public one, and the flood says, as a proxy would, that it comes
from another address (`X-Forwarded-For`). It is in a process of its own, with a nice of 10, because on one machine its
own work would slow the others down more than what the server does with it. Where other programs keep the machine
busy, `chrt --rr 1` before the command keeps them out of the figures. The flood that was turned away comes again after
half a minute, so a measurement should last long enough to see it: `--lead 14 --seconds 22` does.
"""

import argparse
import asyncio
import base64
import os
import secrets
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress

from tests.environment import bare
from tests.load.crew import Crew, Drive
from tests.load.figures import head, row
from tests.load.site import ROOT, Site, serve

THINK = 1.0
RACE = "/ws/races/{code}/"
PAGES = ("/", "/races/{code}/", "/races/{code}/log/", "/races/{code}/replay/")
MOST_TIMES = 2.0
MOST_MEMORY = 100 * 2**20
AGAIN = {"speak": 1.0, "load": 0.0}
"""Seconds after which who was closed comes again; the quiet ones after half a minute. Pages and programs do not."""
LATER = 30.0
JUNK = b'{"junk": "' + b"x" * 500 + b'"}'


HERE = "127.0.0.1"
PUBLIC = {
    "HEATSITE_HOSTS": HERE,
    "HEATSITE_SECRET_KEY": secrets.token_hex(32),
    "HEATSITE_SOCKETS": "",
    "HEATSITE_LOG": "ERROR",
}
"""A site behind a proxy, with the limits that it comes with."""
FROM_ELSEWHERE = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n"
"""What a proxy adds to each request of the flood. Nothing is sent to that address."""


class Flood:
    """The clients of the flood."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.code = port, code
        self.sent = self.loaded = self.opened = self.closed = 0

    async def go(self, sockets: int, junk: int, slow: int, pages: int) -> None:
        quiet = max(0, sockets - junk - slow)
        tasks = [asyncio.create_task(self.again(self.speak)) for _ in range(junk)]
        tasks += [asyncio.create_task(self.again(self.sleep)) for _ in range(slow)]
        tasks += [asyncio.create_task(self.again(self.listen)) for _ in range(quiet)]
        tasks += [asyncio.create_task(self.again(self.load)) for _ in range(pages)]
        while True:
            await asyncio.sleep(5)
            print(f"{self.opened} opened, {self.closed} closed, {self.sent} sent, {self.loaded} pages", flush=True)

    async def again(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ConnectionError):
                await work()
            self.closed += 1
            await asyncio.sleep(AGAIN.get(work.__name__, LATER))

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(HERE, self.port, limit=2**16)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {RACE.format(code=self.code)} HTTP/1.1\r\nHost: {HERE}:{self.port}\r\n{FROM_ELSEWHERE}"
            f"Origin: https://{HERE}:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        self.opened += 1
        return reader, writer

    async def listen(self) -> None:
        reader, writer = await self.open()
        try:
            while await reader.read(2**16):
                pass
        finally:
            writer.close()

    async def sleep(self) -> None:
        reader, writer = await self.open()
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        try:
            while not writer.is_closing():
                await asyncio.sleep(1)
                writer.write(b"\x8a\x80\x00\x00\x00\x00")  # a pong that nobody asked for: it looks alive
                await writer.drain()
        finally:
            writer.close()

    async def speak(self) -> None:
        _, writer = await self.open()
        frame = struct.pack("!BBH4x", 0x81, 0x80 | 126, len(JUNK)) + JUNK
        try:
            while not writer.is_closing():
                writer.write(frame * 20)
                self.sent += 20
                await writer.drain()
        finally:
            writer.close()

    async def load(self) -> None:
        reader, writer = await asyncio.open_connection(HERE, self.port)
        try:
            for path in PAGES:
                head = f"GET {path.format(code=self.code)} HTTP/1.1\r\nHost: {HERE}:{self.port}\r\n{FROM_ELSEWHERE}\r\n"
                writer.write(head.encode())
                told = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = told.partition(b"content-length:")[2].partition(b"\r\n")[0].strip()
                if not length:
                    return
                await reader.readexactly(int(length))
                self.loaded += 1
        finally:
            writer.close()


def flooding(site: Site, given: argparse.Namespace) -> "subprocess.Popen[bytes]":
    words = ["--flood", site.host.rpartition(":")[2], "--code", site.rooms[-1].code]
    words += [f"--{name}={getattr(given, name)}" for name in ("sockets", "junk", "slow", "pages")]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.load.flood", *words], cwd=ROOT, preexec_fn=step_back, env=bare()
    )


def step_back() -> None:
    """Whatever priority the measurement runs with, the flood has a low one."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.setpriority(os.PRIO_PROCESS, 0, 10)


def measure(given: argparse.Namespace, flood: bool) -> tuple[Drive, int]:
    """The other races, and what the server's memory grew by."""
    with serve(rooms=given.rooms + 1, drivers=2, laps=9, settings=PUBLIC) as site:
        crew_site = Site(site.host, site.pid, site.rooms[:-1], site.record)
        before = site.memory()
        attackers = flooding(site, given) if flood else None
        try:
            if attackers:
                time.sleep(given.lead)
            drive = asyncio.run(Crew(crew_site, "programs", lambda seat: THINK).drive(given.seconds))
            return drive, site.memory() - before
        finally:
            if attackers:
                attackers.kill()
                attackers.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--lead", type=float, default=15, help="seconds of flood before anybody measures")
    parser.add_argument("--turns", type=int, default=2)
    for name, count in (("sockets", 2000), ("junk", 20), ("slow", 100), ("pages", 10)):
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--flood", type=int, help="be the flood, to this port")
    parser.add_argument("--code", default="")
    given = parser.parse_args()
    if given.flood:
        asyncio.run(Flood(given.flood, given.code).go(given.sockets, given.junk, given.slow, given.pages))
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, check=True, cwd=ROOT, env={**bare(), **PUBLIC})  # a public site serves nothing else
    head("A flood from one address", "commands", "p50 ms", "p99 ms", "most ms", "CPU %", "memory MB")
    found: dict[bool, list[tuple[Drive, int]]] = {False: [], True: []}
    for _ in range(given.turns):
        for flood in (False, True):
            drive, grown = measure(given, flood)
            found[flood].append((drive, grown))
            delays = (f"{drive.delay(share):.1f}" for share in (0.5, 0.99, 1.0))
            load = f"{100 * drive.cpu / drive.seconds:.0f}"
            row("yes" if flood else "no", drive.accepted, *delays, load, f"{grown / 2**20:+.0f}")
    times = [
        with_it[0].delay(0.99) / max(0.1, quiet[0].delay(0.99))
        for quiet, with_it in zip(found[False], found[True], strict=True)
    ]
    more = [with_it[1] - quiet[1] for quiet, with_it in zip(found[False], found[True], strict=True)]
    slower = ", ".join(f"{one:.2f}" for one in times)
    print(f"\np99 of the others: {slower} times; memory: {max(more) / 2**20:+.0f} MB more")
    return 0 if min(times) <= MOST_TIMES and max(more) <= MOST_MEMORY else 1


if __name__ == "__main__":
    sys.exit(main())
