"""The processes in which bots think end with their server, however that ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import bare
from tests.waiting import LIMIT, wait_until

SERVER = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from races.thinking import settle_in

if __name__ == "__main__":
    forks = multiprocessing.get_context("forkserver")
    try:
        with ProcessPoolExecutor(1, mp_context=forks, initializer=settle_in, initargs=(19,)) as pool:
            print(pool.submit(os.getpid).result(), flush=True)
            time.sleep(600)
    except KeyboardInterrupt:
        pass
"""


def is_there(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_nobody_thinks_on_for_a_server_that_has_gone(end: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    server = subprocess.Popen(
        [sys.executable, str(script)],
        env={**bare(), "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert is_there(worker)
    if end == signal.SIGKILL:
        server.kill()
    else:
        os.killpg(server.pid, end)  # as Ctrl-C reaches every process at the terminal
    _, complaints = server.communicate(timeout=LIMIT)
    assert "Traceback" not in complaints
    wait_until(lambda: not is_there(worker), "the process in which bots think has ended")
