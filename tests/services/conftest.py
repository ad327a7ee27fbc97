"""A real Redis and a real PostgreSQL of our own for the tests that are about them, and server processes on both."""

import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import forks
from tests.environment import bare
from tests.services.postgres import Postgres
from tests.services.redis import Redis
from tests.waiting import LIMIT

SECRET = "only-for-tests-" * 4


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
    server = Postgres(folder)
    manage(server.environment, "migrate", "--verbosity", "0")
    manage(server.environment, "loaddata", "tracks", "legend_decks", "--verbosity", "0")
    yield server.environment
    server.stop()


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command on the services."""
    run = forks.run(["manage.py", *arguments], {**bare(), "HEATSITE_SECRET_KEY": SECRET, **env})
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture
def services(redis: Redis, postgres: dict[str, str]) -> dict[str, str]:
    return {**postgres, "HEATSITE_REDIS": f"redis://127.0.0.1:{redis.port}/0", "HEATSITE_SECRET_KEY": SECRET}


class Servers:
    """Server processes on the services, each named by its port."""

    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self.env = {**bare(), "HEATSITE_BOT_PATIENCE": str(LIMIT), **env}
        self.folder = folder
        self.running: dict[int, forks.Process] = {}

    def start(self) -> int:
        listening = socket.create_server(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        with self.log(port).open("w") as log:
            words = ["-m", "daphne", "--fd", str(listening.fileno()), "heatsite.asgi:application"]
            self.running[port] = forks.start(words, self.env, out=log, err=log, pass_fds=[listening.fileno()])
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
