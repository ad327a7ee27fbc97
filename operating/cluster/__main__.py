"""Start PostgreSQL and Redis of their own, server processes and nginx before them; end them in order when told to.

Where HEATSITE_POSTGRES or HEATSITE_REDIS name a PostgreSQL or a Redis, the cluster uses that one. What its own
PostgreSQL holds stays in the folder, so races go on at the next start.
"""

import argparse
import fcntl
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from operating.cluster.nginx import Nginx
from operating.cluster.postgres import Postgres
from operating.cluster.programs import Child, Failed, Redis, free_port

ROOT = Path(__file__).parents[2]
LOOK = 1.0
"""Seconds between two looks whether all processes are there."""
PATIENCE = 15
"""Seconds that what is left of a cluster that was killed may take to end."""


class Web(Child):
    """A server process."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.port = free_port()
        command = ["-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port), "heatsite.asgi:application"]
        super().__init__(
            f"The process of port {self.port}",
            [sys.executable, *command],
            folder / f"web-{self.port}.log",
            cwd=ROOT,
            env=environment,
        )


def hold(folder: Path) -> None:
    """Be the only cluster in this folder. All processes of a cluster hold its lock, so a new one waits until the last
    of one that was killed is gone."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(lock, True)
    end = time.monotonic() + PATIENCE
    while not is_free(lock):
        if time.monotonic() > end:
            raise Failed(f"A cluster, or a process of an earlier one, runs in {folder} already.")
        time.sleep(0.1)


def is_free(lock: int) -> bool:
    """Whether nobody else has the lock; it is this process's then."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def manage(environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603, our own
    if ran.returncode:
        raise Failed(f"manage.py {arguments[0]} failed: {(ran.stderr.strip().splitlines() or [''])[-1]}")


def write_environment(file: Path, environment: dict[str, str]) -> None:
    """What a shell needs to run manage.py on the cluster; it may hold a secret."""
    wanted = {name: value for name, value in environment.items() if name.startswith(("HEATSITE_", "PG"))}
    with open(file, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
        out.writelines(f"{name}={shlex.quote(value)}\n" for name, value in sorted(wanted.items()))


def port_for(wanted: int | None, host: str) -> int:
    """The port that was asked for, or the first free one from 8000 on."""
    for port in [wanted] if wanted is not None else range(8000, 8020):
        try:
            socket.create_server((host, port)).close()
        except (OSError, OverflowError) as fault:
            if wanted is not None:
                raise Failed(f"Port {port} cannot be opened: {fault}. Choose another one with --port.") from fault
            continue
        return port
    raise Failed("No port from 8000 to 8019 is free; choose one with --port.")


def run(stack: ExitStack, arguments: argparse.Namespace, told_to_end: threading.Event) -> None:
    """Start everything, and wait until the cluster is told to end; `stack` ends it in the opposite order."""
    if os.environ.get("HEATSITE_HOSTS"):
        raise Failed(
            "HEATSITE_HOSTS makes it a public site, by https only, and a cluster speaks http: start without it."
        )
    folder: Path = arguments.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    hold(folder)
    host = "127.0.0.1" if arguments.here else "0.0.0.0"  # noqa: S104, friends in the same network are meant
    port = port_for(arguments.port, host)
    environment = dict(os.environ)
    parts: list[Child] = []
    if "HEATSITE_POSTGRES" not in environment:
        parts.append(postgres := Postgres(folder))
        stack.callback(postgres.end)
        environment |= postgres.env
    if "HEATSITE_REDIS" not in environment:
        parts.append(redis := Redis(folder))
        stack.callback(redis.end)
        environment |= redis.env
    write_environment(folder / "env", environment)
    manage(environment, "prepare")
    webs = []
    for _ in range(arguments.processes):
        webs.append(web := Web(folder, environment))
        stack.callback(web.end)
    for web in webs:
        web.wait_for_port(web.port)
    nginx = Nginx(folder, host, port, [web.port for web in webs])
    stack.callback(nginx.end)
    print(f"\n  Heatsite is open:   http://localhost:{port}/")
    print(f"  server processes:   {', '.join(f'127.0.0.1:{web.port}' for web in webs)}")
    print(f"  logs and data:      {folder}")
    print(f"  for manage.py:      set -a; . {folder / 'env'}")
    print("  stop:               Ctrl-C\n", flush=True)
    parts += [*webs, nginx]
    while not told_to_end.wait(LOOK):
        for part in [one for one in parts if not one.alive]:
            print(f"{part.name} has ended, {part.log} says why; it is started again.", flush=True)
            part.start()


def processes(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def main() -> int:
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__)
    parser.add_argument("--port", type=int, help="default: 8000, or the next one that is free")
    parser.add_argument("--here", action="store_true", help="for this machine only, not for its network")
    parser.add_argument("--processes", type=processes, default=2, help="server processes (default: 2)")
    parser.add_argument("--folder", type=Path, default=ROOT / ".cluster", help="where data and logs lie")
    arguments = parser.parse_args()
    told_to_end = threading.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda *_: told_to_end.set())
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # its terminal was closed; `nohup` ignores that
        signal.signal(signal.SIGHUP, lambda *_: told_to_end.set())
    try:
        with ExitStack() as stack:
            run(stack, arguments, told_to_end)
    except (Failed, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    print("Stopped. Every race goes on where it stood when you start again.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
