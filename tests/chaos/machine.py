"""The machine of a chaos run: server processes, a database and a Redis of their own, and what may befall them."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import msgspec

from tests import forks
from tests.chaos.tables import Table, Truth
from tests.environment import bare
from tests.services.postgres import Postgres
from tests.services.redis import Redis

OURS = "heatsite.asgi:application"
BACKLOG = 1024
"""Connections that may wait for a server that starts again."""
ENDS_WITHIN = 60
"""Seconds, on a machine that others keep busy."""


class Process(Protocol):
    """A process, started anew or as a copy."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def send_signal(self, sig: signal.Signals, /) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


Start = Callable[..., Process]
"""How a server process is started: `forks.start_anew`, which takes as long as on the machine of an operator, or
`forks.start`."""


class Web:
    """A server process. Its socket stays open while it is down, as under systemd, so that early clients wait."""

    def __init__(self, environment: dict[str, str], log: Path, application: str, start: Start) -> None:
        self.environment = environment
        self._start = start
        self.log = log
        self.application = application
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.port: int = self.listening.getsockname()[1]
        self.process: Process | None = None

    def start(self) -> None:
        with self.log.open("a") as log:
            number = self.listening.fileno()
            words = ["-m", "daphne", "--fd", str(number), self.application]
            self.process = self._start(words, self.environment, err=log, pass_fds=[number], own_session=True)

    def kill(self) -> None:
        """Without a goodbye. The processes in which its bots think end by themselves."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def hold(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> int:
        """As an operator ends it; returns its exit code."""
        assert self.process
        self.process.terminate()
        return self.process.wait(ENDS_WITHIN)

    def end_all(self) -> None:
        """However a run went: nothing of it is left."""
        if self.process:
            self.process.kill()
            self.process.wait()
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.listening.close()


class Machine:
    """What runs, in a folder of its own: on SQLite, or on a PostgreSQL and a Redis."""

    def __init__(
        self,
        folder: Path,
        processes: int,
        application: str,
        redis: Redis | None,
        postgres: Postgres | None,
        start: Start = forks.start_anew,
    ) -> None:
        self.redis = redis
        self.postgres = postgres
        self.environment = {
            **bare(),
            "HEATSITE_SECRET_KEY": secrets.token_hex(32),
            "HEATSITE_DB": str(folder / "chaos.sqlite3"),
            "HEATSITE_BOT_PATIENCE": "120",
            "PYTHONDONTWRITEBYTECODE": "",  # Python keeps what it has compiled, as on the machine of an operator
            **(self.postgres.environment if self.postgres else {}),
            **({"HEATSITE_REDIS": f"redis://127.0.0.1:{self.redis.port}/0"} if self.redis else {}),
        }
        self.webs = [Web(self.environment, folder / f"web{one}.log", application, start) for one in range(processes)]

    def make_tables(self, count: int, seed: str) -> list[Table]:
        made = self._run("-m", "tests.chaos.tables", "make", str(count), seed)
        return msgspec.json.decode(made.stdout, type=list[Table])

    def truth(self) -> Truth:
        return msgspec.json.decode(self._run("-m", "tests.chaos.tables", "read").stdout, type=Truth)

    def verify(self) -> str:
        """What `verify_races` complains of; empty if no race differs from its replay."""
        command = [sys.executable, "manage.py", "verify_races"]  # hashes that are not those of the servers
        told = subprocess.run(
            command, cwd=forks.ROOT, env=self.environment, check=False, capture_output=True, text=True
        )
        return "" if told.returncode == 0 else told.stdout + told.stderr

    def complaints(self) -> list[str]:
        """Lines of the servers' logs that are errors, and first lines of traces."""
        lines = [line for web in self.webs for line in web.log.read_text().splitlines()]
        return [line for line in lines if " ERROR " in line or " CRITICAL " in line or line.startswith("Traceback")]

    def end(self) -> None:
        """However the run went."""
        for web in self.webs:
            web.end_all()

    def _run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        run = forks.run(words, self.environment)
        assert run.returncode == 0, run.stderr
        return run


@contextmanager
def machine(*, services: bool, processes: int, application: str, start: Start) -> Iterator[Machine]:
    with ExitStack() as end:
        redis = postgres = None
        if services:
            redis = Redis()
            end.callback(lambda: redis.process.wait())
            end.callback(lambda: redis.process.kill())
            postgres = Postgres(Path(end.enter_context(TemporaryDirectory(prefix="heatsite-chaos-postgres-"))))
            end.callback(stop_anyhow, postgres)
        folder = end.enter_context(TemporaryDirectory(prefix="heatsite-chaos-"))
        made = Machine(Path(folder), processes, application, redis, postgres, start)
        end.callback(made.end)
        yield made


def stop_anyhow(postgres: Postgres) -> None:
    with suppress(subprocess.CalledProcessError):
        postgres.stop()
