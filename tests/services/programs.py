"""Programs of this machine that tests start servers with."""

import shutil
import socket
from pathlib import Path

from tests.waiting import LIMIT, wait_until


def program(name: str) -> str:
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    assert found, f"{name} is needed for these tests: apt install redis-server postgresql"
    return found


def wait_for_port(port: int) -> None:
    def listens() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), LIMIT).close()
        except OSError:
            return False
        return True

    wait_until(listens, f"something listens on port {port}")
