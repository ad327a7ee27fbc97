"""A disk that is full while people race: on a real file system of a few megabytes where this machine lets us mount one,
else under a limit of the kernel for the files of the server."""

import json
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests import forks
from tests.chaos.drivers import ACK, COCKPIT
from tests.chaos.machine import OURS, Machine
from tests.chaos.tables import Seat, Table
from tests.environment import bare
from tests.load.page import Form
from tests.waiting import LIMIT

SIZE = 64
"""Megabytes: a few times what the database of one race has."""
SEED = "a race from pages 1"


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Whether the folder is a file system of its own meanwhile."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m", "tmpfs", str(folder)]
    mounted = os.getuid() == 0 and subprocess.run(words, capture_output=True, check=False, env=bare()).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True, env=bare())


@contextmanager
def full(folder: Path, mounted: bool, machine: Machine) -> Iterator[None]:
    """No byte more can be written there."""
    process = machine.webs[0].process
    assert process
    filler = folder / "filler"
    if mounted:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            for size in (2**20, 2**12, 1):
                with suppress(OSError):
                    while True:
                        file.write(b"x" * size)
    else:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        filler.unlink(missing_ok=True)
        if not mounted:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Page:
    """A driver's page, which answers what it is asked by chance."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.dice = Random(SEED)
        self.count = 0
        self.form: Form | None = None
        self.stored: list[str] = []
        self.hear(lambda frame: COCKPIT in frame)

    def hear(self, fits: Callable[[str], object]) -> str:
        while True:
            frame = self.socket.recv(LIMIT)
            assert isinstance(frame, str)
            if (start := frame.find(COCKPIT)) >= 0:
                self.form = Form(frame[start:])
            if fits(frame):
                return frame

    def answer(self) -> str:
        """Answer what is asked; the code of the refusal, empty where it was stored."""
        while self.form is None or (fields := self.form.filled_in(self.dice)) is None:
            self.hear(lambda frame: COCKPIT in frame)
        self.count += 1
        name = f"c{self.count}"
        self.socket.send(json.dumps({**fields, "id": name}))
        told = ACK.search(self.hear(lambda frame: f'data-id="{name}"' in frame))
        assert told
        if not told[2]:
            self.stored.append(name)
        return told[2] or ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "disk").mkdir()
    return tmp_path / "disk"


def opening(machine: Machine, table: Table, seat: Seat) -> ClientConnection:
    host = f"127.0.0.1:{machine.webs[0].port}"
    return connect(
        f"ws://{host}/ws/races/{table.code}/",
        origin=Origin(f"http://{host}"),
        additional_headers={"Cookie": seat.cookie},
        max_size=2**21,
        open_timeout=LIMIT,
    )


def alone(machine: Machine) -> Table:
    """A race of Heat that one person drives."""
    made: list[Table] = machine.make_tables(12, SEED)
    return next(one for one in made if one.game == "heat" and len(one.seats) == 1 and not one.clock)


def test_a_full_disk_is_told_loses_nothing_and_is_over_when_it_is_over(folder: Path) -> None:
    with small_disk(folder) as mounted:
        machine = Machine(folder, 1, OURS, None, None, forks.start)
        try:
            table = alone(machine)
            machine.webs[0].start()
            with opening(machine, table, table.seats[0]) as socket:
                page = Page(socket)
                until(page, lambda code: not code)
                with full(folder, mounted, machine):
                    until(page, lambda code: code == "unavailable")
                until(page, lambda code: not code)
            assert machine.webs[0].end() == 0
            entries: Any = [one.id for one in machine.truth().entries if one.race == table.race]
            assert [entries.count(name) for name in page.stored] == [1] * len(page.stored)
            assert len(page.stored) > 1
            assert not machine.verify()
            assert "Traceback" not in machine.webs[0].log.read_text()
        finally:
            machine.end()


def until(page: Page, fits: Callable[[str], bool]) -> None:
    """Answer until it comes out so. What the database has room for already is stored on a full disk, too."""
    for _ in range(500):
        if fits(page.answer()):
            return
    raise AssertionError("no answer came out so")
