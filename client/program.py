"""A program that plays one seat over the socket: it reads its own view, lets a bot choose, and reconnects when the
connection breaks."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.typing import Subprotocol

from client.messages import PROTOCOL, Hello, Message, Over, Refused, Update, read
from client.minds import Mind, Misunderstood, mind_for
from engine.kernel import Answer, Question, Withdraw, command_for

FINAL = frozenset({4401, 4403, 4404, 4405, 4413, 4429})
"""Closing codes after which reconnecting with the same token and manners would be refused again."""

SERVER_FAULTS = 500
"""From this HTTP status on, the fault is the server's and may have passed at the next attempt."""

PASSING = frozenset({"stale", "not_asked", "over", "paused", "id_used"})
"""Refusals that only say that the race has moved on or is paused; `id_used`: that the question was answered before the
connection broke. The next update holds what is asked now."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before the next attempt to connect; the pause doubles each time."""

LONGEST_MESSAGE = 2**20

AT_ONCE, A_SECOND = 25, 9
"""How many answers are sent in one burst, and each second in the long run. The site accepts some more of both."""


class TurnedAway(Exception):
    """The site closed the connection for good."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"the site turned us away ({code})")


class Finish(Struct, frozen=True):
    """How a race ended: the place of each seat, our own seat, and the address of the record."""

    places: tuple[int, ...]
    seat: int | None
    record: str


class Command(Struct, frozen=True, tag="command"):
    """What this client sends: an answer, or one taken back."""

    command: Answer[object] | Withdraw


class Pace:
    """Keeps the program below the limits of the site: it waits before an answer that would exceed them."""

    def __init__(self) -> None:
        self._free_at = 0.0

    async def wait(self) -> None:
        now = time.monotonic()
        self._free_at = max(self._free_at, now - AT_ONCE / A_SECOND) + 1 / A_SECOND
        await asyncio.sleep(max(0.0, self._free_at - now))


class Program:
    """Plays one seat of one race. Many programs can run in one process.

    `think` is the number of seconds before each answer. `heard` is called with every message that arrives, and `said`
    with the id of every command when it is sent; load tests take their times there.
    """

    def __init__(
        self,
        race: str,
        token: str,
        *,
        bot: str = "racer",
        think: float = 0.0,
        heard: Callable[[Message], None] = lambda message: None,
        said: Callable[[str], None] = lambda command_id: None,
    ) -> None:
        self.address = socket_address(race)
        self.protocols = [Subprotocol(PROTOCOL), Subprotocol(f"token.{token}")]
        self.bot = bot
        self.think = think
        self.heard = heard
        self.said = said
        self._mind: Mind | None = None
        self._seat: int | None = None
        self._view: msgspec.Raw | None = None
        self._asked: Question | None = None
        self._answering: asyncio.Task[None] | None = None
        self._pause = FIRST_PAUSE
        self._pace = Pace()

    async def play(self) -> Finish:
        """Play to the end of the race, over any number of connections."""
        while True:
            try:
                async with self.connection() as socket:
                    if (finish := await self._listen(socket)) is not None:
                        return finish
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL:
                    raise TurnedAway(closed.rcvd.code) from None
            except InvalidStatus as refused:
                if refused.response.status_code < SERVER_FAULTS:
                    raise TurnedAway(refused.response.status_code) from None
            except (OSError, InvalidHandshake, InvalidMessage):
                pass  # the server is down, or not up yet
            finally:
                self._answer_no_more()
            await asyncio.sleep(self._pause * (1 + secrets.SystemRandom().random()) / 2)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def connection(self) -> connect:
        """A connection to the site, not yet open."""
        return connect(self.address, subprotocols=self.protocols, max_size=LONGEST_MESSAGE)

    async def _listen(self, socket: ClientConnection) -> Finish | None:
        """Listen on one connection; returns None if it ends before the race does."""
        async for data in socket:
            try:
                message = read(data)
            except msgspec.DecodeError as fault:
                raise Misunderstood(f"the site sent a message that we cannot read: {fault}") from None
            self.heard(message)
            match message:
                case Hello():
                    self._pause = FIRST_PAUSE
                    self._seat = message.seat
                    self._mind = self._mind or await asyncio.to_thread(mind_for, message, self.bot)
                case Update():
                    await self._look(socket, message)
                case Refused(code=code) if code in PASSING:
                    self._asked = None
                case Refused():
                    raise Misunderstood(f"the site refused what we chose ({message.code}): {message.sentence}")
                case Over():
                    return Finish(self._final_places(), self._seat, message.record)
        return None

    def _final_places(self) -> tuple[int, ...]:
        """The place of each seat by the newest view; empty if none has come that this client can read."""
        return () if self._mind is None or self._view is None else self._mind.places(self._view)

    async def _look(self, socket: ClientConnection, update: Update) -> None:
        """If there is a new question, choose at once, and answer when the time to think is over."""
        self._view = update.view
        question = update.question
        if question == self._asked:
            return
        self._answer_no_more()
        if question is not None and self._mind is not None:
            choice = await asyncio.to_thread(self._mind.choose, update.view, question)
            self._asked = question
            self._answering = asyncio.create_task(self._answer(socket, question, choice))

    async def _answer(self, socket: ClientConnection, question: Question, choice: object) -> None:
        """The id is made from the question, so that an answer which is sent again after a connection broke is carried
        out once."""
        await asyncio.sleep(self.think)
        await self._pace.wait()
        command: Answer[object] | Withdraw = command_for(question, choice, f"{self.bot}.{question}")
        self.said(command.id)
        with suppress(ConnectionClosed):  # the loop that listens notices, and reconnects
            await socket.send(msgspec.json.encode(Command(command)).decode())

    def _answer_no_more(self) -> None:
        self._asked = None
        if self._answering is not None:
            self._answering.cancel()
            self._answering = None


def socket_address(race: str) -> str:
    """The address of a race's socket, from the address of its page or of the socket itself."""
    parts = urlsplit(race)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path if parts.path.startswith("/ws/") else f"/ws{parts.path}"
    if scheme not in {"ws", "wss"} or not parts.netloc or not path.startswith("/ws/races/"):
        raise ValueError(f"“{race}” is not the address of a race, like https://heat.example/races/BCDFGHJK/")
    return urlunsplit((scheme, parts.netloc, path if path.endswith("/") else f"{path}/", "", ""))
