"""A server of our own for one test: on the test's database, on a port that it keeps, to be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from django.conf import settings
from django.db import connection

from tests import waiting
from tests.environment import bare

ROOT = Path(__file__).parents[2]
ENDED_LATE = ("ends although work was still under way", "goes without waiting for its last requests")
"""What a server says whose work is not done seconds after it was told to end; `test_ending` is about that."""


class Process(Protocol):
    """A server process."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float) -> int: ...


class Site:
    """A site in a process of its own. It must have no error to write into its log."""

    def __init__(self, folder: Path, application: str = "heatsite.asgi:application", **settings: str) -> None:
        self.settings = settings
        self.log = folder / "daphne.log"
        self.application = application
        self.port = 0
        self._process: Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Listen before the server does: an early connection waits, and no other process can take the port."""
        with socket.create_server(("127.0.0.1", self.port)) as listening, self.log.open("a") as log:
            self.port = listening.getsockname()[1]
            listening.set_inheritable(True)
            env = {
                **bare(),
                "HEATSITE_DB": str(connection.settings_dict["NAME"]),
                "HEATSITE_SECRET_KEY": settings.SECRET_KEY,
                "HEATSITE_BOT_PATIENCE": str(waiting.LIMIT),
                **self.settings,
            }
            self._process = self._begin(listening, log, env)

    def _begin(self, listening: socket.socket, log: IO[str], env: dict[str, str]) -> Process:
        return subprocess.Popen(
            [sys.executable, "-m", "daphne", "--fd", str(listening.fileno()), self.application],
            cwd=ROOT,
            env=env,
            pass_fds=[listening.fileno()],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )

    def errors(self) -> list[str]:
        """What the server had to complain of. Refused requests are only warnings, and that it ended before its work was
        done says of most tests only that the machine was busy."""
        told = [line for line in self.log.read_text().splitlines() if " ERROR " in line or " CRITICAL " in line]
        return [line for line in told if not any(late in line for late in ENDED_LATE)]

    def kill(self) -> None:
        """As a power cut would: no goodbye, nothing tidied up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        """It ends for this reason, and not for one of its own. A server that is still starting ends by the signal."""
        if self._process is None:
            return
        process, self._process = self._process, None
        (process.kill if how == signal.SIGKILL else process.terminate)()
        code = process.wait(waiting.LIMIT)
        with suppress(ProcessLookupError):  # the processes in which bots think, if any outlived the server
            os.killpg(process.pid, signal.SIGKILL)
        assert code in (0, -how), f"the server ended with {code}"
