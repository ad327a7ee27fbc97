"""How news gets from one server process to the others.

Within a process it goes straight to the sockets that listen, as in Channels' own in-memory layer; for the others it is
published through Redis. News may be lost: it only says where to look, and sockets look by themselves now and then. So
nobody waits for Redis, and while it is away each process goes on telling its own.
"""

import asyncio
import logging
import uuid
from typing import Any

import msgspec
from channels.layers import InMemoryChannelLayer
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, TimeoutError

logger = logging.getLogger(__name__)

PAUSE = 1
"""Seconds between two attempts to reach Redis."""
SILENCE = 5
"""Seconds without a word after which Redis is asked whether it is there; it has as long to answer."""
MOST_WAITING = 1000
"""News that may wait to be published; what comes then is lost."""


class SharedLayer(InMemoryChannelLayer):  # type: ignore[misc]
    """The in-memory layer, with a line to those of the other processes."""

    def __init__(self, redis: str, **options: Any) -> None:
        super().__init__(**options)
        self._address = redis
        self._me = uuid.uuid4().hex
        self._waiting: asyncio.Queue[bytes] | None = None
        self._line: asyncio.Task[None] | None = None
        self._broken = False

    async def group_add(self, group: str, channel: str) -> None:
        """The first socket that listens opens the line."""
        await super().group_add(group, channel)
        if self._waiting is None:
            self._waiting = asyncio.Queue(MOST_WAITING)
            self._line = asyncio.create_task(self._keep_line(self._waiting))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await super().group_send(group, message)
        news = msgspec.json.encode((self._me, group, message))
        if self._waiting is None:  # nobody listens in this process: a command at the console, perhaps
            await self._publish_once(news)
        elif not self._waiting.full():
            self._waiting.put_nowait(news)

    async def _publish_once(self, news: bytes) -> None:
        try:
            async with self._connect() as redis:
                await redis.publish(wave(redis), news)
        except RedisError as fault:
            logger.warning("No line to Redis (%s): other processes look for themselves", fault)

    def _connect(self) -> Redis:
        """Without attempts of its own to try again: they would hide that something was missed."""
        once = Retry(NoBackoff(), 0)
        return Redis.from_url(self._address, socket_timeout=SILENCE, socket_connect_timeout=SILENCE, retry=once)

    async def _keep_line(self, waiting: asyncio.Queue[bytes]) -> None:
        """Publish and listen, for ever. When the line breaks, it is opened again; what waited is too old by then."""
        while True:
            try:
                async with self._connect() as redis:
                    await self._talk(redis, waiting)
            except Exception as fault:  # noqa: BLE001, whatever it was, the line is opened again
                if not self._broken:
                    logger.warning("No line to Redis (%s): processes tell only their own", fault)
                self._broken = True
            await asyncio.sleep(PAUSE)
            while not waiting.empty():
                waiting.get_nowait()

    async def _talk(self, redis: Redis, waiting: asyncio.Queue[bytes]) -> None:
        """Both directions, until one of them fails."""
        both = [asyncio.create_task(self._listen(redis)), asyncio.create_task(self._publish(redis, waiting))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for direction in both:
                direction.cancel()
            ends = await asyncio.gather(*both, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end

    async def _publish(self, redis: Redis, waiting: asyncio.Queue[bytes]) -> None:
        while True:
            await redis.publish(wave(redis), await waiting.get())

    async def _listen(self, redis: Redis) -> None:
        async with redis.pubsub() as heard:
            await heard.subscribe(wave(redis))
            asked = False
            while True:
                message = await heard.get_message(timeout=SILENCE)
                if message is None and asked:
                    raise TimeoutError("it does not answer")
                if message is None:
                    await heard.ping()
                elif message["type"] == "subscribe":
                    if self._broken:
                        logger.warning("The line to Redis is back")
                    self._broken = False
                elif message["type"] == "message":
                    sender, group, news = msgspec.json.decode(message["data"], type=tuple[str, str, dict[str, Any]])
                    if sender != self._me:
                        await super().group_send(group, news)
                asked = message is None


def wave(redis: Redis) -> str:
    """The name under which the processes of one site publish. Redis itself tells those of every database."""
    return f"heatsite.{redis.connection_pool.connection_kwargs.get('db', 0)}"
