"""Running sites of our own, on SQLite or PostgreSQL, as an operator starts them, and visitors of them."""

import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.environment import bare
from tests.players.by_form import Visitor
from tests.services.conftest import SECRET, running_postgres
from tests.waiting import LIMIT, wait_until

ROOT = Path(__file__).parents[2]
PUBLIC = "heat.example"


class Site:
    """A running server. `home` is the environment of its database, for commands of manage.py."""

    def __init__(
        self, home: dict[str, str], log: Path, *, public: bool = False, application: str = "heatsite.asgi:application"
    ) -> None:
        self.home = bare(home, HEATSITE_SECRET_KEY=SECRET)
        self.log = log
        self.public = public
        with socket.create_server(("127.0.0.1", 0)) as listening, log.open("w") as told:
            self.port: int = listening.getsockname()[1]
            self.process = subprocess.Popen(
                [sys.executable, "-m", "daphne", "--fd", str(listening.fileno()), application],
                cwd=ROOT,
                env={**self.home, **({"HEATSITE_HOSTS": PUBLIC} if public else {})},
                pass_fds=[listening.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
            )

    def visitor(self, address: str = "203.0.113.1") -> Visitor:
        """A new browser. Only a public site counts by address."""
        return Visitor(self.port, address=address, host=PUBLIC) if self.public else Visitor(self.port)

    def manage(self, *words: str) -> str:
        """What a command of manage.py writes that runs beside the server."""
        run = [sys.executable, "manage.py", *words]
        return subprocess.run(run, cwd=ROOT, env=self.home, check=True, capture_output=True, text=True).stdout

    def run(self, code: str) -> str:
        """What Python code writes that runs beside the server, with Django set up: for what no visitor can arrange."""
        return self.manage("shell", "--no-imports", "-c", code)

    def stop(self) -> None:
        """End the server; it must have had no error to write into its log."""
        self.process.terminate()
        try:
            assert self.process.wait(LIMIT) == 0
        finally:
            self.process.kill()
        faults = [line for line in self.log.read_text().splitlines() if " ERROR " in line or "Traceback" in line]
        assert not faults, self.log.read_text()


@pytest.fixture(scope="session")
def _empty_site() -> Iterator[Path]:
    """An SQLite database with all tables and all that ships, to be copied."""
    with tempfile.TemporaryDirectory(prefix="heatsite-locks-") as folder:
        database = Path(folder) / "empty.sqlite3"
        env = bare(HEATSITE_DB=str(database), HEATSITE_SECRET_KEY=SECRET)
        for words in (
            ["migrate", "--verbosity", "0"],
            ["loaddata", "tracks", "legend_decks", "boxes", "--verbosity", "0"],
        ):
            subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=env, check=True)
        with sqlite3.connect(database) as line:
            line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield database


@pytest.fixture(scope="session")
def _static_files() -> Iterator[str]:
    """The collected files without which no public site starts."""
    with tempfile.TemporaryDirectory(prefix="heatsite-static-") as folder:
        env = bare(HEATSITE_SECRET_KEY=SECRET, HEATSITE_STATIC_ROOT=folder, HEATSITE_COLLECTED="yes")
        run = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(run, cwd=ROOT, env=env, check=True)
        yield folder


@pytest.fixture(scope="session")
def _empty_postgres() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory(prefix="heatsite-postgres-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as another user
        yield from running_postgres(Path(folder))


@pytest.fixture
def start_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Start a site; the arguments are `postgres`, `public`, `application`, and settings of its environment."""
    with ExitStack() as stack:

        def start(
            *,
            postgres: bool = False,
            public: bool = False,
            application: str = "heatsite.asgi:application",
            **settings: str,
        ) -> Site:
            if postgres:
                home = request.getfixturevalue("_empty_postgres")
            else:
                database = tmp_path / "site.sqlite3"
                shutil.copy(request.getfixturevalue("_empty_site"), database)
                home = {"HEATSITE_DB": str(database)}
            if public:
                home = {**home, "HEATSITE_STATIC_ROOT": request.getfixturevalue("_static_files")}
            site = Site({**home, **settings}, tmp_path / "server.log", public=public, application=application)
            stack.callback(site.stop)
            wait_until(lambda: _answers(site), "the server answers")
            return site

        yield start


def _answers(site: Site) -> Any:
    assert site.process.poll() is None, site.log.read_text()
    try:
        return site.visitor("").get("/healthz").status
    except OSError:
        return None
