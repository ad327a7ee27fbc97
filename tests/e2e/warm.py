"""Servers that start at once. Most of the work of a starting server is to import the site and to make functions of its
templates; here one process has done so and makes a copy of itself for each, as `tests/forks.py` says.

A copy is a server as `python -m daphne` starts it, with a session, an environment and a log of its own. Its loop is
made before the copy is: it waits by `poll`, for which the kernel keeps nothing that copies would share.
"""

import os
import selectors
import socket
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from unittest import mock

from tests.e2e.site import Site
from tests.forks import Original, Process, copy_on_demand, take_over

MODULES = (
    *("channels.routing", "heatsite.gate", "heatsite.handler"),
    *("races.background", "lobby.background", "operating.background", "races.routing", "lobby.routing"),
)
"""What the site imports besides what Django loads of its apps; but for `heatsite.asgi`, which sets up the loop."""


AN_HOUR = 3600
"""Seconds for which browsers keep the files of the site, so that they need not ask for each again."""


class Warm:
    """The process that is copied. It is started for the first site that wants a server, and ends with `with`. All its
    sites have the same port: a browser keeps the files of the site for the next one."""

    def __init__(self) -> None:
        self._held = socket.socket()  # bound, not listening: nobody else gets the port, and nothing answers there
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port: int = self._held.getsockname()[1]
        self._original: Original | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._held.close()
        if self._original:
            self._original.end()

    def start(self, application: str, listening: socket.socket, log: IO[str], env: Mapping[str, str]) -> Process:
        self._original = self._original or Original("tests.e2e.warm", env)
        asked = {"application": application, "env": dict(env)}
        return self._original.start(asked, [listening.fileno(), log.fileno()])


class WarmSite(Site):
    """A site whose servers start at once."""

    def __init__(self, folder: Path, application: str, warm: Warm) -> None:
        super().__init__(folder, application)
        self.port = warm.port
        self._warm = warm

    def _begin(self, listening: socket.socket, log: IO[str], env: dict[str, str]) -> Process:
        return self._warm.start(self.application, listening, log, env)


def warm_up() -> None:
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


def serve(asked: dict[str, Any], listening: int, log: int) -> None:
    os.setsid()
    take_over(asked["env"], os.open(os.devnull, os.O_WRONLY), log)
    os.set_inheritable(listening, True)
    from daphne.cli import CommandLineInterface

    CommandLineInterface().run(["--fd", str(listening), asked["application"]])


if __name__ == "__main__":
    warm_up()
    copy_on_demand(socket.socket(fileno=int(sys.argv[1])), serve)
