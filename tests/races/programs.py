"""A program at the socket of a race, as the tests need it."""

import json
from typing import Any, Self

from asgiref.sync import sync_to_async
from channels.routing import URLRouter

from heatsite.visitors import COOKIE, VisitorSocketMiddleware, sign
from races import scenes, tokens
from races.consumers.program import PROTOCOL
from races.models import Race, Seat
from races.routing import sockets
from tests.communicator import Communicator
from tests.races.factories import make_race

HOST = "heat.example"

application = VisitorSocketMiddleware(URLRouter(sockets))


class Program:
    """Says and hears JSON. `visitor` is a browser's cookie, sent with our own Origin."""

    def __init__(self, code: str, token: str = "", visitor: str = "", origin: str = "") -> None:
        self.token = token
        headers = [(b"host", HOST.encode())]
        if visitor:
            origin = origin or f"http://{HOST}"
            headers.append((b"cookie", f"{COOKIE}={sign(visitor)}".encode()))
        if origin:
            headers.append((b"origin", origin.encode()))
        protocols = [PROTOCOL, *([f"{tokens.PREFIX}{token}"] if token else [])]
        self.line = Communicator(application, f"/ws/races/{code}/", headers, protocols)
        self.seat: int | None = None

    async def connect(self) -> Self:
        connected, protocol = await self.line.connect()
        assert connected
        assert protocol == PROTOCOL
        return self

    async def begin(self) -> dict[str, Any]:
        """Connect, and hear everything that is said first; the answer is the first update."""
        await self.connect()
        hello = await self.hear("hello")
        self.seat = hello["seat"]
        return await self.hear("update")

    async def say(self, message: object) -> None:
        await self.line.send_to(text_data=message if isinstance(message, str) else json.dumps(message))

    async def hear(self, kind: str = "") -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.line.receive_from())
        assert kind in {"", message["type"]}, message
        return message

    async def ask(self, message: object) -> dict[str, Any]:
        await self.say(message)
        return await self.hear()

    async def answer(self, question: object, choice: object, command_id: str) -> dict[str, Any]:
        command = {"type": "answer", "seat": self.seat, "question": question, "choice": choice, "id": command_id}
        return await self.ask({"type": "command", "command": command})

    async def closing_code(self) -> int:
        output = await self.line.receive_output()
        assert output["type"] == "websocket.close", output
        code: int = output["code"]
        return code

    async def leave(self) -> None:
        await self.line.disconnect()


@sync_to_async
def started(*visitors: str, **terms: Any) -> Race:
    """A race that has just started, and nothing at hand of any other."""
    scenes.forget()
    return make_race(*visitors, **terms)


@sync_to_async
def token_for(race: Race, seat: int) -> str:
    return tokens.make(Seat.objects.get(race=race, number=seat))
