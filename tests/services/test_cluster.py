"""`make cluster` and the files in `deploy`: a site of two processes behind a real nginx, on services of its own."""

import asyncio
import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.signing import TimestampSigner
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from heatsite.visitors import COOKIE
from operating.cluster import programs
from operating.cluster.__main__ import hold
from operating.cluster.nginx import Nginx
from operating.cluster.postgres import Postgres
from operating.cluster.programs import free_port
from tests.environment import bare
from tests.services.conftest import SECRET, manage
from tests.services.test_several_processes import answer, hear, new_race
from tests.waiting import LIMIT, wait_until

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


class Cluster:
    def __init__(self, folder: Path, port: int = 0) -> None:
        self.port = port or free_port()
        self.folder = folder
        named = bare()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "operating.cluster", "--here", "--port", str(self.port), "--folder", str(folder)],
            cwd=ROOT,
            env={
                **named,
                "HEATSITE_SECRET_KEY": SECRET,
                "HEATSITE_METRICS": "127.0.0.1",
                "HEATSITE_BOT_PATIENCE": str(LIMIT),
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.told = ""
        while "stop:" not in self.told:
            line = self.process.stdout.readline()
            assert line, self.told
            self.told += line

    @property
    def env(self) -> dict[str, str]:
        lines = (self.folder / "env").read_text().splitlines()
        return {name: value.strip("'") for name, _, value in (line.partition("=") for line in lines)}

    @property
    def processes(self) -> list[int]:
        """The ports of the server processes."""
        line = next(line for line in self.told.splitlines() if "server processes" in line)
        return [int(place.rpartition(":")[2]) for place in line.split(",")]

    def end(self) -> str:
        self.process.send_signal(signal.SIGTERM)
        rest, _ = self.process.communicate(timeout=LIMIT)
        return rest


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="heatsite-cluster-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as a user of its own
        running = Cluster(Path(folder))
        yield running
        if running.process.poll() is None:
            running.end()


def get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    connection.request("GET", path)
    response = connection.getresponse()
    found = response.status, response.read().decode()
    connection.close()
    return found


def line(address: str, code: str, visitor: str, **options: Any) -> connect:
    """A driver's program at an address such as ws://127.0.0.1:8000."""
    cookie = TimestampSigner(key=SECRET, salt="heatsite.visitor").sign(visitor)
    return connect(
        f"{address}/ws/races/{code}/",
        origin=Origin(address.replace("ws", "http", 1)),
        subprotocols=[Subprotocol("heatsite.race.v1")],
        additional_headers={"Cookie": f"{COOKIE}={cookie}"},
        open_timeout=LIMIT,
        **options,
    )


async def drive(ada: ClientConnection, bo: ClientConnection) -> None:
    """Ada answers, and Bo sees it."""
    asked = await hear(ada, "update", lambda m: m["question"] is not None)
    before = await hear(bo, "update")
    await ada.send(answer(asked, "one"))
    await hear(ada, "accepted")
    await hear(bo, "update", lambda m: m["version"] > before["version"])


async def test_players_meet_behind_one_address(cluster: Cluster) -> None:
    assert f"http://localhost:{cluster.port}/" in cluster.told
    status, page = await asyncio.to_thread(get, cluster.port, "/")
    assert status == 200
    assert "Heatsite" in page
    code = await asyncio.to_thread(new_race, cluster.env)
    address = f"ws://127.0.0.1:{cluster.port}"
    async with line(address, code, "ada") as ada, line(address, code, "bo") as bo:
        await drive(ada, bo)


async def test_each_process_is_asked_for_itself_and_none_through_the_proxy(cluster: Cluster) -> None:
    assert get(cluster.port, "/metrics")[0] == 404
    for port in cluster.processes:
        ready = lambda port=port: get(port, "/healthz")[0] == 200  # noqa: E731
        await asyncio.to_thread(wait_until, ready, "the process has done its first round")
        assert json.loads(get(port, "/healthz")[1])["status"] == "ok"
        status, told = get(port, "/metrics")
        assert status == 200
        assert "heatsite_layer_up 1.0" in told


async def test_a_process_that_is_killed_comes_back_and_races_go_on(cluster: Cluster) -> None:
    doomed, other = cluster.processes
    code = await asyncio.to_thread(new_race, cluster.env)
    found = subprocess.run(
        ["pgrep", "-f", f"daphne.*-p {doomed} "], capture_output=True, text=True, check=True, env=bare()
    )
    os.kill(int(found.stdout.split()[0]), signal.SIGKILL)
    address = f"ws://127.0.0.1:{cluster.port}"
    async with line(address, code, "ada") as ada, line(address, code, "bo") as bo:
        await drive(ada, bo)
    await asyncio.to_thread(wait_until, lambda: programs.listens(doomed), "the process is there again")
    assert programs.listens(other)


async def test_a_redis_that_ends_comes_back(cluster: Cluster) -> None:
    port = int(cluster.env["HEATSITE_REDIS"].rpartition(":")[2].partition("/")[0])
    await asyncio.to_thread(wait_until, lambda: programs.listens(port), "Redis is there")
    killed = redis_of(port)
    assert killed
    for process in killed:
        os.kill(process, signal.SIGKILL)
    again = lambda: redis_of(port) - killed and programs.listens(port)  # noqa: E731
    await asyncio.to_thread(wait_until, again, "Redis is there again")
    code = await asyncio.to_thread(new_race, cluster.env)
    for process in cluster.processes:
        await meet(f"ws://127.0.0.1:{process}", code)
        code = await asyncio.to_thread(new_race, cluster.env)


def redis_of(port: int) -> set[int]:
    found = subprocess.run(
        ["pgrep", "-f", f"redis-server.*:{port}$"], capture_output=True, text=True, check=False, env=bare()
    )
    return set(map(int, found.stdout.split()))


async def meet(address: str, code: str, **options: Any) -> None:
    """Two drivers come in, and one sees what the other does. Nobody new comes in while Redis is away, nor for some
    seconds after a server has found that it was."""
    async with asyncio.timeout(LIMIT):
        while True:
            with suppress(InvalidStatus):
                async with line(address, code, "ada", **options) as ada, line(address, code, "bo", **options) as bo:
                    await drive(ada, bo)
                    return
            await asyncio.sleep(0.5)


def test_in_one_folder_there_is_one_cluster(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("operating.cluster.__main__.PATIENCE", 0)
    with pytest.raises(programs.Failed, match=r"runs in .* already"):
        hold(cluster.folder)


async def test_the_guide_s_nginx_speaks_tls_and_passes_sockets(cluster: Cluster, tmp_path: Path) -> None:
    """The file as it ships; but for ports, the certificate, and where the checkout is."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    signing = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    made = [programs.program("openssl"), *signing, "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*made, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, env=bare())
    plain, secure = free_port(), free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    for ours, theirs in {
        "127.0.0.1:8001": f"127.0.0.1:{cluster.processes[0]}",
        "127.0.0.1:8002": f"127.0.0.1:{cluster.processes[1]}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{secure} ssl",
        "/etc/letsencrypt/live/heat.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/heat.example.org/privkey.pem": str(key),
        "/srv/heatsite/deploy": str(DEPLOY),
        "heat.example.org": "localhost",
    }.items():
        assert ours in text
        text = text.replace(ours, theirs)
    text = "".join(one for one in text.splitlines(keepends=True) if "[::]" not in one)  # where there is no IPv6
    temporary = "".join(
        f"{kind}_temp_path {tmp_path};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; events {{}} http {{ access_log {tmp_path}/access.log; {temporary} {text} }}"
    )
    command = [programs.program("nginx"), "-p", str(tmp_path), "-c", "nginx.conf", "-e", "error.log"]
    nginx = programs.Child("nginx", command, tmp_path / "out.log")
    try:
        nginx.wait_for_port(secure)
        connection = http.client.HTTPConnection("127.0.0.1", plain, timeout=LIMIT)
        connection.request("GET", "/mine/", headers={"Host": "localhost"})
        response = connection.getresponse()
        assert (response.status, response.getheader("Location")) == (301, "https://localhost/mine/")
        connection.close()
        code = await asyncio.to_thread(new_race, cluster.env)
        trusted = ssl.create_default_context(cafile=certificate)
        address = f"wss://localhost:{secure}"
        await meet(address, code, ssl=trusted)
        for path in ("/device/one-secret/", "/calls/stop/another-secret/", "/rules/"):
            assert await asyncio.to_thread(status_over_tls, secure, path, trusted) in {200, 404}
    finally:
        nginx.end()
    log = (tmp_path / "access.log").read_text()
    assert "/rules/" in log
    assert "secret" not in log


def test_while_no_process_answers_a_link_is_in_no_log_of_the_proxy(tmp_path: Path) -> None:
    """It has not been used then, and is still good."""
    port = free_port()
    nginx = Nginx(tmp_path, "127.0.0.1", port, [free_port()])
    try:
        for path in ("/device/one-secret/", "/rules/"):
            assert get(port, path)[0] == 502
    finally:
        nginx.end()
    log = nginx.log.read_text()
    assert "/rules/" in log
    assert "secret" not in log


def status_over_tls(port: int, path: str, trusted: ssl.SSLContext) -> int:
    connection = http.client.HTTPSConnection("localhost", port, timeout=LIMIT, context=trusted)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


async def test_a_record_of_more_than_a_megabyte_reaches_the_site(cluster: Cluster) -> None:
    """nginx by itself takes one megabyte, and answers with a page of its own beyond that."""
    connection = http.client.HTTPConnection("127.0.0.1", cluster.port, timeout=LIMIT)
    connection.request("POST", "/records/", b"x" * 1_500_000, {"Content-Type": "application/octet-stream"})
    response = connection.getresponse()
    assert (response.status, "nginx" in response.read().decode()) == (403, False)
    connection.close()


def test_the_guide_s_units_are_sound() -> None:
    """Where systemd is, it checks them; everywhere, that they name what there is."""
    units = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.target"), *DEPLOY.glob("*.timer")])
    assert len(units) == 4
    for unit in units:
        named = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
        assert all(line.startswith("ExecStart=/srv/heatsite/.venv/bin/") for line in named)
    commands = "".join(unit.read_text() for unit in units)
    assert "heatsite.asgi:application" in commands
    assert "manage.py backup" in commands
    if analyze := shutil.which("systemd-analyze"):
        told = subprocess.run(
            [analyze, "verify", *map(str, units)], capture_output=True, text=True, check=False, env=bare()
        ).stderr
        assert not [line for line in told.splitlines() if "Unknown" in line or "Invalid" in line]


def test_it_stops_cleanly_and_keeps_its_races(cluster: Cluster) -> None:
    """The last test of this file: it ends the cluster."""
    ports = [cluster.port, *cluster.processes, int(cluster.env["PGPORT"])]
    code = new_race(cluster.env)
    rest = cluster.end()
    assert cluster.process.returncode == 0
    assert "Every race goes on" in rest
    assert not [port for port in ports if programs.listens(port)]
    for log in cluster.folder.glob("web-*.log"):
        assert "ERROR" not in log.read_text(), log.read_text()
    postgres = Postgres(cluster.folder)
    try:
        assert "0 of them differ" in manage({**cluster.env, **postgres.env}, "verify_races", code)
    finally:
        postgres.end()


async def test_one_that_is_killed_leaves_nothing_behind_and_goes_on_at_the_next_start() -> None:
    with tempfile.TemporaryDirectory(prefix="heatsite cluster ") as folder:  # a space is no obstacle
        Path(folder).chmod(0o755)
        killed = await asyncio.to_thread(Cluster, Path(folder))
        code = await asyncio.to_thread(new_race, killed.env)
        ports = [killed.port, *killed.processes, int(killed.env["PGPORT"])]
        killed.process.kill()
        killed.process.communicate()
        again = await asyncio.to_thread(Cluster, Path(folder), killed.port)
        try:
            assert not [port for port in ports[1:] if programs.listens(port)]
            address = f"ws://127.0.0.1:{again.port}"
            async with line(address, code, "ada") as ada, line(address, code, "bo") as bo:
                await drive(ada, bo)
        finally:
            await asyncio.to_thread(again.end)


@pytest.mark.parametrize(("word", "value"), [("--processes", "0"), ("--port", "99999")])
def test_numbers_that_make_no_sense_are_told(word: str, value: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "operating.cluster", "--here", "--folder", str(tmp_path), word, value]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=bare())
    assert ran.returncode in {1, 2}
    assert value in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_cluster_is_no_public_site(tmp_path: Path) -> None:
    """Each page would lead to an address by https, at which nothing answers."""
    command = [sys.executable, "-m", "operating.cluster", "--here", "--folder", str(tmp_path / "new")]
    env = {**bare(), "HEATSITE_HOSTS": "heat.example", "HEATSITE_SECRET_KEY": SECRET}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith("HEATSITE_HOSTS makes it a public site")
    assert not (tmp_path / "new").exists()


def test_a_port_that_is_taken_is_told() -> None:
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "operating.cluster", "--here", "--port", port, "--folder", folder]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=bare())
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"Port {port} cannot be opened")
