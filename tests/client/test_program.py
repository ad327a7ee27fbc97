"""The reference client: drives real races over real sockets, comes back, and keeps its token to itself."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client import Misunderstood, Program, TurnedAway, program
from client.messages import PROTOCOL, Hello, Message, Refused, read
from client.minds import mind_for
from client.program import socket_address
from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.kernel import Seed, encode, fold
from races import allowance
from races.models import Race
from tests.environment import bare
from tests.races.programs import started, token_for
from tests.waiting import LIMIT

ROOT = Path(__file__).parent.parent.parent


@contextmanager
def daphne(port: int = 0, log: Path = Path(os.devnull)) -> Iterator[int]:
    """A server of its own on the database of the tests. Its socket is open from the start."""
    with socket.create_server(("127.0.0.1", port)) as door, log.open("w") as told:
        found: int = door.getsockname()[1]
        server = subprocess.Popen(
            [sys.executable, "-m", "daphne", "-v", "2", "--fd", str(door.fileno()), "heatsite.asgi:application"],
            cwd=ROOT,
            env={**bare(), "HEATSITE_DB": str(connection.settings_dict["NAME"]), "HEATSITE_LOG": "DEBUG"},
            pass_fds=[door.fileno()],
            stdout=told,
            stderr=told,
        )
    try:
        yield found
    finally:
        server.terminate()
        server.wait(LIMIT)


def page(race: Race, port: int) -> str:
    return f"http://127.0.0.1:{port}/races/{race.code}/"


async def test_two_clients_drive_a_race_to_its_end(tmp_path: Path) -> None:
    race = await started("ada", "bo")
    keys = [await token_for(race, seat) for seat in (0, 1)]
    refused: list[Refused] = []
    said: list[str] = []

    def heard(message: Message) -> None:
        if isinstance(message, Refused):
            refused.append(message)

    log = tmp_path / "daphne.log"
    with daphne(log=log) as port:
        drivers = [Program(page(race, port), key, heard=heard, said=said.append) for key in keys]
        finishes = await asyncio.wait_for(asyncio.gather(*(one.play() for one in drivers)), LIMIT)
    assert [finish.seat for finish in finishes] == [0, 1]
    assert finishes[0].places == finishes[1].places
    assert finishes[0].record.endswith(f"/{race.code}/record.json")
    assert not refused
    assert len(said) == len(set(said))
    await sync_to_async(race.refresh_from_db)()
    assert race.ended is not None
    assert race.version >= len(said)
    told = log.read_text()
    assert "/ws/races/" in told, "the server has told of the handshakes"
    assert not [key for key in keys if key in told]


# Against a site of straw


class Straw:
    """A site that says what it is told to, a list for each connection; a number closes the line with that code."""

    def __init__(self, *lines: list[object]) -> None:
        self.lines = list(lines)
        self.heard: list[dict[str, Any]] = []

    async def talk(self, line: ServerConnection) -> None:
        for message in self.lines.pop(0):
            if isinstance(message, int):
                await line.close(message)
            elif message is ANSWER:
                self.heard.append(json.loads(await line.recv())["command"])
            else:
                await line.send(encode(message).decode())
        await line.wait_closed()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        async with serve(self.talk, "127.0.0.1", 0, subprotocols=[Subprotocol(PROTOCOL)]) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            yield f"ws://127.0.0.1:{port}/ws/races/BCDFGHJK/"


ANSWER = object()
"""Here the site of straw waits for a command."""


def hello() -> dict[str, Any]:
    return {
        "type": "hello",
        "game": "heat",
        "engine": "0",
        "seat": 0,
        "digest": GAME.digest,
        "content": GAME.content,
        "new": 1,
    }


def update(**changes: object) -> dict[str, Any]:
    view = GAME.view(STATE, 0)
    assert view.mine is not None
    return {"type": "update", "revision": 1, "version": 1, "view": view, "question": view.mine.question, **changes}


OVER = {"type": "over", "record": "/races/BCDFGHJK/record.json", "results": "/races/BCDFGHJK/results/"}
GAME = Heat(Content(track=all_tracks()["usa"]))
STATE = fold(GAME, GAME.start(Setup((Entrant(), Entrant()), 1), Seed("5eed" * 16)))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "FIRST_PAUSE", 0.01)


async def test_after_a_broken_line_it_gives_the_same_answer_again() -> None:
    site = Straw([hello(), update(), ANSWER, 1012], [hello(), update(), ANSWER, update(question=None), OVER])
    async with site.open() as address:
        finish = await Program(address, "key").play()
    assert finish.record == OVER["record"]
    first, second = site.heard
    assert first == second
    assert first["id"] == "racer.1.gears.0.1"


async def test_it_answers_a_question_once() -> None:
    site = Straw([hello(), update(), ANSWER, update(), update(), OVER])
    said: list[str] = []
    async with site.open() as address:
        await Program(address, "key", said=said.append).play()
    assert len(said) == 1


@pytest.mark.parametrize("code", ["paused", "id_used"])
async def test_after_a_refusal_that_passes_it_waits_for_the_next_update(code: str) -> None:
    refused = {"type": "refused", "id": "x", "code": code, "sentence": "Not now.", "params": {}}
    site = Straw([hello(), update(), ANSWER, refused, update(), ANSWER, OVER])
    async with site.open() as address:
        await Program(address, "key").play()
    assert len(site.heard) == 2


async def test_what_is_no_longer_asked_is_not_answered() -> None:
    site = Straw([hello(), update(), update(question=None), OVER])
    said: list[str] = []
    async with site.open() as address:
        await Program(address, "key", think=0.1, said=said.append).play()
    assert not said


async def test_a_choice_that_is_refused_ends_it() -> None:
    refused = {"type": "refused", "id": "x", "code": "wrong_count", "sentence": "Too many.", "params": {}}
    site = Straw([hello(), update(), ANSWER, refused])
    async with site.open() as address:
        with pytest.raises(Misunderstood, match="wrong_count"):
            await Program(address, "key").play()


async def test_other_content_is_not_driven_on() -> None:
    site = Straw([{**hello(), "digest": "another"}])
    async with site.open() as address:
        with pytest.raises(Misunderstood, match="otherwise"):
            await Program(address, "key").play()


@pytest.mark.parametrize("code", sorted(program.FINAL))
async def test_turned_away_it_does_not_come_back(code: int) -> None:
    site = Straw([code])
    async with site.open() as address:
        with pytest.raises(TurnedAway) as turned:
            await Program(address, "key").play()
    assert turned.value.code == code


async def test_where_there_is_no_site_it_tries_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    task = asyncio.create_task(Program(f"ws://127.0.0.1:{port}/ws/races/BCDFGHJK/", "key").play())
    done, _ = await asyncio.wait([task], timeout=0.1)
    assert not done
    task.cancel()


@pytest.mark.parametrize(
    ("race", "address"),
    [
        ("http://heat.example/races/BCDFGHJK/", "ws://heat.example/ws/races/BCDFGHJK/"),
        ("https://heat.example:8000/races/BCDFGHJK", "wss://heat.example:8000/ws/races/BCDFGHJK/"),
        ("ws://heat.example/ws/races/BCDFGHJK/", "ws://heat.example/ws/races/BCDFGHJK/"),
    ],
)
def test_the_socket_is_found_by_the_page(race: str, address: str) -> None:
    assert socket_address(race) == address


@pytest.mark.parametrize("race", ["", "BCDFGHJK", "ftp://heat.example/races/X/", "https://heat.example/lobby/X/"])
def test_what_is_no_race_is_not_driven(race: str) -> None:
    with pytest.raises(ValueError, match="address of a race"):
        socket_address(race)


async def test_it_does_not_speak_faster_than_the_site_takes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr("client.program.time.monotonic", lambda: now)
    monkeypatch.setattr("client.program.asyncio.sleep", sleep)
    pace = program.Pace()
    for _ in range(program.AT_ONCE):
        await pace.wait()
    assert now == 1000
    await pace.wait()
    assert now == pytest.approx(1000 + 1 / program.A_SECOND)
    assert program.AT_ONCE < allowance.BURST
    assert program.A_SECOND < allowance.A_SECOND


def test_a_game_that_the_client_does_not_play_ends_it() -> None:
    message = read(encode({**hello(), "game": "moon"}))
    assert isinstance(message, Hello)
    with pytest.raises(Misunderstood, match="moon"):
        mind_for(message, "racer")
