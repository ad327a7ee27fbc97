"""The sockets of the races. One address; the sub-protocol says whether a page or a program is talking."""

from typing import Any, cast

from django.urls import path

import races.codes  # noqa: F401, the converter of addresses
from races.consumers.page import RacePage
from races.consumers.program import PROTOCOL, RaceProgram

page = RacePage.as_asgi()
program = RaceProgram.as_asgi()


async def race(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await (program if PROTOCOL in scope["subprotocols"] else page)(scope, receive, send)


sockets = [path("ws/races/<code:code>/", cast(Any, race))]
