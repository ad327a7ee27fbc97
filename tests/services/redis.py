"""A Redis of our own, which a test may stop, hang and start again."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from operating.cluster.programs import free_port
from tests.environment import bare
from tests.services.programs import program, wait_for_port
from tests.waiting import LIMIT


class Redis:
    """A Redis that can be stopped and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([program("redis-server"), *options], stdout=subprocess.DEVNULL, env=bare())
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
