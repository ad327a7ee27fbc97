"""Sockets of a running site: a program that shows a token, and the page of a visitor."""

from contextlib import suppress

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from races.consumers.program import PROTOCOL
from races.tokens import PREFIX
from tests.players.by_form import Visitor
from tests.waiting import LIMIT


def program(port: int, code: str, token: str) -> ClientConnection:
    """Connect a program to a race."""
    protocols = [Subprotocol(PROTOCOL), Subprotocol(f"{PREFIX}{token}")]
    return connect(f"ws://127.0.0.1:{port}/ws/races/{code}/", subprotocols=protocols, open_timeout=LIMIT)


def page(visitor: Visitor, code: str) -> ClientConnection:
    """Connect the page that a visitor has open of a race."""
    address = f"ws://127.0.0.1:{visitor.port}/ws/races/{code}/"
    cookie = {"Cookie": visitor.headers["Cookie"]}
    origin = Origin(visitor.headers["Origin"])
    return connect(address, origin=origin, additional_headers=cookie, open_timeout=LIMIT)


def closing_code(socket: ClientConnection) -> int | None:
    """Wait until the server closes a connection, and return its code."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(LIMIT)
    return socket.close_code
