"""Programs that a cluster is made of: found, started in folders and on ports of their own, and ended."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
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
    ends its processes itself, in order."""

    def __init__(self, name: str, command: Sequence[str], log: Path, **options: object) -> None:
        self.name = name
        self.log = log
        with log.open("ab") as out:
            self.process = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603, ours
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, **options
            )

    @property
    def alive(self) -> bool:
        return bool(self.process.poll() is None)

    def wait_for_port(self, port: int) -> None:
        wait_for(lambda: listens(port), lambda: self.alive, f"{self.name} ({self.log})")

    def end(self) -> int:
        """Tell it to end, and wait until it has."""
        self.process.terminate()
        try:
            return int(self.process.wait(PATIENCE))
        except subprocess.TimeoutExpired:
            self.process.kill()
            return int(self.process.wait())


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


class Postgres:
    """A PostgreSQL whose data stays in its folder. It refuses to run as root, and runs as the user of Debian's package
    then."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "postgres"
        self.port = free_port()
        self._user = "postgres" if os.getuid() == 0 else None
        self.folder.mkdir(exist_ok=True)
        if self._user:
            owner = pwd.getpwnam(self._user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        data = str(self.folder / "data")
        new = not (self.folder / "data" / "PG_VERSION").exists()
        if new:
            self._run("initdb", "-D", data, "-U", "heatsite", "-A", "trust", "-E", "UTF8", "--locale=C")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{self.folder}'"
        self._run("pg_ctl", "-D", data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")
        if new:
            self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "heatsite", "heatsite")

    @property
    def env(self) -> dict[str, str]:
        return {
            "HEATSITE_POSTGRES": "heatsite",
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.port),
            "PGUSER": "heatsite",
        }

    def end(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "fast", "-w", "stop")

    def _run(self, name: str, *arguments: str) -> None:
        """Into a file and not into a pipe: the server keeps what the program that starts it was given."""
        log = self.folder / f"{name}.log"
        with log.open("wb") as out:
            ran = subprocess.run(  # noqa: S603, our own
                [program(name), *arguments],
                user=self._user,
                cwd=self.folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                check=False,
            )
        if ran.returncode:
            last = (log.read_text(errors="replace").strip().splitlines() or ["no reason given"])[-1]
            raise Failed(f"PostgreSQL: {name} failed: {last}")
