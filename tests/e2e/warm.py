"""Servers that start at once. Most of the work of a starting server is to import the site and to make functions of its
templates; here one process has done so and makes a copy of itself for each. `python -m tests.e2e.warm FD` is that
process: it hears on a socket what to start.

A copy is a server as `python -m daphne` starts it, with a session, an environment and a log of its own. Its loop is
made before the copy is: it waits by `poll`, for which the kernel keeps nothing that copies would share.
"""

import gc
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, NoReturn, Self
from unittest import mock

from tests.e2e.site import ROOT, Site
from tests.waiting import LIMIT

MODULES = (
    *("channels.routing", "heatsite.gate", "heatsite.handler"),
    *("races.background", "lobby.background", "operating.background", "races.routing", "lobby.routing"),
)
"""What the site imports besides what Django loads of its apps; but for `heatsite.asgi`, which sets up the loop."""


AN_HOUR = 3600
"""Seconds for which browsers keep the files of the site, so that they need not ask for each again."""


class Copy:
    """A server, with as much of `subprocess.Popen` as a site asks for."""

    def __init__(self, told: IO[bytes]) -> None:
        self._told = told
        self._code = 0
        self.pid = int(told.readline())

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def _signal(self, which: signal.Signals) -> None:
        if not self._told.closed:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.kill(self.pid, which)

    def wait(self, timeout: float) -> int:
        if not self._told.closed:
            assert select.select([self._told], [], [], timeout)[0], "the server does not end"
            self._code = int(self._told.readline())
            self._told.close()
        return self._code


class Warm:
    """The process that is copied. It is started for the first site that wants a server, and ends with `with`. All its
    sites have the same port: a browser keeps the files of the site for the next one."""

    def __init__(self) -> None:
        self._held = socket.socket()  # bound, not listening: nobody else gets the port, and nothing answers there
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port: int = self._held.getsockname()[1]
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._held.close()
        if self._line and self._process:
            self._line.close()
            self._process.wait(LIMIT)

    def start(self, application: str, listening: socket.socket, log: IO[str], env: dict[str, str]) -> Copy:
        line = self._line or self._begin(env)
        ours, theirs = os.pipe()
        message = json.dumps({"application": application, "env": env}).encode()
        sent = socket.send_fds(line, [message + b"\n"], [listening.fileno(), log.fileno(), theirs])
        line.sendall((message + b"\n")[sent:])
        os.close(theirs)
        return Copy(os.fdopen(ours, "rb", buffering=0))

    def _begin(self, env: dict[str, str]) -> socket.socket:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.warm", str(theirs.fileno())],
                cwd=ROOT,
                env=env,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        return self._line


class WarmSite(Site):
    """A site whose servers start at once."""

    def __init__(self, folder: Path, application: str, warm: Warm) -> None:
        super().__init__(folder, application)
        self.port = warm.port
        self._warm = warm

    def _begin(self, listening: socket.socket, log: IO[str], env: dict[str, str]) -> Copy:
        return self._warm.start(self.application, listening, log, env)


def listen(line: socket.socket) -> None:
    with mock.patch.object(selectors, "DefaultSelector", selectors.PollSelector):
        import_module("daphne.server")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
    import_module("django").setup(set_prefix=False)
    for module in MODULES:
        import_module(module)
    import_module("django.conf").settings.WHITENOISE_MAX_AGE = AN_HOUR
    import_module("heatsite.structs").know_structs()
    import_module("heatsite.languages").read_catalogues()
    import_module("tests.templates").load_templates()
    import_module("django.urls").get_resolver()._populate()
    gc.collect()
    gc.freeze()  # what is never looked at again stays shared
    waiting: set[int] = set()
    while True:
        message, fds, _flags, _address = socket.recv_fds(line, 2**16, 3)
        waiting = {pid for pid in waiting if os.waitpid(pid, 0 if not message else os.WNOHANG) == (0, 0)}
        if not message:
            return
        while not message.endswith(b"\n"):
            message += line.recv(2**16)
        if (pid := os.fork()) == 0:
            line.close()
            attend(json.loads(message), *fds)
        waiting.add(pid)
        for fd in fds:
            os.close(fd)


def attend(asked: dict[str, object], listening: int, log: int, told: int) -> NoReturn:
    """Start a server, say its number and, when it has ended, with which code. Grandchildren of it do not count."""
    if (pid := os.fork()) == 0:
        os.close(told)
        serve(asked, listening, log)
    os.write(told, f"{pid}\n".encode())
    os.close(listening)
    _, status = os.waitpid(pid, 0)
    os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def serve(asked: dict[str, object], listening: int, log: int) -> NoReturn:
    os.setsid()
    env = asked["env"]
    assert isinstance(env, dict)
    os.environ.clear()
    os.environ.update(env)
    os.dup2(log, sys.stderr.fileno())
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    os.set_inheritable(listening, True)
    from daphne.cli import CommandLineInterface

    CommandLineInterface().run(["--fd", str(listening), str(asked["application"])])
    sys.exit()


if __name__ == "__main__":
    listen(socket.socket(fileno=int(sys.argv[1])))
