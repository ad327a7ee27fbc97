"""The entry point of a server process: pages, sockets, and the work that goes on in the background."""

import os
import sys
from typing import Any, cast

import django
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
try:
    django.setup(set_prefix=False)  # before anything imports a model
except ImproperlyConfigured as fault:
    sys.exit(f"The settings make no sense: {fault}")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

from heatsite.crowd import SHARE, crowd
from heatsite.gate import LOOK, PageGate, SocketGate, doorkeeper
from heatsite.handler import PageHandler
from heatsite.serving import prepare
from heatsite.tables import misfit
from heatsite.visitors import VisitorSocketMiddleware
from lobby.background import WORK as LOBBY
from lobby.routing import sockets as lobby_sockets
from operating.background import WORK as OPERATING
from races.routing import sockets as race_sockets

HOUR = 3600


async def nowhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """No socket has this address: the handshake is refused."""
    await send({"type": "websocket.close"})


routes = [*race_sockets, *lobby_sockets, re_path("", cast(Any, nowhere))]
sockets = VisitorSocketMiddleware(SocketGate(URLRouter(routes)))
served = ProtocolTypeRouter({"http": PageGate(cast(Any, PageHandler())), "websocket": sockets})


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Daphne lets any client set the root path by a header, and with it the addresses in pages."""
    await served({**scope, "root_path": ""}, receive, send)


if "daphne.cli" in sys.modules and (why := misfit()):  # `play` makes the tables itself, and tests make theirs
    sys.exit(why)
prepare([*LOBBY, *OPERATING, (crowd.look, SHARE), (doorkeeper.look, LOOK), (doorkeeper.listen, HOUR)])
