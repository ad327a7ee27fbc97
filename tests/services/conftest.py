"""A real Redis and a real PostgreSQL of our own for the tests that are about them, and server processes on both."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import LIMIT, wait_until

ROOT = Path(__file__).parents[2]
SECRET = "only-for-tests-" * 4


def program(name: str) -> str:
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    assert found, f"{name} is needed for these tests: apt install redis-server postgresql"
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def wait_for_port(port: int) -> None:
    def listens() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), LIMIT).close()
        except OSError:
            return False
        return True

    wait_until(listens, f"something listens on port {port}")


class Redis:
    """A Redis that can be stopped and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([program("redis-server"), *options], stdout=subprocess.DEVNULL)
        wait_for_port(self.port)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(LIMIT)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It takes connections, and answers none."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @contextmanager
    def gone(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[dict[str, str]]:
    """The environment that leads to a fresh, migrated PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="heatsite-postgres-") as folder:
        yield from running_postgres(Path(folder))


def running_postgres(folder: Path) -> Iterator[dict[str, str]]:
    port = free_port()
    user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run(
            command, user=user, cwd=folder, check=True, capture_output=True, env={"PATH": os.environ["PATH"]}
        )

    run(program("initdb"), "-D", str(data), "-U", "heat", "-A", "trust", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{folder}' -c fsync=off"
    run(program("pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    run(program("createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "heat", "heatsite")
    found = {"HEATSITE_POSTGRES": "heatsite", "PGHOST": "127.0.0.1", "PGPORT": str(port), "PGUSER": "heat"}
    manage(found, "migrate", "--verbosity", "0")
    manage(found, "loaddata", "tracks", "legend_decks", "--verbosity", "0")
    yield found
    run(program("pg_ctl"), "-D", str(data), "-m", "immediate", "stop")


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command on the services."""
    run = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "HEATSITE_SECRET_KEY": SECRET, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture
def services(redis: Redis, postgres: dict[str, str]) -> dict[str, str]:
    return {**postgres, "HEATSITE_REDIS": f"redis://127.0.0.1:{redis.port}/0", "HEATSITE_SECRET_KEY": SECRET}


class Servers:
    """Server processes on the services, each named by its port."""

    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self.env = {**os.environ, "HEATSITE_BOT_PATIENCE": str(LIMIT), **env}
        self.folder = folder
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def start(self) -> int:
        listening = socket.create_server(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        with self.log(port).open("w") as log:
            self.running[port] = subprocess.Popen(
                [sys.executable, "-m", "daphne", "--fd", str(listening.fileno()), "heatsite.asgi:application"],
                cwd=ROOT,
                env=self.env,
                pass_fds=[listening.fileno()],
                stdout=log,
                stderr=log,
            )
        listening.close()
        return port

    def log(self, port: int) -> Path:
        return self.folder / f"daphne-{port}.log"

    def kill(self, port: int) -> None:
        process = self.running.pop(port)
        process.kill()
        process.wait(LIMIT)

    def end(self) -> None:
        """However a test went: servers end when they are told to, and had nothing to complain of."""
        for process in self.running.values():
            process.terminate()
        try:
            assert [process.wait(LIMIT) for process in self.running.values()] == [0] * len(self.running)
        finally:
            for process in self.running.values():
                process.kill()
        faults = "\n".join(text for port in self.running if "ERROR" in (text := self.log(port).read_text()))
        assert not faults, faults


@pytest.fixture
def servers(services: dict[str, str], tmp_path: Path) -> Iterator[Servers]:
    servers = Servers(services, tmp_path)
    yield servers
    servers.end()


@pytest.fixture
def start_server(servers: Servers) -> Callable[[], int]:
    """Start server processes on the services; each gives its port."""
    return servers.start
