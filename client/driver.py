"""A driver over the socket: sees its own view, lets a bot of the engine choose, and comes back when the line breaks."""

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
from engine.heat import Choice, Content, Heat, View
from engine.heat.bots import BOTS
from engine.kernel import Answer, Broken, Question, Seed, Withdraw, address, derive

FINAL = frozenset({4401, 4403, 4404, 4413, 4429})
"""Closing codes after which coming back as before leads nowhere."""

SERVER_FAULTS = 500
"""From this HTTP status on, it may be better the next time."""

PASSING = frozenset({"stale", "not_asked", "over", "paused"})
"""Refusals that only say that the race has moved on, or stands; the next update tells what to do."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before the line is tried again: twice as long each time."""

LONGEST_MESSAGE = 2**20

AT_ONCE, A_SECOND = 25, 9
"""So many answers of ours may follow each other at once, and each second in the long run; the site takes some more."""


class TurnedAway(Exception):
    """The site closed the line for good."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"the site turned us away ({code})")


class Misunderstood(Exception):
    """The site and this client do not speak of the same game, or the bot's choice was not one."""


class Finish(Struct, frozen=True):
    """How a race ended: the seats from first to last, our own, and where the record is to be had."""

    ranking: tuple[int, ...]
    seat: int | None
    record: str


class Command(Struct, frozen=True, tag="command"):
    """What this client says."""

    command: Answer[Choice] | Withdraw


class Pace:
    """Keeps us below what the site takes in: a few answers at once, and some each second in the long run."""

    def __init__(self) -> None:
        self._free_at = 0.0

    async def wait(self) -> None:
        now = time.monotonic()
        self._free_at = max(self._free_at, now - AT_ONCE / A_SECOND) + 1 / A_SECOND
        await asyncio.sleep(max(0.0, self._free_at - now))


class Mind:
    """A bot with the game of one race. What it may choose follows from its view, so it needs no list of the site."""

    def __init__(self, hello: Hello, bot: str) -> None:
        try:
            self.game = Heat(msgspec.json.decode(hello.content, type=Content))
        except (msgspec.DecodeError, Broken) as fault:
            raise Misunderstood(f"engine {hello.engine} drives on content that we cannot read: {fault}") from None
        if self.game.digest != hello.digest:
            raise Misunderstood(f"engine {hello.engine} reads this content otherwise than ours")
        self.bot = BOTS[bot](self.game)
        self.dice = Seed(secrets.token_hex(32))

    def choose(self, view: View, question: Question) -> Choice:
        choices = self.game.legal(self.game.imagine(view, derive(self.dice, "imagined")), question.seat)
        return self.bot.choose(view, choices, derive(self.dice, str(question)))


class Driver:
    """One seat of one race. Many of them can drive in one process.

    `think` is how many seconds pass before an answer. `heard` is called with every message that arrives, and `said`
    with the id of every command at the moment at which it is sent; load tests take their times there.
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
        self._ranking: tuple[int, ...] = ()
        self._asked: Question | None = None
        self._answering: asyncio.Task[None] | None = None
        self._pause = FIRST_PAUSE
        self._pace = Pace()

    async def drive(self) -> Finish:
        """Drive to the end of the race, through any number of connections."""
        while True:
            try:
                async with connect(self.address, subprotocols=self.protocols, max_size=LONGEST_MESSAGE) as socket:
                    if (finish := await self._listen(socket)) is not None:
                        return finish
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL:
                    raise TurnedAway(closed.rcvd.code) from None
            except InvalidStatus as refused:
                if refused.response.status_code < SERVER_FAULTS:
                    raise TurnedAway(refused.response.status_code) from None
            except (OSError, InvalidHandshake, InvalidMessage):
                pass  # nobody is there, or not yet
            finally:
                self._answer_no_more()
            await asyncio.sleep(self._pause * (1 + secrets.SystemRandom().random()) / 2)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _listen(self, socket: ClientConnection) -> Finish | None:
        """One connection's life; None if it ends before the race does."""
        async for data in socket:
            try:
                message = read(data)
            except msgspec.DecodeError as fault:
                raise Misunderstood(f"the site said what we cannot read: {fault}") from None
            self.heard(message)
            match message:
                case Hello():
                    self._pause = FIRST_PAUSE
                    self._seat = message.seat
                    self._mind = self._mind or await asyncio.to_thread(Mind, message, self.bot)
                case Update():
                    await self._look(socket, message)
                case Refused(code=code) if code in PASSING:
                    self._asked = None
                case Refused():
                    raise Misunderstood(f"the site refused what we chose ({message.code}): {message.sentence}")
                case Over():
                    return Finish(self._ranking, self._seat, message.record)
        return None

    async def _look(self, socket: ClientConnection, update: Update) -> None:
        """If there is a new question, choose at once, and answer when the time to think is over."""
        self._ranking = update.view.ranking
        question = update.question
        if question == self._asked:
            return
        self._answer_no_more()
        if question is not None and self._mind is not None:
            choice = await asyncio.to_thread(self._mind.choose, update.view, question)
            self._asked = question
            self._answering = asyncio.create_task(self._answer(socket, question, choice))

    async def _answer(self, socket: ClientConnection, question: Question, choice: Choice) -> None:
        """The id comes from the question: whatever became of it on a line that broke, it is carried out once."""
        await asyncio.sleep(self.think)
        await self._pace.wait()
        command: Answer[Choice] | Withdraw = address(question, choice, f"{self.bot}.{question}")
        self.said(command.id)
        with suppress(ConnectionClosed):  # whoever listens notices, and comes back
            await socket.send(msgspec.json.encode(Command(command)).decode())

    def _answer_no_more(self) -> None:
        self._asked = None
        if self._answering is not None:
            self._answering.cancel()
            self._answering = None


def socket_address(race: str) -> str:
    """Where the socket of a race is, by the address of its page or its own."""
    parts = urlsplit(race)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path if parts.path.startswith("/ws/") else f"/ws{parts.path}"
    if scheme not in {"ws", "wss"} or not parts.netloc or not path.startswith("/ws/races/"):
        raise ValueError(f"“{race}” is not the address of a race, like https://heat.example/races/BCDFGHJK/")
    return urlunsplit((scheme, parts.netloc, path if path.endswith("/") else f"{path}/", "", ""))
