"""Who plays: a visitor whose browser has no scripts, one whose page has a socket, and programs."""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.test import Client

from heatsite.asgi import sockets
from heatsite.visitors import COOKIE, sign
from races.consumers.program import PROTOCOL
from races.models import Race
from tests.communicator import Communicator

HOST = "heat.example"
FORM = re.compile(r'<form id="([\w.]+)" method="post" action="/races/\w+/answer/".*?</form>', re.DOTALL)
CARDS = re.compile(r'value="(play:\d+)"')


def browser(visitor: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = sign(visitor)
    return client


@dataclass
class Asked:
    """The form of an open question, as it stands on a page."""

    question: str
    offered: list[str]


def form_of(html: str) -> Asked | None:
    found = FORM.search(html)
    return None if found is None else Asked(found[1], CARDS.findall(found[0]))


def choice_of(offered: list[str]) -> str:
    """The card in the middle, so that no player has it too easy."""
    return offered[len(offered) // 2]


async def play_by_forms(race: Race, visitor: str) -> int:
    """A browser without scripts: looks at the page again and again, and posts its form. How often it posted."""
    client, posted = browser(visitor), 0
    get, post = sync_to_async(client.get), sync_to_async(client.post)
    while True:
        html = (await get(f"/races/{race.code}/")).content.decode()
        if "The game is over." in html:
            return posted
        if asked := form_of(html):
            fields = {"question": asked.question, "do": choice_of(asked.offered)}
            answer = await post(f"/races/{race.code}/answer/", fields)
            assert answer.status_code == 302
            posted += 1
        await asyncio.sleep(0.02)


async def play_by_page(race: Race, visitor: str) -> int:
    """A page with its socket: fragments come in, forms go out. How many questions it answered."""
    headers = [
        (b"host", HOST.encode()),
        (b"origin", f"http://{HOST}".encode()),
        (b"cookie", f"{COOKIE}={sign(visitor)}".encode()),
    ]
    line = Communicator(sockets, f"/ws/races/{race.code}/", headers)
    connected, _ = await line.connect()
    assert connected
    answered: list[str] = []
    while True:
        html = await line.receive_from()
        assert "data-refused" not in html
        if (asked := form_of(html)) and asked.question not in answered:
            answered.append(asked.question)
            said = {"question": asked.question, "do": choice_of(asked.offered), "id": asked.question}
            await line.send_to(text_data=json.dumps(said))
        if "The game is over." in html:
            await line.disconnect()
            return len(answered)


async def play_by_protocol(race: Race, token: str) -> dict[str, Any]:
    """A program with a token. All that it was told, by type; of several the last."""
    line = Communicator(sockets, f"/ws/races/{race.code}/", [(b"host", HOST.encode())], [PROTOCOL, f"token.{token}"])
    connected, _ = await line.connect()
    assert connected
    told: dict[str, Any] = {}
    answered = None
    while "over" not in told:
        message = json.loads(await line.receive_from())
        assert message["type"] != "refused", message
        told[message["type"]] = message
        if message["type"] == "update" and message["question"] not in (None, answered):
            answered = message["question"]
            choice = message["choices"]["choices"][0]
            command = {"type": "answer", "seat": told["hello"]["seat"], "question": answered, "choice": choice}
            command["id"] = f"c{answered['n']}"
            await line.send_to(text_data=json.dumps({"type": "command", "command": command}))
    await line.disconnect()
    return told
