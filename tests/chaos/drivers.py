"""People in a chaos run. Each driver has two tabs; a command is sent twice from either, and again after each loss of
its connection until it is acknowledged, as pages do it."""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Origin, Subprotocol

from tests.chaos.screen import Screen
from tests.chaos.tables import Seat, Table
from tests.load.page import Form

TABS = 2
AGAIN = 10.0
"""Seconds after which a command without an acknowledgement is sent once more."""
OTHERWISE = 0.1
"""How often the second tab sends another choice under the same id."""
THINKS = (0.5, 4.0)
FINAL = {4401, 4403, 4404, 4413, 4429}
PASSING = {"stale", "not_asked", "over", "paused", "id_used"}
"""Refusals that are right where a command is late, or another one has its id."""
FOR_NOW = {"unavailable"}
"""Refusals of a moment: the same command is said again, and may be carried out then."""

ACK = re.compile(r'<heat-ack id="ack" hidden data-id="([^"]*)"(?: data-code="([^"]*)")?')
REVISION = re.compile(r'<data id="revision" value="(\d+)" data-version="(\d+)"')
COCKPIT = '<section id="cockpit"'


LEAVES = {"leave_race"}
"""Choices that a driver in a chaos run does not make: the race would be over too soon."""


class Heard(Struct):
    """A message to a program, as far as a driver here reads it; the rest is compared as it is."""

    type: str
    version: int = -1
    question: Any = None
    clocks: tuple[dict[str, Any], ...] = ()
    choices: Raw = Raw()
    id: str = ""
    seq: int = 0
    code: str = ""


class Choices(Struct):
    choices: tuple[Any, ...]


HEARD: "msgspec.json.Decoder[Heard]" = msgspec.json.Decoder(Heard)


@dataclass
class Said:
    """A command as one tab has sent it."""

    text: str
    choice: Any
    at: float = field(default_factory=time.monotonic)
    again: bool = False


@dataclass(frozen=True)
class Acknowledged:
    """What a driver was told is stored."""

    race: int
    seat: int
    id: str
    choice: str
    """As JSON; empty for a page, which knows only its fields."""
    seq: int


@dataclass
class Book:
    """What all drivers of a run together saw."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: dict[tuple[int, int, str], str] = field(default_factory=dict)
    codes: Counter[str] = field(default_factory=Counter)
    strange: list[str] = field(default_factory=list)
    moved: dict[int, float] = field(default_factory=dict)
    """By race: when it was last seen to go on."""
    over: set[int] = field(default_factory=set)
    connections: int = 0
    sent: int = 0


class Tab:
    """One connection at a time of one driver, and what it shows."""

    def __init__(self, driver: "Driver", number: int, query: bool = True) -> None:
        self.driver = driver
        self.number = number
        self.pending: dict[str, Said] = {}
        self.version = -1
        self.update = ""
        """The last one, as it came."""
        self.screen = Screen()
        self.form: Form | None = None
        self.socket: ClientConnection | None = None
        self._query = query
        self._shows = ""

    async def live(self) -> None:
        while not self.driver.gone:
            try:
                async with connect(
                    self._address(),
                    origin=Origin(f"http://{self.driver.host}"),
                    subprotocols=self._protocols(),
                    additional_headers={"Cookie": self.driver.seat.cookie},
                    max_size=2**21,
                    open_timeout=30,
                    close_timeout=1,
                    ping_interval=None,
                    compression=None,
                ) as self.socket:
                    self.driver.book.connections += 1
                    for said in list(self.pending.values()):
                        await self.socket.send(said.text)
                    async for message in self.socket:
                        assert isinstance(message, str)
                        self.driver.hear(self, message)
            except ConnectionClosed:
                pass
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError):
                pass
            code = self.socket.close_code if self.socket else None
            if code in FINAL:
                self.driver.book.strange.append(f"{self.driver.name} was turned away: {code}")
            self.socket = None
            await asyncio.sleep(self.driver.dice.uniform(0.05, 0.3))

    def _address(self) -> str:
        self.driver.host = self.driver.any_host()
        query = ""
        if self.driver.table.pages and self._query and self._shows:
            question = self.form.question if self.form else ""
            query = f"?{self._shows}&question={question}"
        return f"ws://{self.driver.host}/ws/races/{self.driver.table.code}/{query}"

    def _protocols(self) -> list[Subprotocol] | None:
        if self.driver.table.pages:
            return None
        return [Subprotocol("heatsite.race.v1"), Subprotocol(f"token.{self.driver.seat.token}")]

    async def say(self, command_id: str, said: Said) -> None:
        """Twice: the second copy finds the first one carried out, or on its way."""
        self.pending[command_id] = said
        for _ in range(2):
            if (socket := self.socket) is None:
                return
            self.driver.book.sent += 1
            try:
                await socket.send(said.text)
            except ConnectionClosed:
                return

    async def say_again(self) -> None:
        """Once, as a page does; after that the next connection says it."""
        for said in list(self.pending.values()):
            if not said.again and said.at < time.monotonic() - AGAIN and self.socket is not None:
                said.again = True
                with suppress(ConnectionClosed):
                    await self.socket.send(said.text)

    def drop(self) -> None:
        """The network takes the connection away, without a goodbye."""
        if self.socket is not None:
            self.socket.transport.abort()

    def show(self, frame: str) -> None:
        """A frame for a page."""
        if (found := REVISION.search(frame)) is not None:
            self._shows = f"revision={found[1]}&version={found[2]}"
            self.version, self.update = int(found[2]), found[0]
        if (start := frame.find(COCKPIT)) >= 0:
            self.form = Form(frame[start:])
        if not frame.startswith("<heat-ack"):
            self.screen.show(frame)


class Driver:
    def __init__(self, table: Table, seat: Seat, hosts: Callable[[], str], book: Book, seed: str) -> None:
        self.table = table
        self.seat = seat
        self.any_host = hosts
        self.host = hosts()
        self.book = book
        self.dice = Random(f"{seed} {table.code} {seat.number}")
        self.name = f"{table.code} seat {seat.number}"
        self.tabs = [Tab(self, number) for number in range(TABS)]
        self.gone = False
        self.resting = False
        self._count = 0
        self._asked = ""
        self._answering: asyncio.Task[None] | None = None
        self._hurried = asyncio.Event()

    def hurry(self) -> None:
        """Give the next answer without thinking: how soon a race goes on is then the site's time, not the driver's."""
        self._hurried.set()

    async def drive(self) -> None:
        async with asyncio.TaskGroup() as group:
            for tab in self.tabs:
                group.create_task(tab.live())
            group.create_task(self._repeat())

    async def _repeat(self) -> None:
        while not self.gone:
            await asyncio.sleep(1)
            for tab in self.tabs:
                await tab.say_again()

    def hear(self, tab: Tab, message: str) -> None:
        if self.table.pages:
            self._hear_page(tab, message)
        else:
            self._hear_program(tab, message)

    def _hear_program(self, tab: Tab, text: str) -> None:
        message = HEARD.decode(text)
        if message.type == "update":
            if message.version != tab.version:
                self.book.moved[self.table.race] = time.monotonic()
            tab.version, tab.update = message.version, text
            if message.question is not None:
                self._think(json.dumps(message.question), message)
        elif message.type == "accepted":
            self._accepted(tab, message.id, message.seq)
        elif message.type == "refused":
            self._refused(tab, message.id, message.code)
        elif message.type == "over":
            self.book.over.add(self.table.race)

    def _hear_page(self, tab: Tab, frame: str) -> None:
        before = tab.version
        tab.show(frame)
        if tab.version != before:
            self.book.moved[self.table.race] = time.monotonic()
        if (ack := ACK.search(frame)) is not None:
            if ack[2]:
                self._refused(tab, ack[1], ack[2])
                if ack[2] not in PASSING and tab is self.tabs[0]:
                    self._asked = ""  # the form was filled in by chance, and the next try may be better
            else:
                self._accepted(tab, ack[1], 0)
        if tab.form is not None and tab.form.question:
            self._think(tab.form.question, None)

    def _accepted(self, tab: Tab, command_id: str, seq: int) -> None:
        said = tab.pending.pop(command_id, None)
        self.book.moved[self.table.race] = time.monotonic()
        if said is not None:
            choice = "" if self.table.pages else msgspec.json.encode(said.choice, order="sorted").decode()
            self.book.acknowledged.append(Acknowledged(self.table.race, self.seat.number, command_id, choice, seq))

    def _refused(self, tab: Tab, command_id: str, code: str) -> None:
        if code in FOR_NOW:  # the other copy may be stored a moment later, and is told as accepted
            self.book.codes[code] += 1
            return
        said = tab.pending.pop(command_id, None)
        if said is not None:
            self.book.codes[code] += 1
            self.book.refused[self.table.race, self.seat.number, f"{command_id} {tab.number}"] = code
            if code not in PASSING and not self.table.pages:
                self.book.strange.append(f"{self.name}: {code} for {said.text}")

    def _think(self, question: str, update: Heard | None) -> None:
        if question == self._asked or self.resting:
            return
        self._asked = question
        seconds = self.dice.uniform(*THINKS)
        running = update.clocks if update else ()
        mine = next((clock for clock in running if clock["seat"] == self.seat.number), None)
        if mine is not None and mine["left"] is not None and self.dice.random() < 0.5:
            seconds = max(0.0, mine["left"] / 1000 + self.dice.uniform(-0.15, 0.1))  # in the moment when time is over
        if self._answering is not None:
            self._answering.cancel()
        self._answering = asyncio.create_task(self._answer(seconds, update))

    async def _answer(self, seconds: float, update: Heard | None) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)
        self._hurried.clear()
        if self.resting or self.gone:
            return
        self._count += 1
        command_id = f"c{self._count}"
        if update is None:
            form = self.tabs[0].form or self.tabs[1].form
            fields = form.filled_in(self.dice) if form else None
            if fields is None:
                return
            text = json.dumps({**fields, "id": command_id, "HEADERS": {"HX-Request": "true"}})
            said = [Said(text, None) for _ in self.tabs]
        else:
            found = msgspec.json.decode(update.choices, type=Choices).choices
            choices = [choice for choice in found if choice["type"] not in LEAVES] or found
            said = []
            meant = self.dice.choice(choices)
            other = self.dice.choice(choices) if self.dice.random() < OTHERWISE else meant
            for choice in (meant, other):
                command = {
                    "type": "answer",
                    "seat": self.seat.number,
                    "question": update.question,
                    "choice": choice,
                    "id": command_id,
                }
                said.append(Said(json.dumps({"type": "command", "command": command}), choice))
        await asyncio.gather(*(tab.say(command_id, one) for tab, one in zip(self.tabs, said, strict=True)))
