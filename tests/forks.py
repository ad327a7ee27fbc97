"""Processes of Python that start at once. Half of the work of one that is to run a command or a server of the site is
to import libraries and the engine; here one process has done so and makes a copy of itself for each. Nothing of the
site and no setting is loaded in it: a copy reads all of that for itself, from the environment that it is given. What
Python itself reads when it starts, such as the seed of its hashes, is that of the first process.

`python -m tests.forks FD` is that process: it hears on a socket what to run.
"""

import atexit
import fcntl
import gc
import json
import os
import resource
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from select import POLLIN, poll
from typing import IO, Any

from tests.environment import bare
from tests.waiting import LIMIT

ROOT = Path(__file__).parents[1]
LIBRARIES = (
    *("django.contrib.admin.apps", "django.contrib.auth.apps", "django.contrib.sessions.middleware"),
    *("django.contrib.sitemaps.views", "django.core.handlers.asgi", "django.middleware.locale"),
    *("asgiref.sync", "autobahn.twisted.choosereactor", "babel.messages.mofile", "channels.generic.websocket"),
    *("concurrent.futures.process", "prometheus_client.core", "psycopg", "redis.asyncio", "segno", "shapely.ops"),
    *("http_ece", "twisted.internet.asyncioreactor", "twisted.web.http", "whitenoise.middleware"),
    *("engine.heat.bots.cast", "engine.heat.notation", "engine.heat.season", "engine.henhur.bots.cast"),
    *("engine.lastcard.bots.cast",),
)
"""What a process of the site imports, and does not ask settings for. Daphne is not among it: its server makes the loop
of the process."""
NO_LIMIT = resource.RLIM_INFINITY


class Process:
    """A process of Python, with as much of `subprocess.Popen` as tests ask for."""

    def __init__(self, told: IO[bytes]) -> None:
        self._told = told
        self._code: int | None = None
        number = told.readline()
        assert number, "the process that is copied has ended"
        self.pid = int(number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def send_signal(self, which: signal.Signals) -> None:
        if self._code is None and not self._has_ended(0):  # else its number may be that of another process
            with suppress(ProcessLookupError):
                os.kill(self.pid, which)

    def _has_ended(self, timeout: float | None) -> bool:
        line = poll()
        line.register(self._told, POLLIN)
        return bool(line.poll(None if timeout is None else 1000 * timeout))

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, when it has ended."""
        if self._code is None:
            if not self._has_ended(timeout):
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            self._code = int(self._told.readline())
            self._told.close()
        return self._code


class Original:
    """The process that is copied: a module of tests that calls `copy_on_demand`. It begins with the first copy."""

    def __init__(self, module: str, env: Mapping[str, str] | None = None) -> None:
        self._module = module
        self._env = env
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, asked: Mapping[str, Any], fds: Sequence[int]) -> Process:
        """A copy, which does what is asked with copies of these files."""
        line = self._line or self._begin()
        ours, theirs = os.pipe()
        message = json.dumps(asked).encode() + b"\n"
        sent = socket.send_fds(line, [message], [theirs, *fds])
        line.sendall(message[sent:])
        os.close(theirs)
        return Process(os.fdopen(ours, "rb", buffering=0))

    def _begin(self) -> socket.socket:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, str(theirs.fileno())],
                cwd=ROOT,
                env={**(self._env or bare()), "OPENBLAS_NUM_THREADS": "1"},  # only one thread is copied
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        return self._line

    def end(self) -> None:
        """When all copies have ended."""
        if self._line and self._process:
            self._line.close()
            self._line = None
            try:
                self._process.wait(LIMIT)
            finally:
                self._process.kill()


_python = Original("tests.forks")
atexit.register(_python.end)


def start(
    words: Sequence[str],
    env: Mapping[str, str],
    *,
    out: IO[Any] | None = None,
    err: IO[Any] | None = None,
    pass_fds: Sequence[int] = (),
    own_session: bool = False,
    largest_file: int = NO_LIMIT,
) -> Process:
    """Run Python with these words of its command line in the folder of the site. Files have the same numbers there."""
    asked = {
        "words": words,
        "env": dict(env),
        "numbers": pass_fds,
        "own_session": own_session,
        "largest_file": largest_file,
    }
    with Path(os.devnull).open("wb") as nowhere:
        return _python.start(asked, [(out or nowhere).fileno(), (err or nowhere).fileno(), *pass_fds])


def start_anew(
    words: Sequence[str],
    env: Mapping[str, str],
    *,
    out: IO[Any] | None = None,
    err: IO[Any] | None = None,
    pass_fds: Sequence[int] = (),
    own_session: bool = False,
) -> "subprocess.Popen[bytes]":
    """The same without a copy, as people do it: for tests that are about how long it takes."""
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=out or subprocess.DEVNULL,
        stderr=err or subprocess.DEVNULL,
        pass_fds=pass_fds,
        start_new_session=own_session,
    )


def run(words: Sequence[str], env: Mapping[str, str], **options: Any) -> "subprocess.CompletedProcess[str]":
    """The same, until it has ended, with what it wrote."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        code = start(words, env, out=out, err=err, **options).wait()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(words), code, out.read(), err.read())


# In the process that is copied


def copy_on_demand(line: socket.socket, do: Any) -> None:
    """Make copies that `do` what is asked, until the other end of the line is closed: where that was killed, its copies
    are, too."""
    gc.collect()
    gc.freeze()  # what is never looked at again stays shared
    waiting: set[int] = set()
    while True:
        message, fds, _flags, _address = socket.recv_fds(line, 2**16, 8)
        if not message:
            for pid in waiting:
                os.kill(pid, signal.SIGTERM)
        waiting = {pid for pid in waiting if os.waitpid(pid, os.WNOHANG if message else 0) == (0, 0)}
        if not message:
            return
        while not message.endswith(b"\n"):
            more = line.recv(2**16)
            if not more:
                return
            message += more
        if (pid := os.fork()) == 0:
            line.close()
            if attend(*fds):
                do(json.loads(message), *fds[1:])
            return
        waiting.add(pid)
        for fd in fds:
            os.close(fd)


def attend(told: int, *fds: int) -> bool:
    """Make the copy, where this is true; say its number and, when it has ended, with which code. What it starts itself
    does not count."""
    if (pid := os.fork()) == 0:
        os.close(told)
        return True
    signal.signal(signal.SIGTERM, lambda _signal, _frame: os.kill(pid, signal.SIGKILL))
    os.write(told, f"{pid}\n".encode())
    for fd in fds:
        os.close(fd)
    _, status = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):  # nobody waits for it any more
        os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def take_over(env: Mapping[str, str], out: int, err: int) -> None:
    """Have this environment, and write there."""
    os.environ.clear()
    os.environ.update(env)
    for fd, number in ((out, 1), (err, 2)):
        os.dup2(fd, number)
        os.close(fd)


HIGH = 500
"""No file that a test passes on has so high a number."""


def run_words(asked: dict[str, Any], out: int, err: int, *passed: int) -> None:
    """What `python` does with its command line."""
    if asked["own_session"]:
        os.setsid()
    if asked["largest_file"] != NO_LIMIT:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["largest_file"], asked["largest_file"]))
    take_over(asked["env"], out, err)
    high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, HIGH) for fd in passed]
    for fd in passed:
        os.close(fd)
    for fd, number in zip(high, asked["numbers"], strict=True):
        os.dup2(fd, number)
        os.close(fd)
    match asked["words"]:
        case ["-m", module, *words]:
            sys.argv = [module, *words]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["-c", code, *words]:
            sys.argv = ["-c", *words]
            exec(code, {"__name__": "__main__"})
        case [script, *words]:
            sys.argv = [script, *words]
            runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)
    for library in LIBRARIES:
        import_module(library)
    copy_on_demand(socket.socket(fileno=int(sys.argv[1])), run_words)
