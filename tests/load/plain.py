"""What could be reached: a transaction of as many bytes as the bare consumer's, and six plain socket writes, without
Django and Channels. `tests.load.site` starts it in the place of Daphne."""

import argparse
import asyncio
import json
import os
import socket
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

INSERT = "INSERT INTO races_entry (race_id, seq, seat, command_id, command, events, accepted) VALUES (?,?,-1,?,?,?,?)"
UPDATE = "UPDATE races_race SET version = ?, revision = ?, state = ?, touched = ? WHERE id = ?"


class Race:
    """A race, and the connections that look at it."""

    def __init__(self, key: int, state: str) -> None:
        self.key = key
        self.state = state
        self.version = 0
        self.viewers: set[ServerConnection] = set()

    def keep(self, base: sqlite3.Connection, text: str) -> None:
        self.version += 1
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        base.execute("BEGIN IMMEDIATE")
        base.execute(INSERT, (self.key, self.version, f"plain{self.version}", text, text, now))
        base.execute(UPDATE, (self.version, self.version, self.state, now, self.key))
        base.execute("COMMIT")


async def listen(listening: socket.socket, database: str) -> None:
    base = sqlite3.connect(database, isolation_level=None, timeout=20)
    base.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;")
    races: dict[str, Race] = {}

    async def look(viewer: ServerConnection) -> None:
        assert viewer.request is not None
        code = viewer.request.path.strip("/").rpartition("/")[2]
        if code not in races:
            key, state = base.execute("SELECT id, state FROM races_race WHERE code = ?", (code,)).fetchone()
            races[code] = Race(key, state)
        race = races[code]
        race.viewers.add(viewer)
        try:
            with suppress(ConnectionClosed):
                async for message in viewer:
                    race.keep(base, json.dumps(json.loads(message)))
                    update = json.dumps({"type": "update", "version": race.version, "view": race.state})
                    broadcast(race.viewers, update)
        finally:
            race.viewers.discard(viewer)

    async with serve(look, sock=listening, compression=None) as server:
        await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fd", type=int, required=True)
    given = parser.parse_args()
    asyncio.run(listen(socket.socket(fileno=given.fd), os.environ["HEATSITE_DB"]))


if __name__ == "__main__":
    main()
