"""The gate: what one visitor and one address may use, and that nobody else waits for them."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref import testing
from pytest_django.fixtures import Settings

from heatsite import crowd as tallies
from heatsite import gate
from heatsite.crowd import Crowd, Flow
from heatsite.gate import FRAME, TOO_MUCH, PageGate, SocketGate

ApplicationCommunicator: Any = testing.ApplicationCommunicator
HERE, ELSEWHERE = "127.0.0.1", "198.51.100.7"


@pytest.fixture(autouse=True)
def crowd(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Crowd]:
    settings.SOCKETS_OF_ADDRESS = 3
    monkeypatch.setattr(tallies, "SOCKETS_OF_VISITOR", 2)
    monkeypatch.setattr(tallies, "VISITOR", {"frames": Flow(5, 0), "bytes": Flow(100, 0)})
    flows = {"pages": Flow(3, 0), "files": Flow(5, 0), "frames": Flow(8, 0), "bytes": Flow(1000, 0)}
    monkeypatch.setattr(tallies, "ADDRESS", flows)
    monkeypatch.setattr(tallies, "HELD_BACK", 0)
    fresh = Crowd()
    monkeypatch.setattr(gate, "crowd", fresh)
    yield fresh
    assert not any(tally.sockets for tally in fresh.tallies.values())


async def page(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


FILE = "/static/css/base.css"


async def get(address: str, path: str = "/", forwarded: str = "") -> int:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope = {"type": "http", "path": path, "headers": headers, "client": (address, 1)}
    line: Any = ApplicationCommunicator(PageGate(page), scope)
    await line.send_input({"type": "http.request"})
    status: int = (await line.receive_output())["status"]
    return status


async def test_one_address_gets_so_many_pages_and_others_go_on() -> None:
    assert [await get(ELSEWHERE) for _ in range(4)] == [200, 200, 200, 429]
    assert await get("203.0.113.9") == 200
    assert [await get(HERE) for _ in range(5)] == [200] * 5
    assert [await get(ELSEWHERE, path) for path in (FILE, "/healthz")] == [200, 200]


@pytest.mark.parametrize("collected", [False, True])
@pytest.mark.parametrize("name", ["no.css", "", "css", "../manage.py", "\0", "a" * 5000])
async def test_a_file_that_is_not_there_is_a_page(settings: Settings, name: str, collected: bool) -> None:
    """The site makes one that says so."""
    settings.COLLECTED = collected
    path = f"/static/{name}"
    assert [await get(ELSEWHERE, path) for _ in range(4)] == [200, 200, 200, 429]


async def test_files_have_a_limit_of_their_own_and_so_have_machines_through_the_proxy(settings: Settings) -> None:
    assert [await get(ELSEWHERE, FILE) for _ in range(6)] == [200] * 5 + [429]
    assert await get(ELSEWHERE) == 200
    settings.PUBLIC = True
    assert [await get(HERE, "/healthz", ELSEWHERE) for _ in range(6)] == [429] * 6
    assert [await get(HERE, "/healthz") for _ in range(9)] == [200] * 9, "a process is asked by its own port"


async def test_who_is_turned_away_reads_it_in_the_language_of_the_browser() -> None:
    scope = {
        "type": "http",
        "path": "/",
        "headers": [(b"accept-language", b"de-CH,en;q=0.5")],
        "client": (ELSEWHERE, 1),
    }
    said = []
    for _ in range(4):
        line: Any = ApplicationCommunicator(PageGate(page), scope)
        await line.send_input({"type": "http.request"})
        await line.receive_output()
        said.append((await line.receive_output())["body"].decode())
    assert said[:3] == ["here"] * 3
    assert "Runter vom Gas." in said[3]


async def test_who_is_refused_waits_for_that_answer(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that asks without a pause asks once a second then. What many connections wait for is bounded."""
    monkeypatch.setattr(tallies, "HELD_BACK", 3600)
    monkeypatch.setattr(tallies, "MOST_HELD_BACK", 1)
    assert [await get(ELSEWHERE) for _ in range(3)] == [200] * 3
    waiting = asyncio.create_task(get(ELSEWHERE))
    while not any(tally.held_back for tally in crowd.tallies.values()):
        await asyncio.sleep(0)
    assert await get(ELSEWHERE) == 429, "no more wait than so many"
    assert not waiting.done()
    waiting.cancel()


async def test_who_asks_on_while_refused_is_served_when_it_has_stopped_for_as_long_as_it_was_told(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What flows in again would otherwise be pages for the loop, in which others wait for the processor."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(tallies, "ADDRESS", {"pages": Flow(10, 5, refused=0.5)})
    assert [await get(ELSEWHERE) for _ in range(11)] == [200] * 10 + [429]
    for _ in range(100):
        now += 1
        assert [await get(ELSEWHERE) for _ in range(20)][-10:] == [429] * 10
    assert [tally.left["pages"] for tally in crowd.tallies.values()] == [-5 * tallies.DEBT]
    now += tallies.DEBT + 1
    assert await get(ELSEWHERE) == 200


async def test_who_asks_a_little_too_much_is_served_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """A club behind one address, not a loop."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(tallies, "ADDRESS", {"pages": Flow(10, 5, refused=0.5)})
    served = 0
    for _ in range(100):
        for _ in range(7):
            now += 1 / 7
            served += await get(ELSEWHERE) == 200
    assert served > 250


async def test_a_few_pages_are_made_for_one_address_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "ADDRESS", {"pages": Flow(100, 0)})
    go_on, under_way, most = asyncio.Event(), 0, 0

    async def slow(scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await go_on.wait()
        under_way -= 1

    scope = {"type": "http", "path": "/", "headers": [], "client": (ELSEWHERE, 1)}
    asked = [asyncio.create_task(PageGate(slow)(scope, None, None)) for _ in range(9)]  # type: ignore[arg-type]
    while under_way < tallies.PAGES_AT_ONCE:
        await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*asked)
    assert most == tallies.PAGES_AT_ONCE


async def test_an_address_that_has_used_up_half_of_its_pages_is_made_one_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tallies, "ADDRESS", {"pages": Flow(20, 0)})
    under_way = most = 0

    async def slow(scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1

    scope = {"type": "http", "path": "/", "headers": [], "client": (ELSEWHERE, 1)}
    for expected in (tallies.PAGES_AT_ONCE, 1):
        most = 0
        await asyncio.gather(*(PageGate(slow)(scope, None, None) for _ in range(10)))  # type: ignore[arg-type]
        assert most == expected


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})


class Line:
    """A socket, as far as the gate."""

    def __init__(self, address: str, visitor: str = "") -> None:
        scope = {
            "type": "websocket",
            "visitor": visitor,
            "device": "",
            "headers": [],
            "client": (address, 1),
            "subprotocols": [],
        }
        self.line: Any = ApplicationCommunicator(SocketGate(echo), scope)

    async def connect(self) -> int:
        """The code by which it was closed, 0 if it is open."""
        await self.line.send_input({"type": "websocket.connect"})
        assert (await self.line.receive_output())["type"] == "websocket.accept"
        await asyncio.sleep(0)
        if self.line.output_queue.empty():
            return 0
        return int((await self.line.receive_output())["code"])

    async def say(self, text: str) -> int:
        """The same, after a frame."""
        await self.line.send_input({"type": "websocket.receive", "text": text})
        told = await self.line.receive_output()
        return int(told["code"]) if told["type"] == "websocket.close" else 0

    async def ping(self) -> None:
        await self.line.send_input({"type": FRAME})

    async def leave(self) -> None:
        await self.line.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.line.wait()


async def test_so_many_sockets_of_one_visitor_and_of_one_address() -> None:
    tabs = [Line(HERE, "ada") for _ in range(3)]
    assert [await tab.connect() for tab in tabs] == [0, 0, TOO_MUCH]
    others = [Line(ELSEWHERE, f"visitor{number}") for number in range(4)]
    assert [await other.connect() for other in others] == [0, 0, 0, TOO_MUCH]
    await tabs[0].leave()
    again = Line(HERE, "ada")
    assert await again.connect() == 0
    for line in (tabs[1], again, *others[:3]):
        await line.leave()


async def test_who_comes_and_goes_without_end_is_shown_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    told = []
    for _ in range(8):
        line = Line(ELSEWHERE)
        told.append(await line.connect())
        if not told[-1]:
            await line.leave()
    assert told == [0] * 6 + [TOO_MUCH] * 2, "all that the address may have, twice"
    now += 20
    again = Line(ELSEWHERE)
    assert await again.connect() == 0
    await again.leave()


async def test_frames_of_a_visitor_count_together() -> None:
    tabs = [Line(HERE, "ada"), Line(HERE, "ada")]
    bo = Line(HERE, "bo")
    for line in (*tabs, bo):
        await line.connect()
    told = [await tabs[number % 2].say("x") for number in range(6)]
    assert told == [0, 0, 0, 0, 0, TOO_MUCH]
    await tabs[1].line.wait()
    assert await bo.say("x") == 0
    assert await bo.say("x" * 100) == TOO_MUCH, "bytes count, too"
    await bo.line.wait()
    await tabs[0].leave()


async def test_frames_that_are_no_message_count_as_one_and_go_no_further() -> None:
    ada = Line(HERE, "ada")
    await ada.connect()
    for _ in range(4):
        await ada.ping()
    assert await ada.say("x") == 0, "the consumer, which would echo them, has heard of none"
    await ada.ping()
    assert (await ada.line.receive_output())["code"] == TOO_MUCH
    await ada.line.wait()


async def test_frames_of_an_address_count_together() -> None:
    lines = [Line(ELSEWHERE) for _ in range(3)]
    for line in lines:
        await line.connect()
    told = [await lines[number % 3].say("x") for number in range(9)]
    assert told == [0] * 8 + [TOO_MUCH]
    await lines[2].line.wait()
    assert await Line(ELSEWHERE).connect() == TOO_MUCH, "a new socket is shown nothing until something is left"
    for line in lines[:2]:
        await line.leave()


async def test_who_uses_nothing_is_forgotten(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    ada = Line(ELSEWHERE)
    await ada.connect()
    await crowd.look()
    assert len(crowd.tallies) == 1
    await ada.leave()
    await crowd.look()
    assert len(crowd.tallies) == 1, "who comes and goes is not new each time"
    now += 100
    await crowd.look()
    assert not crowd.tallies


def test_a_bucket_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    tally = tallies.Tally({"frames": Flow(2, 1)}, 1)
    assert [tally.take("frames") for _ in range(3)] == [True, True, False]
    now += 1
    assert [tally.take("frames") for _ in range(2)] == [True, False]
    now += 100
    assert [tally.take("frames") for _ in range(3)] == [True, True, False]


async def test_sockets_of_one_address_come_in_a_few_at_a_time(settings: Settings) -> None:
    """Each until it asks for what its visitor says, whether or not there was something to show."""
    settings.SOCKETS_OF_ADDRESS = 100
    go_on, leave, coming = asyncio.Event(), asyncio.Event(), 0

    async def slow(scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal coming
        coming += 1
        await receive()
        await send({"type": "websocket.accept"})
        await go_on.wait()
        await receive()
        await leave.wait()

    scope = {"type": "websocket", "visitor": "", "device": "", "headers": [], "client": (ELSEWHERE, 1)}

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None: ...

    lines = [asyncio.create_task(SocketGate(slow)({**scope, "subprotocols": []}, receive, send)) for _ in range(9)]
    while coming < tallies.ENTRIES_AT_ONCE:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    assert coming == tallies.ENTRIES_AT_ONCE
    go_on.set()
    while coming < len(lines):
        await asyncio.sleep(0)
    leave.set()
    await asyncio.gather(*lines)
