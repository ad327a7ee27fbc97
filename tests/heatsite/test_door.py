"""The door: drivers go before those who come in, and an address that has too many sockets is told so at once."""

from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.tcp import Port
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from websockets.client import ClientProtocol
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from heatsite import door
from heatsite.crowd import Crowd
from heatsite.door import COME_IN, INSIDE, OUTSIDE, FairPoll, Few
from heatsite.frames import SocketProtocol
from heatsite.gate import TOO_MUCH
from heatsite.requests import BoundedFactory, BoundedRequest

ELSEWHERE = "198.51.100.7"


@pytest.fixture(autouse=True)
def crowd(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Crowd:
    settings.SOCKETS_OF_ADDRESS = 1
    fresh = Crowd()
    monkeypatch.setattr(door, "crowd", fresh)
    return fresh


class Caller:
    """A connection from an address, as a program that opens a socket makes it."""

    def __init__(self, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.came_in = False
        (of_daphne,) = BoundedRequest.__bases__
        monkeypatch.setattr(of_daphne, "process", lambda request: setattr(self, "came_in", True))
        here = SimpleNamespace(protocol_connected=lambda line: None, protocol_disconnected=lambda line: None)
        self.transport = StringTransport(peerAddress=IPv4Address("TCP", address, 4711))
        self.channel: Any = BoundedFactory(here).buildProtocol(None)
        self.channel.requestFactory = BoundedRequest
        self.channel.makeConnection(self.transport)
        self.program = ClientProtocol(
            parse_uri("ws://here/ws/races/A/"), subprotocols=[Subprotocol("heatsite.race.v1")]
        )

    def call(self) -> int | None:
        """The code by which it was turned away."""
        self.program.send_request(self.program.connect())
        self.channel.dataReceived(b"".join(self.program.data_to_send()))
        if not self.transport.value():
            return None
        self.program.receive_data(self.transport.value())
        self.program.receive_eof()
        return self.program.close_code


def test_an_address_that_has_all_its_sockets_is_turned_away_at_the_door(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program reads it as it reads what a socket says that was let in: it stays away."""
    first = Caller(ELSEWHERE, monkeypatch)
    assert first.call() is None
    assert first.came_in
    for tally in crowd.tallies.values():
        tally.sockets = 1
    second = Caller(ELSEWHERE, monkeypatch)
    assert second.call() == TOO_MUCH
    assert second.program.handshake_exc is None
    assert second.program.subprotocol == "heatsite.race.v1"
    assert second.transport.disconnecting
    assert not second.came_in
    other = Caller("203.0.113.9", monkeypatch)
    assert other.call() is None
    assert other.came_in


def test_pages_pass_the_door(crowd: Crowd, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SOCKETS_OF_ADDRESS = 0
    caller = Caller(ELSEWHERE, monkeypatch)
    caller.channel.dataReceived(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    assert caller.came_in


class Ready:
    """A poll of the system that finds many connections ready, and goes on to, until they are served."""

    def __init__(self, descriptors: range) -> None:
        self.waiting = list(descriptors)
        self.register = self.unregister = self.modify = self.close = lambda: None

    def poll(self, seconds: float, most: int) -> list[tuple[int, int]]:
        return [(one, 1) for one in self.waiting[:most]]


def test_who_is_inside_goes_first_and_all_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    drivers = set(range(990, 1000))
    monkeypatch.setattr(door, "let_in", drivers)
    ready: Any = Ready(range(1000))
    fair = FairPoll(ready)
    first = [one for one, _ in fair.poll(0, 5000)]
    assert drivers < set(first)
    assert len(first) == len(drivers) + OUTSIDE
    for _ in range(1000 // OUTSIDE + 2):
        for one, _ in fair.poll(0, 5000):
            ready.waiting.remove(one)
    assert not ready.waiting


def test_many_who_are_inside_have_their_turns_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "let_in", set(range(100)))
    fair = FairPoll(Ready(range(100)))  # type: ignore[arg-type]
    turns = [{one for one, _ in fair.poll(0, 5000)} for _ in range(100 // INSIDE + 2)]
    assert all(len(turn) == INSIDE for turn in turns)
    assert set.union(*turns) == set(range(100)), "nobody who goes on talking is served before all others were"


def test_an_open_socket_is_inside_until_it_is_closed() -> None:
    line: Any = SocketProtocol()
    line.transport = SimpleNamespace(
        fileno=lambda: 4711, unregisterProducer=lambda: None, registerProducer=lambda one, streams: None
    )
    line.client_addr, line.request = None, SimpleNamespace(path="/ws/races/A/")
    line.server = SimpleNamespace(log_action=lambda *about: None)
    line.onOpen()
    assert 4711 in door.let_in
    line._connectionLost = lambda reason: None
    line.connectionLost(Failure(ConnectionDone()))
    assert 4711 not in door.let_in


def test_few_are_accepted_in_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Port, "numberAccepts", Few(), raising=False)
    port = Port(0, BoundedFactory(SimpleNamespace()), interface="127.0.0.1")
    port.numberAccepts = 100
    assert port.numberAccepts == COME_IN
