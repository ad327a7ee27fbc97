"""Programs that a cluster is made of: found, started in folders and on ports of their own, and ended."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import SystemRandom

PLACES = ("/usr/sbin", "/usr/local/sbin", *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)))
"""Where programs lie that are not on everybody's path."""
PATIENCE = 60
"""Seconds that a program may take to listen, and to end."""


class Failed(Exception):
    """A part of the cluster does not start; the sentence says which, and why."""


def program(name: str) -> str:
    """Where a program is."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(PLACES))
    if found is None:
        raise Failed(f"There is no {name} on this system; `make cluster` installs what it needs on Debian and Ubuntu.")
    return found


BELOW_CLIENTS = range(20_000, 32_000)
"""Ports that the system gives to no client. One that it does give may be a client's again before the server that was
told to take it has started, on a machine with many connections."""


def free_port() -> int:
    for port in SystemRandom().sample(BELOW_CLIENTS, 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise Failed("No port is free for the servers of a cluster.")


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def wait_for(holds: Callable[[], bool], alive: Callable[[], bool], what: str) -> None:
    """Wait until a part of the cluster is ready."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if not alive() or time.monotonic() > end:
            raise Failed(f"{what} did not start.")
        time.sleep(0.05)


class Child:
    """A process of the cluster, which writes to a log of its own. Ctrl-C in the terminal does not reach it: the cluster
    ends its processes itself, in order. If the cluster is killed, Linux ends them."""

    ending = signal.SIGTERM
    """The signal that ends it in order."""

    def __init__(self, name: str, command: Sequence[str], log: Path, **options: object) -> None:
        self.name = name
        self.log = log
        self._command = command
        self._options = options
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603, ours
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                close_fds=False,  # it holds the lock of the folder, too
                preexec_fn=partial(end_with_parent, self.ending),
                **self._options,
            )

    @property
    def alive(self) -> bool:
        return bool(self.process.poll() is None)

    def wait_for_port(self, port: int) -> None:
        wait_for(lambda: listens(port), lambda: self.alive, f"{self.name} ({self.log})")

    def end(self) -> int:
        """Tell it to end, and wait until it has."""
        self.process.send_signal(self.ending)
        try:
            return int(self.process.wait(PATIENCE))
        except subprocess.TimeoutExpired:
            self.process.kill()
            return int(self.process.wait())


ON_PARENTS_DEATH = 1
"""The option of `prctl` for it."""
library = ctypes.CDLL(None)


def end_with_parent(how: signal.Signals) -> None:
    """Called in a process to be: let Linux send it this signal when the process that started it is gone."""
    if sys.platform == "linux":
        library.prctl(ON_PARENTS_DEATH, int(how))


class Redis(Child):
    """Nothing that it holds must last."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        super().__init__("Redis", [program("redis-server"), *options, "--dir", str(folder)], folder / "redis.log")
        self.wait_for_port(self.port)

    @property
    def env(self) -> dict[str, str]:
        return {"HEATSITE_REDIS": f"redis://127.0.0.1:{self.port}/0"}
