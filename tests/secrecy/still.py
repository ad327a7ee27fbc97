"""A clock that stands still, and chance that repeats itself at each request."""

import secrets
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from unittest.mock import patch

from django.utils import timezone


class Clock:
    """The time of a world; only tests move it."""

    def __init__(self) -> None:
        self.now = timezone.now().replace(microsecond=0)

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def read(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()


class Chance:
    """The source of codes, ids and secrets."""

    def __init__(self) -> None:
        self.dice = Random()

    def again(self) -> None:
        """Begin again with the same draws."""
        self.dice.seed(17)

    def token_hex(self, count: int = 32) -> str:
        return self.dice.randbytes(count).hex()

    def uuid4(self) -> uuid.UUID:
        return uuid.UUID(bytes=self.dice.randbytes(16), version=4)

    def choice(self, signs: str) -> str:
        return self.dice.choice(signs)


@contextmanager
def standing_still() -> Iterator[tuple[Clock, Chance]]:
    clock, chance = Clock(), Chance()
    with (
        patch.object(timezone, "now", clock.read),
        patch.object(time, "time", clock.seconds),
        patch.object(secrets, "token_hex", chance.token_hex),
        patch.object(secrets, "token_urlsafe", chance.token_hex),
        patch.object(secrets, "choice", chance.choice),
        patch.object(uuid, "uuid4", chance.uuid4),
    ):
        yield clock, chance
