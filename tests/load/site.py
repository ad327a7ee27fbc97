"""A site for one measurement: a Daphne on a free port, with a new database that is thrown away afterwards."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.environment import bare
from tests.load.grid import Room
from tests.load.record import Record, moment
from tests.services.postgres import Postgres

ROOT = Path(__file__).resolve().parents[2]
OURS = "heatsite.asgi:application"
BARE = "tests.load.bare:application"
PLAIN = "tests.load.plain"
"""No application: a server of its own."""

PLENTY = {"HEATSITE_SOCKETS": "100000"}
"""All clients come from one address."""

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

PHASE = re.compile(r'"round":(\d+),"phase":"(\w+)"')
HIDDEN = ("gears", "cards", "discard", "run", "bid")
"""The phases of the Online rules of Heat, and of HenHur, in which all answer in secret."""


class Site:
    """A running server, what it costs this machine, and the record of its races."""

    def __init__(self, host: str, pid: int, rooms: list[Room], record: Record) -> None:
        self.host = host
        self.pid = pid
        self.rooms = rooms
        self.record = record

    def cpu(self) -> float:
        """Seconds of CPU that the server process has taken; bots think in processes of their own."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Bytes of memory that the server process holds."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    def commands(self) -> dict[tuple[int, str], int]:
        """Every command that was accepted and shown at once, by race and id: the number of its entry. An answer that is
        hidden until others have answered, too, is shown with the last of them."""
        entries = self.record.rows("SELECT race_id, seat, command_id, seq, command FROM races_entry WHERE seat >= 0")
        phases = {(race, seq): PHASE.search(str(command)) for race, _, _, seq, command in entries}
        shown = {}
        for race, seat, name, seq, _ in entries:
            assert isinstance(race, int)
            assert isinstance(seq, int)
            phase, after = phases[race, seq], phases.get((race, seq + 1))
            if phase is None or phase[2] not in HIDDEN or after is None or after[0] != phase[0]:
                shown[race, f"{seat}:{name}"] = seq
        return shown

    def accepted(self, began: datetime, ended: datetime) -> int:
        """How many commands were accepted between two moments, also those that the site gave for drivers."""
        query = "SELECT COUNT(*) FROM races_entry WHERE seat >= 0 AND accepted BETWEEN ? AND ?"
        return self.record.count(query, began, ended)

    def moments(self, race: int) -> dict[int, float]:
        """When each command of a race was carried out that all could see at once, by the monotonic clock."""
        shown = {seq for (place, _), seq in self.commands().items() if place == race}
        told = self.record.rows("SELECT seq, accepted FROM races_entry WHERE race_id = ?", race)
        shift = time.perf_counter() - time.time()
        return {int(str(seq)): moment(accepted) + shift for seq, accepted in told if seq in shown}

    def are_over(self) -> bool:
        places = ",".join(str(room.race) for room in self.rooms)
        return not self.record.count(f"SELECT COUNT(*) FROM races_race WHERE ended IS NULL AND id IN ({places})")


@contextmanager
def serve(
    application: str = OURS,
    *,
    rooms: int,
    drivers: int = 6,
    laps: int = 3,
    champions: int = 0,
    settings: Mapping[str, str] | None = None,
    tree: Path = ROOT,
    game: str = "heat",
    everything: bool = False,
    postgres: bool = False,
) -> Iterator[Site]:
    """Races for so many rooms, and a server that runs them; `settings` are further variables of its environment. Both
    are those of a checkout: this one, or `tree`. With `postgres` they are in a PostgreSQL of their own, which waits for
    the disk as it does for a club; else in SQLite."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="heatsite-load-")))
        folder.chmod(0o755)  # PostgreSQL runs as another user
        database = str(folder / "load.sqlite3")
        base = {"HEATSITE_DB": database}
        if postgres:
            (folder / "postgres").mkdir()
            server = Postgres(folder / "postgres", fsync=True)
            stack.callback(server.stop, "fast")
            database, base = server.address, server.environment
        environment = {
            **bare(),
            **base,
            "HEATSITE_LOG": "WARNING",
            **PLENTY,
            **(settings or {}),
        }
        words: tuple[object, ...] = ("--rooms", rooms, "--drivers", drivers, "--laps", laps, "--champions", champions)
        words += ("--game", game) if game != "heat" else ()
        words += ("--everything",) if everything else ()
        fill = [sys.executable, "-m", "tests.load.grid", *map(str, words)]
        made = subprocess.run(fill, check=True, cwd=tree, env=environment, stdout=subprocess.PIPE)
        grid = msgspec.json.decode(made.stdout, type=list[Room])
        with socket.create_server(("127.0.0.1", 0), backlog=256) as listening:
            port = listening.getsockname()[1]
            module = ["daphne", application] if application != PLAIN else [PLAIN]
            command = [sys.executable, "-m", *module, "--fd", str(listening.fileno())]
            process = subprocess.Popen(
                command, cwd=tree, env=environment, pass_fds=[listening.fileno()], stdout=subprocess.DEVNULL
            )
        try:
            yield Site(f"127.0.0.1:{port}", process.pid, grid, Record(database))
        finally:
            process.terminate()
            process.wait(10)
