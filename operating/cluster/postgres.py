"""The PostgreSQL of a cluster, whose data stays in its folder."""

import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

from operating.cluster.programs import Child, Failed, free_port, program, wait_for

USER = "postgres"
"""As root PostgreSQL does not run: it runs as the user of Debian's package then."""


class Postgres(Child):
    ending = signal.SIGINT
    """With SIGTERM it would wait until all its connections are gone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "postgres"
        self.port = free_port()
        self._user = USER if os.getuid() == 0 else None
        self.folder.mkdir(exist_ok=True)
        if self._user:
            self._give_folder_to(self._user)
        data = self.folder / "data"
        if not data.exists():
            self._make(data)
        command = [program("postgres"), "-D", str(data), "-p", str(self.port)]
        options = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        super().__init__(
            "PostgreSQL",
            [*command, *options],
            self.folder / "log",
            user=self._user,
            cwd=self.folder,
            env=self._environment,
        )
        place = ("-h", "127.0.0.1", "-p", str(self.port))
        wait_for(lambda: self._runs("pg_isready", *place), lambda: self.alive, f"PostgreSQL ({self.log})")
        try:
            self._run("createdb", *place, "-U", "heatsite", "heatsite")
        except Failed as fault:
            if "already exists" not in str(fault):
                raise

    @property
    def env(self) -> dict[str, str]:
        return {
            "HEATSITE_POSTGRES": "heatsite",
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.port),
            "PGUSER": "heatsite",
        }

    def _give_folder_to(self, user: str) -> None:
        try:
            owner = pwd.getpwnam(user)
        except KeyError:
            raise Failed(
                f"PostgreSQL does not run as root, and there is no user {user}; start as another user."
            ) from None
        os.chown(self.folder, owner.pw_uid, owner.pw_gid)

    def _make(self, data: Path) -> None:
        """What has its name is whole, also if the cluster was killed meanwhile."""
        fresh = data.with_name("data.new")
        shutil.rmtree(fresh, ignore_errors=True)
        self._run("initdb", "-D", str(fresh), "-U", "heatsite", "-A", "trust", "-E", "UTF8", "--locale=C")
        fresh.rename(data)

    @property
    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "LC_ALL": "C"}

    def _runs(self, name: str, *arguments: str) -> bool:
        try:
            self._run(name, *arguments)
        except Failed:
            return False
        return True

    def _run(self, name: str, *arguments: str) -> None:
        command = [program(name), *arguments]
        try:
            ran = subprocess.run(  # noqa: S603, our own
                command,
                user=self._user,
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
                check=False,
            )
        except PermissionError:
            raise Failed(
                f"PostgreSQL runs as the user {self._user}, who may not enter {self.folder}. Start as another user "
                "than root, or choose another place with --folder."
            ) from None
        if ran.returncode:
            last = (ran.stdout.strip().splitlines() or ["no reason given"])[-1]
            raise Failed(f"PostgreSQL: {name} failed: {last}")
