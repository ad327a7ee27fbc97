"""A PostgreSQL of our own, which a test may stop, crash and start again."""

import os
import pwd
import subprocess
from pathlib import Path

from operating.cluster.programs import free_port
from tests.environment import bare
from tests.services.programs import program


class Postgres:
    """A server with a database `heatsite` in a folder of its own. As root it runs as the user `postgres`. It waits for
    the disk only with `fsync`: tests need not survive a power cut."""

    def __init__(self, folder: Path, *, fsync: bool = False) -> None:
        self.folder = folder
        self._fsync = fsync
        self.port = free_port()
        self._data = folder / "data"
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            known = pwd.getpwnam(self._user)
            os.chown(folder, known.pw_uid, known.pw_gid)
        self._run(program("initdb"), "-D", str(self._data), "-U", "heat", "-A", "trust", "--no-sync")
        self.start()
        self._run(program("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "heat", "heatsite")

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead to it."""
        return {"HEATSITE_POSTGRES": "heatsite", "PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": "heat"}

    @property
    def address(self) -> str:
        return f"postgresql://heat@127.0.0.1:{self.port}/heatsite"

    def start(self) -> None:
        here = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{self.folder}'"
        options = f"{here} -c fsync={'on' if self._fsync else 'off'}"
        log = str(self.folder / "log")
        self._run(program("pg_ctl"), "-D", str(self._data), "-w", "-l", log, "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """`fast` says goodbye to its connections, `immediate` is a crash, after which it recovers at the next start."""
        self._run(program("pg_ctl"), "-D", str(self._data), "-m", how, "stop")

    def _run(self, *command: str) -> None:
        subprocess.run(command, user=self._user, cwd=self.folder, check=True, capture_output=True, env=bare())
