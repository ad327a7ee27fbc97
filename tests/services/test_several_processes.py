"""Several server processes on one PostgreSQL and one Redis: any process serves any page, each thing happens once."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from django.core.signing import TimestampSigner
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from heatsite.visitors import COOKIE
from tests.services.conftest import SECRET, Servers, manage
from tests.waiting import LIMIT

MAKE = "from tests.races.factories import make_race; print(make_race({}).code)"


LATER = """
from datetime import timedelta
from races import presence
from races.models import Seat

for seat in Seat.objects.filter(visitor="ada"):
    Seat.objects.filter(pk=seat.pk).update(seen=seat.seen - presence.LEASE)
presence.renew()
"""


def new_race(services: dict[str, str], **terms: int) -> str:
    arguments = ", ".join(f"{name}={value}" for name, value in terms.items())
    return manage(services, "shell", "--no-imports", "-c", MAKE.format(arguments)).split()[-1]


@asynccontextmanager
async def line(port: int, code: str, visitor: str) -> AsyncIterator[ClientConnection]:
    """A driver's program, known by its cookie as a browser is."""
    cookie = TimestampSigner(key=SECRET, salt="heatsite.visitor").sign(visitor)
    async with connect(
        f"ws://127.0.0.1:{port}/ws/races/{code}/",
        origin=Origin(f"http://127.0.0.1:{port}"),
        subprotocols=[Subprotocol("heatsite.race.v1")],
        additional_headers={"Cookie": f"{COOKIE}={cookie}"},
        open_timeout=LIMIT,
    ) as socket:
        yield socket


async def hear(
    socket: ClientConnection,
    kind: str | tuple[str, ...],
    fits: Callable[[dict[str, Any]], bool] = bool,
    within: float = LIMIT,
) -> dict[str, Any]:
    """The next message of a kind, or of one of several, that fits."""
    kinds = (kind,) if isinstance(kind, str) else kind
    async with asyncio.timeout(within):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] in kinds and fits(message):
                return message


def answer(update: dict[str, Any], command_id: str) -> str:
    choice = update["choices"]["choices"][0]
    question = update["question"]
    command = {"type": "answer", "seat": question["seat"], "question": question, "choice": choice, "id": command_id}
    return json.dumps({"type": "command", "command": command})


async def test_an_answer_in_one_process_is_seen_in_the_other(
    services: dict[str, str], start_server: Callable[[], int]
) -> None:
    code = new_race(services)
    async with line(start_server(), code, "ada") as ada, line(start_server(), code, "bo") as bo:
        asked = await hear(ada, "update", lambda m: m["question"] is not None)
        before = await hear(bo, "update")
        await ada.send(answer(asked, "one"))
        await hear(ada, "accepted")
        seen = await hear(bo, "update", lambda m: m["version"] > before["version"])
        assert seen["view"]["cars"][0]["chosen"]
        assert "choice" not in seen["view"]["cars"][0]


async def test_the_same_command_through_two_processes_counts_once(
    services: dict[str, str], start_server: Callable[[], int]
) -> None:
    code = new_race(services)
    async with line(start_server(), code, "ada") as one, line(start_server(), code, "ada") as two:
        asked = await hear(one, "update", lambda m: m["question"] is not None)
        await hear(two, "update")
        await asyncio.gather(one.send(answer(asked, "same")), two.send(answer(asked, "same")))
        first, second = await asyncio.gather(hear(one, "accepted"), hear(two, "accepted"))
        assert first["seq"] == second["seq"]
        assert [first["repeated"], second["repeated"]].count(True) == 1


class Browser:
    """A driver's browser at one of the processes."""

    def __init__(self, port: int, visitor: str) -> None:
        signed = TimestampSigner(key=SECRET, salt="heatsite.visitor").sign(visitor)
        self.site = f"http://127.0.0.1:{port}"
        self.jar = CookieJar()
        self.signed = signed

    def open(self, path: str, fields: list[tuple[str, str]] | None = None) -> str:
        """A page; with fields they are posted. The jar adds what the site sets to the visitor's own cookie."""
        set_here = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        request = Request(
            self.site + path,
            data=None if fields is None else urlencode(fields).encode(),
            headers={"Cookie": f"{COOKIE}={self.signed}; {set_here}", "Referer": self.site + path},
        )
        with build_opener(HTTPCookieProcessor(self.jar)).open(request, timeout=LIMIT) as answer:
            text: str = answer.read().decode()
            return text


PLANS = """
from races.models import Entry
for entry in Entry.objects.filter(race__code="{}", command_id__startswith="plan:"):
    print("played", entry.seat, entry.command)
"""


async def test_a_plan_sent_to_one_process_is_found_in_another_and_played_once(
    services: dict[str, str], start_server: Callable[[], int]
) -> None:
    """Held in the database, not in a process: whichever sweeper comes first gives it, and the other finds it given."""
    code = new_race(services, clock=0)
    one, two = start_server(), start_server()
    page = Browser(one, "ada").open
    shown = page(f"/races/{code}/")
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', shown)
    question = re.search(r'name="question" value="([^"]+)"', shown)
    assert token
    assert question
    async with line(two, code, "bo") as bo, line(one, code, "ada") as ada:
        asked = await hear(bo, "update", lambda m: m["question"] is not None)
        mine = await hear(ada, "update", lambda m: m["question"] is not None)
        cards = sorted(card for card in mine["view"]["mine"]["hand"] if card not in ("heat", "stress"))[:2]
        fields = [("csrfmiddlewaretoken", token[1]), ("question", question[1]), ("do", "gear:2"), ("then", "gear:play")]
        page(f"/races/{code}/answer/", [*fields, *(("cards", card) for card in cards)])
        reloaded = Browser(two, "ada").open(f"/races/{code}/")
        assert "You drive in gear 2 and play" in reloaded
        assert "2 cards face down" in reloaded
        await bo.send(answer(asked, "one"))
        seen = await hear(bo, "update", lambda m: m["view"]["phase"] == "cards" and m["view"]["cars"][0].get("chosen"))
        assert "choice" not in seen["view"]["cars"][0]
    played = [told for told in manage(services, "shell", "--no-imports", "-c", PLANS.format(code)).splitlines() if told]
    assert len(played) == 1
    assert played[0].startswith("played 0 ")
    assert all(f'"{card}"' in played[0] for card in cards)
    assert "0 of them differ" in manage(services, "verify_races", code)


async def test_clocks_of_two_processes_stand_in_once_for_each_question(
    services: dict[str, str], start_server: Callable[[], int]
) -> None:
    code = new_race(services, clock=1)
    async with line(start_server(), code, "ada") as ada, line(start_server(), code, "bo"):
        await hear(ada, "update", lambda m: m["version"] >= 4)  # two phases
    assert "0 of them differ" in manage(services, "verify_races", code)


async def test_a_process_that_is_killed_holds_nobody_s_place(
    services: dict[str, str], servers: Servers, start_server: Callable[[], int]
) -> None:
    code = new_race(services)
    doomed = start_server()
    async with line(start_server(), code, "bo") as bo:
        async with line(doomed, code, "ada") as ada:
            await hear(ada, "update")
            servers.kill(doomed)
        assert (await hear(bo, "update"))["away"] == []
        manage(services, "shell", "--no-imports", "-c", LATER)
        await hear(bo, "update", lambda m: m["away"] == [0])
        async with line(start_server(), code, "ada") as ada:
            assert (await hear(ada, "update"))["away"] == []
            await hear(bo, "update", lambda m: m["away"] == [])
