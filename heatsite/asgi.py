"""The entry point of a server process: pages, sockets, and the work that goes on in the background."""

import os
import sys
from typing import Any, cast

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup(set_prefix=False)  # before anything imports a model

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

from heatsite.crowd import SHARE, crowd  # noqa: E402
from heatsite.gate import LOOK, PageGate, SocketGate, close_signed_out  # noqa: E402
from heatsite.handler import PageHandler  # noqa: E402
from heatsite.visitors import VisitorSocketMiddleware  # noqa: E402
from lobby.background import WORK as LOBBY  # noqa: E402
from lobby.routing import sockets as lobby_sockets  # noqa: E402
from operating.background import WORK as OPERATING  # noqa: E402
from races.routing import sockets as race_sockets  # noqa: E402


async def nowhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """No socket has this address: the handshake is refused."""
    await send({"type": "websocket.close"})


routes = [*race_sockets, *lobby_sockets, re_path("", cast(Any, nowhere))]
sockets = VisitorSocketMiddleware(SocketGate(URLRouter(routes)))
served = ProtocolTypeRouter({"http": PageGate(cast(Any, PageHandler())), "websocket": sockets})


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Daphne lets any client set the root path by a header, and with it the addresses in pages."""
    await served({**scope, "root_path": ""}, receive, send)


if "daphne.server" in sys.modules:  # under Daphne; tests drive the background themselves
    from heatsite.serving import prepare

    prepare([*LOBBY, *OPERATING, (crowd.look, SHARE), (close_signed_out, LOOK)])
