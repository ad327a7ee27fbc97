"""One command starts everything, tells the address, and stops cleanly."""

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.environment import bare
from tests.waiting import LIMIT

ROOT = Path(__file__).parents[2]


def start(database: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-u", "manage.py", "play", "--here", *arguments],
        cwd=ROOT,
        env={**bare(), "HEATSITE_DB": str(database)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def address_of(site: "subprocess.Popen[str]") -> str:
    assert site.stdout is not None
    for line in site.stdout:
        if "Heatsite is open:" in line:
            return line.split()[-1]
    raise AssertionError("the site did not start")


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return str(probe.getsockname()[1])


def page(address: str) -> str:
    """The site listens before it tells its address, so this waits for the server at most."""
    with urllib.request.urlopen(address, timeout=LIMIT) as response:
        return str(response.read().decode())


def test_it_starts_from_nothing_stops_and_starts_again(tmp_path: Path) -> None:
    for _ in range(2):
        site = start(tmp_path / "play.sqlite3", "--port", free_port())
        try:
            assert "Deutschland" in page(address_of(site))
            site.send_signal(signal.SIGINT)
            told, _ = site.communicate(timeout=LIMIT)
        finally:
            site.kill()
        assert "Stopped." in told
        assert "Traceback" not in told
        assert site.returncode == 0


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        site = start(tmp_path / "play.sqlite3", "--port", port)
        told, _ = site.communicate(timeout=LIMIT)
    assert site.returncode == 1
    assert f"cannot open port {port}" in told


@pytest.mark.parametrize("offer", [True, False])
def test_frames_are_compressed_where_the_other_side_can(offer: bool) -> None:
    from autobahn.websocket.compress import PerMessageDeflateOffer

    from heatsite.frames import accept

    assert (accept([PerMessageDeflateOffer()] if offer else []) is not None) == offer
