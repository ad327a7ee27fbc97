"""Redis goes away and comes back: nothing is lost, and all players play on meanwhile."""

import asyncio
import http.client
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress

import pytest
from django.core.signing import TimestampSigner
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from heatsite.visitors import COOKIE
from tests.services.conftest import SECRET, Servers, manage
from tests.services.redis import Redis
from tests.services.test_several_processes import answer, hear, line, new_race
from tests.waiting import LIMIT

SEQS = """
from races.models import Entry
print(*Entry.objects.filter(race__code="{}").values_list("seq", flat=True))
"""
ROOM = """
from lobby import rooms
room = rooms.open_room("ada", "Ada")
rooms.join(room.code, "bo", "Bo")
rooms.join(room.code, "cy", "Cy")
print(room.code)
"""


class Driver:
    """Answers whatever is asked, a moment later."""

    def __init__(self, name: str, socket: ClientConnection) -> None:
        self.name = name
        self.socket = socket
        self.accepted: list[int] = []

    async def drive(self) -> None:
        answered = None
        while True:
            update = await hear(self.socket, "update", lambda m: m["question"] is not None)
            if update["question"] != answered:
                answered = update["question"]
                await asyncio.sleep(0.05)
                await self.socket.send(answer(update, f"{self.name}-{update['version']}"))
                reply = await hear(self.socket, ("accepted", "refused"))
                assert reply["type"] == "accepted", reply
                self.accepted.append(reply["seq"])

    async def goes_on(self, steps: int) -> None:
        async with asyncio.timeout(LIMIT):
            goal = len(self.accepted) + steps
            while len(self.accepted) < goal:
                await asyncio.sleep(0.02)


@asynccontextmanager
async def driven(code: str, ada_at: int, bo_at: int) -> AsyncIterator[list[Driver]]:
    """Ada and Bo race, each at a process of theirs, until the block ends."""
    async with line(ada_at, code, "ada") as ada, line(bo_at, code, "bo") as bo, asyncio.TaskGroup() as race:
        drivers = [Driver("ada", ada), Driver("bo", bo)]
        driving = [race.create_task(driver.drive()) for driver in drivers]
        yield drivers
        for task in driving:
            task.cancel()


async def test_a_race_goes_on_while_redis_is_away(
    services: dict[str, str], start_server: Callable[[], int], redis: Redis
) -> None:
    code = new_race(services, laps=3)
    here, there = start_server(), start_server()
    async with driven(code, here, there) as drivers:
        await asyncio.gather(*(driver.goes_on(3) for driver in drivers))
        with redis.gone():
            await asyncio.gather(*(driver.goes_on(2) for driver in drivers))
            with pytest.raises(InvalidStatus) as refused:
                async with line(here, code, "zed"):
                    pass
            assert refused.value.response.status_code >= 500  # programs come back
        await comes_in(here, code)
        await asyncio.gather(*(driver.goes_on(6) for driver in drivers))
    stored = set(map(int, manage(services, "shell", "--no-imports", "-c", SEQS.format(code)).split()))
    assert stored.issuperset(drivers[0].accepted + drivers[1].accepted)
    assert "0 of them differ" in manage(services, "verify_races", code)


async def comes_in(port: int, code: str) -> None:
    """A new visitor tries until they are in."""
    async with asyncio.timeout(LIMIT):
        while True:
            with suppress(InvalidStatus):
                async with line(port, code, "zed") as late:
                    await hear(late, "update")
                    return
            await asyncio.sleep(0.5)


async def test_nobody_waits_for_a_redis_that_hangs_to_come_back(
    services: dict[str, str], start_server: Callable[[], int], redis: Redis
) -> None:
    code = new_race(services, laps=3)
    here = start_server()
    async with driven(code, here, here) as drivers:
        await asyncio.gather(*(driver.goes_on(1) for driver in drivers))
        with redis.hanging():
            await asyncio.gather(*(driver.goes_on(3) for driver in drivers))
        await comes_in(here, code)


@pytest.mark.parametrize("state", ["there", "gone", "hanging"])
async def test_a_server_ends_wherever_redis_is(
    services: dict[str, str], servers: Servers, redis: Redis, state: str
) -> None:
    """And not only because it gives up what is under way, which is an error in its log."""
    code = new_race(services)
    port = servers.start()
    async with line(port, code, "ada") as ada, line(port, code, "bo"):
        asked = await hear(ada, "update", lambda m: m["question"] is not None)
        with nullcontext() if state == "there" else getattr(redis, state)():
            await ada.send(answer(asked, "one"))
            await asyncio.to_thread(servers.end)
            servers.running.clear()


def post(port: int, address: str, visitor: str, fields: str) -> int:
    """Post as a browser does; the status."""
    token = "t" * 32
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    headers = {
        "Cookie": f"{cookie(visitor)}; csrftoken={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request("POST", address, fields, headers)
    status = connection.getresponse().status
    connection.close()
    return status


def cookie(visitor: str) -> str:
    return f"{COOKIE}={TimestampSigner(key=SECRET, salt='heatsite.visitor').sign(visitor)}"


async def room_says(socket: ClientConnection, part: str) -> None:
    async with asyncio.timeout(LIMIT):
        while part not in str(await socket.recv()):
            pass


async def test_a_waiting_room_goes_on_while_redis_is_away(
    services: dict[str, str], servers: Servers, redis: Redis
) -> None:
    code = manage(services, "shell", "--no-imports", "-c", ROOM).split()[-1]
    here, there = servers.start(), servers.start()
    ws = f"/ws/lobby/{code}/"
    async with (
        connect(f"ws://127.0.0.1:{here}{ws}", origin=at(here), additional_headers={"Cookie": cookie("ada")}) as ada,
        connect(f"ws://127.0.0.1:{there}{ws}", origin=at(there), additional_headers={"Cookie": cookie("bo")}) as bo,
    ):
        await room_says(ada, 'id="grid"')
        await room_says(bo, 'id="grid"')
        with redis.gone():
            fields = "name=Cyrus&car_number=9"
            assert await asyncio.to_thread(post, here, f"/lobby/{code}/car/", "cy", fields) == 302
            await room_says(ada, "Cyrus")
            await room_says(bo, "Cyrus")  # who is in the other process sees it when that looks
        async with asyncio.timeout(LIMIT):
            number = 10
            while "Redis can be reached again" not in servers.log(here).read_text():
                number += 1
                fields = f"name=Cyril{number}&car_number=9"
                assert await asyncio.to_thread(post, here, f"/lobby/{code}/car/", "cy", fields) == 302
                await room_says(bo, f"Cyril{number}")


def at(port: int) -> Origin:
    return Origin(f"http://127.0.0.1:{port}")
